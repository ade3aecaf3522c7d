/** The simulated Responses API of OpenAI and xAI: what it refuses, and what it says where. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectDigits, jsonOf } from '../callers-in-tests.ts';
import { type Sandbox, startSandbox } from '../server.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    token: 'aa',
    detect: detectDigits,
    pace: { firstTokenMs: 0, perTokenMs: 0 },
  });
});
afterAll(() => sandbox.close());

const ask = (fields: object, { provider = 'openai', key = 'sandbox' } = {}) =>
  fetch(`${sandbox.baseUrl(provider)}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: provider === 'xai' ? 'grok-4.3' : 'gpt-6-luna', input: 'Hi', ...fields }),
  });
const eventsOf = async (response: Response) =>
  [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));

describe('the simulated Responses API refuses', () => {
  it.each<[string, object, object]>([
    ['a field that it does not have', { stop: 'x' }, { param: 'stop', code: 'unknown_parameter' }],
    ['no input', { input: null }, { param: 'input' }],
    ['too few tokens', { max_output_tokens: 15 }, { param: 'max_output_tokens' }],
    ['an unknown thing to include', { include: ['all'] }, { param: 'include', code: 'invalid_value' }],
    [
      'an effort the model does not have',
      { reasoning: { effort: 'minimal' } },
      { param: 'reasoning.effort' },
    ],
    ['an unknown summary', { reasoning: { summary: 'long' } }, { param: 'reasoning.summary' }],
    ['an unknown item', { input: [{ type: 'thing' }] }, { param: 'input[0].type' }],
    [
      'reasoning that is only named',
      { input: [{ type: 'reasoning', id: 'rs_1', summary: [] }] },
      {
        code: 'invalid_encrypted_content',
      },
    ],
    [
      'a call without its output',
      {
        input: [
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
          { role: 'user', content: 'Hi' },
        ],
      },
      { message: expect.stringContaining('c') },
    ],
    [
      'a schema without a name',
      { text: { format: { type: 'json_schema', schema: {} } } },
      {
        param: 'text.format.name',
      },
    ],
  ])('%s', async (_what, fields, error) => {
    const response = await ask(fields);
    expect(response.status).toBe(400);
    expect((await jsonOf(response)).error).toMatchObject({ type: 'invalid_request_error', ...error });
  });

  it.each([
    ['a tool that takes a text', { tools: [{ type: 'custom', name: 'note' }] }],
    ['a namespace', { tools: [{ type: 'namespace', name: 'agents', tools: [] }] }],
    ['tools that an item adds', { input: [{ type: 'additional_tools', tools: [] }] }],
    ['a call with a text', { input: [{ type: 'custom_tool_call', call_id: 'a', name: 'b', input: 'c' }] }],
  ])('at xAI, %s', async (_what, fields) => {
    const { error } = await jsonOf(await ask(fields, { provider: 'xai' }));
    expect(error).toMatch(/unknown variant/);
  });

  it('at xAI, in its own form', async () => {
    expect(await jsonOf(await ask({ input: null }, { provider: 'xai' }))).toEqual({
      ...{ code: expect.any(String), error: expect.stringContaining("'input'") },
    });
  });
});

describe('what is thought', () => {
  const reasoningOf = async (fields: object, provider?: string) => {
    const { output } = await jsonOf(await ask(fields, provider === undefined ? {} : { provider }));
    return output.find(({ type }: { type: string }) => type === 'reasoning');
  };

  it('is summarized and encrypted where that is asked for, and xAI shows it in any case', async () => {
    expect(await reasoningOf({})).toMatchObject({ summary: [] });
    expect(await reasoningOf({})).not.toHaveProperty('encrypted_content');
    const include = ['reasoning.encrypted_content'];
    expect(await reasoningOf({ include, reasoning: { summary: 'auto' } })).toMatchObject({
      summary: [{ type: 'summary_text', text: expect.stringContaining('does not reason') }],
      encrypted_content: expect.any(String),
    });
    expect((await reasoningOf({}, 'xai')).summary).toHaveLength(1);
    expect(await reasoningOf({ reasoning: { effort: 'none' } })).toBeUndefined();
  });

  it('goes beside tools, whatever the effort', async () => {
    const tools = [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} } }];
    expect((await ask({ tools, reasoning: { effort: 'high' } })).status).toBe(200);
  });
});

describe('tools that take a text, tools in a namespace, and tools that an item adds', () => {
  const note = { type: 'custom', name: 'note' };
  const spawn = { type: 'function', name: 'spawn', parameters: { type: 'object', properties: {} } };
  const asked = {
    tools: [note, { type: 'web_search' }],
    input: [
      {
        type: 'additional_tools',
        role: 'developer',
        tools: [{ type: 'namespace', name: 'agents', tools: [spawn] }],
      },
      { role: 'user', content: 'Please use note and agents spawn.' },
    ],
  };
  const called = [
    { type: 'custom_tool_call', name: 'note', input: expect.stringMatching(/./) },
    { type: 'function_call', name: 'spawn', namespace: 'agents', arguments: '{}' },
  ];

  it('are called in their own form, whole and streamed', async () => {
    const reasoning = { effort: 'none' };
    expect((await jsonOf(await ask({ ...asked, reasoning }))).output).toMatchObject(called);
    const events = await eventsOf(await ask({ ...asked, reasoning, stream: true }));
    expect(events.at(-1).response.output).toMatchObject(called);
    const pieces = events.filter(({ type }) => type === 'response.custom_tool_call_input.delta');
    const done = events.find(({ type }) => type === 'response.custom_tool_call_input.done');
    expect(pieces.map(({ delta }) => delta).join('')).toBe(done.input);
  });

  it('go into the conversation with what came of them', async () => {
    const { output } = await jsonOf(await ask({ ...asked, reasoning: { effort: 'none' } }));
    const results = [
      { type: 'custom_tool_call_output', call_id: output[0].call_id, output: 'noted' },
      { type: 'function_call_output', call_id: output[1].call_id, output: 'spawned' },
    ];
    const { output: next } = await jsonOf(
      await ask({ ...asked, input: [...asked.input, ...output, ...results] }),
    );
    const text = next.at(-1).content[0].text;
    expect(text).toContain('noted');
    expect(text).toContain('spawned');
  });
});

describe('a stream', () => {
  it('has numbered events, and ends with the response as it would be whole', async () => {
    const events = await eventsOf(await ask({ stream: true, reasoning: { summary: 'auto' } }));
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_event, at) => at));
    const { type, response } = events.at(-1);
    expect([type, response.status]).toEqual(['response.completed', 'completed']);
    const { output, usage } = await jsonOf(await ask({ reasoning: { summary: 'auto' } }));
    const bare = (items: { id: string }[]) => items.map(({ id: _id, ...item }) => item);
    expect(bare(response.output)).toEqual(bare(output));
    expect(response.usage).toEqual(usage);
  });

  it.each([
    ['sandbox-length', 'max_output_tokens'],
    ['sandbox-filtered', 'content_filter'],
  ])('of %s is incomplete', async (key, reason) => {
    const last = (await eventsOf(await ask({ stream: true }, { key }))).at(-1);
    expect(last).toMatchObject({ type: 'response.incomplete', response: { incomplete_details: { reason } } });
  });

  it('that fails ends with an error', async () => {
    const last = (await eventsOf(await ask({ stream: true }, { key: 'sandbox-error' }))).at(-1);
    expect(last).toMatchObject({ type: 'error', code: expect.any(String), message: expect.any(String) });
  });
});
