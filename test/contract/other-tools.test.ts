/**
 * Contract, section 15: tools of other types than `function` on POST /v1/responses. Custom tools and namespaces are
 * functions for every provider, and their calls come back in the caller's form; what nobody can stand for is left out.
 */
import { describe, expect, it } from 'vitest';
import { respond as answer, startStream, WIRES } from '../harness/provider-wires.ts';
import { expectError, readJson } from '../harness/read-answer.ts';
import { parseResponseStream } from '../harness/read-response-events.ts';
import { type Fields, openRecordingGateway } from '../harness/recording-gateway.ts';

const gateway = openRecordingGateway();
const AUTH = { authorization: 'Bearer sk-test' };
const { model } = WIRES.together;
const user = { role: 'user', content: 'Go' };
const PATCH = '*** Begin Patch\n+ "a" é\n*** End Patch';

/** As Codex offers them. */
const TOOLS = [
  { type: 'function', name: 'exec', parameters: { type: 'object', properties: {} }, strict: false },
  {
    ...{ type: 'custom', name: 'apply_patch', description: 'Edits files.' },
    format: { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin Patch"' },
  },
  { type: 'namespace', name: 'agents', description: 'Others.', tools: [{ type: 'function', name: 'spawn' }] },
];

const post = (fields: Fields) => gateway.post('/v1/responses', { model, input: [user], ...fields }, AUTH);
async function send(fields: Fields) {
  const response = await post(fields);
  expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([200, '']);
  return { body: gateway.last().body, adjusted: response.headers.get('x-claimgate-adjusted'), response };
}

const namesOf = ({ tools }: Fields) =>
  (tools as { function: { name: string } }[]).map((one) => one.function.name);

/** The model calls these functions. */
const called = (...calls: (readonly [name: string, text: string])[]) => ({
  id: 'x',
  choices: [
    {
      index: 0,
      finish_reason: 'tool_calls',
      message: {
        ...{ role: 'assistant', content: null },
        tool_calls: calls.map(([name, text], at) => ({
          ...{ id: `call_${at}`, type: 'function' },
          function: { name, arguments: text },
        })),
      },
    },
  ],
});
const patchText = JSON.stringify({ input: PATCH });

describe('custom tools and namespaces', () => {
  it('are functions for the provider', async () => {
    const { body, adjusted } = await send({ tools: TOOLS });
    expect(namesOf(body)).toEqual(['exec', 'apply_patch', 'agents__spawn']);
    expect(JSON.stringify(body.tools)).toContain('*** Begin Patch');
    expect(adjusted).toBeNull();
  });

  it('are offered by an item of the conversation too', async () => {
    const item = { type: 'additional_tools', role: 'developer', tools: TOOLS.slice(1) };
    const { body } = await send({ tools: TOOLS.slice(0, 1), input: [item, user] });
    expect(namesOf(body)).toEqual(['exec', 'apply_patch', 'agents__spawn']);
  });

  it('are called in the caller’s form, whole and streamed', async () => {
    const calls = [
      ['apply_patch', patchText],
      ['agents__spawn', '{}'],
      ['exec', '{}'],
    ] as const;
    gateway.answer(answer(200, called(...calls)));
    const { output } = await readJson<{ output: Fields[] }>(await post({ tools: TOOLS }));
    const expected = [
      { type: 'custom_tool_call', call_id: 'call_0', name: 'apply_patch', input: PATCH },
      { type: 'function_call', call_id: 'call_1', name: 'spawn', namespace: 'agents', arguments: '{}' },
      { type: 'function_call', call_id: 'call_2', name: 'exec', arguments: '{}' },
    ];
    expect(output).toMatchObject(expected);
    expect(output[0]?.id).toMatch(/^ctc_/);
    expect(output[2]).not.toHaveProperty('namespace');

    gateway.answer((_request, response) => {
      const chunk = (delta: object, finish_reason: string | null = null) =>
        `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      startStream(response);
      for (const [index, [name, text]] of calls.entries()) {
        response.write(
          chunk({
            tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }],
          }),
        );
        for (const piece of text) {
          response.write(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
        }
      }
      response.end(`${chunk({}, 'tool_calls')}data: [DONE]\n\n`);
    });
    const text = await (await post({ tools: TOOLS, stream: true })).text();
    const { events, response } = parseResponseStream(text);
    expect(response?.output).toMatchObject(expected);
    const ofPatch = events.filter(({ type }) => type.startsWith('response.custom_tool_call_input'));
    expect(ofPatch.slice(0, -1).map(({ delta }) => delta)).toEqual([...PATCH]);
    expect(ofPatch.at(-1)).toMatchObject({ type: 'response.custom_tool_call_input.done', input: PATCH });
  });

  it('are functions for xAI too, which refuses them in its own Responses API', async () => {
    const item = { type: 'additional_tools', role: 'developer', tools: TOOLS.slice(2) };
    const call = { type: 'custom_tool_call', call_id: 'call_0', name: 'apply_patch', input: PATCH };
    const output = { type: 'custom_tool_call_output', call_id: 'call_0', output: 'done' };
    gateway.answer(
      answer(200, {
        ...{ id: 'resp_1', status: 'completed' },
        output: [{ type: 'function_call', call_id: 'call_1', name: 'agents__spawn', arguments: '{}' }],
      }),
    );
    const tools = [...TOOLS.slice(0, 2), { type: 'web_search', external_web_access: true }];
    const input = [item, user, call, output];
    const { body, adjusted, response } = await send({ model: 'grok-4.3', tools, input });
    expect(adjusted).not.toContain('tools=');
    expect(body.tools).toMatchObject([
      { type: 'function', name: 'exec' },
      { type: 'function', name: 'apply_patch' },
      { type: 'function', name: 'agents__spawn' },
      { type: 'web_search' },
    ]);
    expect(body.input).toMatchObject([
      { role: 'user' },
      { type: 'function_call', call_id: 'call_0', name: 'apply_patch', arguments: patchText },
      { type: 'function_call_output', call_id: 'call_0', output: 'done' },
    ]);
    expect((await readJson<{ output: Fields[] }>(response)).output).toMatchObject([
      { type: 'function_call', call_id: 'call_1', name: 'spawn', namespace: 'agents' },
    ]);
  });

  it('and what came of them go into the conversation', async () => {
    const { body } = await send({
      tools: TOOLS,
      input: [
        user,
        { type: 'custom_tool_call', call_id: 'call_0', name: 'apply_patch', input: PATCH },
        { type: 'function_call', call_id: 'call_1', name: 'spawn', namespace: 'agents', arguments: '{}' },
        { type: 'custom_tool_call_output', call_id: 'call_0', output: 'done' },
        { type: 'function_call_output', call_id: 'call_1', output: 'spawned' },
      ],
    });
    expect((body.messages as Fields[]).slice(1)).toMatchObject([
      {
        role: 'assistant',
        tool_calls: [
          { id: 'call_0', function: { name: 'apply_patch', arguments: patchText } },
          { id: 'call_1', function: { name: 'agents__spawn', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'done' },
      { role: 'tool', tool_call_id: 'call_1', content: 'spawned' },
    ]);
  });

  it.each<[unknown, unknown]>([
    [
      { type: 'custom', name: 'apply_patch' },
      { type: 'function', function: { name: 'apply_patch' } },
    ],
    [
      { type: 'function', name: 'spawn', namespace: 'agents' },
      { type: 'function', function: { name: 'agents__spawn' } },
    ],
  ])('can be chosen: %j', async (tool_choice, sent) => {
    expect((await send({ tools: TOOLS, tool_choice })).body.tool_choice).toEqual(sent);
    const allowed = { type: 'allowed_tools', mode: 'required', tools: [tool_choice] };
    const { body } = await send({ tools: TOOLS, tool_choice: allowed });
    expect([body.tool_choice, namesOf(body).length]).toEqual(['required', 1]);
  });

  it('hold together: a call without its output, and an output without a call, are faults', async () => {
    const call = { type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: 'x' };
    await expectError(await post({ input: [call, user] }), { status: 422 });
    const output = { type: 'custom_tool_call_output', call_id: 'c', output: 'x' };
    await expectError(await post({ input: [user, output] }), { status: 422 });
  });
});

describe('tools that nothing stands for', () => {
  it('are left out and named', async () => {
    const others = [{ type: 'local_shell' }, { type: 'web_search', external_web_access: true }];
    const { body, adjusted } = await send({ tools: [...TOOLS, ...others] });
    expect(namesOf(body)).toHaveLength(3);
    expect(adjusted).toBe('tools=local_shell:ignored, tools=web_search:ignored');
    expect((await send({ tools: others })).body).not.toHaveProperty('tools');
  });

  it('are a 400 where one of them must be called', async () => {
    const tools = [{ type: 'web_search' }];
    await expectError(await post({ tools, tool_choice: { type: 'web_search' } }), {
      ...{ status: 400, param: 'tool_choice' },
    });
  });
});

describe('items of other types', () => {
  it('are left out and named, but for calls and what came of them', async () => {
    const searched = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
    expect((await send({ input: [user, searched] })).adjusted).toBe('input=web_search_call:ignored');
    const shell = { type: 'local_shell_call', call_id: 'c', action: {} };
    await expectError(await post({ input: [user, shell] }), { status: 400, param: 'input.1.type' });
  });
});

it('pictures in an output stand behind the outputs of the turn', async () => {
  const image_url = 'data:image/png;base64,iVBORw0KGgo=';
  const call = (call_id: string) => ({ type: 'function_call', call_id, name: 'exec', arguments: '{}' });
  const output = (call_id: string, given: unknown) => ({
    type: 'function_call_output',
    call_id,
    output: given,
  });
  const seen = [
    { type: 'input_text', text: 'Seen.' },
    { type: 'input_image', image_url },
  ];
  const { body } = await send({
    ...{ model: 'claude-haiku-5-5', tools: TOOLS },
    input: [user, call('a'), call('b'), output('a', seen), output('b', 'ok')],
  });
  const [, , results] = body.messages as { content: Fields[] }[];
  expect(results?.content).toMatchObject([
    { type: 'tool_result', tool_use_id: 'a', content: 'Seen.' },
    { type: 'tool_result', tool_use_id: 'b', content: 'ok' },
    { type: 'image' },
  ]);
});
