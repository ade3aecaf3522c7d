import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, detectDigits, eventData, jsonOf } from '../callers-in-tests.ts';
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

const caller = callerOf('anthropic');
const ask = (more: Record<string, unknown>, text?: string) =>
  caller.ask(sandbox, { key: 'sandbox', more, ...(text === undefined ? {} : { text }) });

const user = { role: 'user', content: 'Hi' };
const assistant = { role: 'assistant', content: 'Hello' };
const now = { name: 'now', input_schema: { type: 'object', properties: {} } };
const closed = { type: 'object', additionalProperties: false };
const bounded = { type: 'integer', minimum: 1 };
/** Of a model that thinks only where it is asked to. */
const off = { model: 'claude-haiku-4-5' };
const text = { type: 'text', text: 'Hi' };
const thought = { type: 'thinking', thinking: '', signature: 'c2FuZGJveA.c2FuZGJveA' };
const use = (id: string) => ({ type: 'tool_use', id, name: 'now', input: {} });
const calls = (...ids: string[]) => ({ role: 'assistant', content: ids.map(use) });
const results = (...ids: string[]) => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: `result of ${id}` })),
});
const picture = (source: object, type = 'image') => ({
  messages: [
    {
      role: 'user',
      content: [
        { type, source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=', ...source } },
      ],
    },
  ],
});

describe('the simulated Anthropic refuses', () => {
  it.each<[string, Record<string, unknown>, string | RegExp]>([
    [
      'tools of the server',
      { tools: [{ type: 'code_execution_20250825', name: 'x' }] },
      /does not simulate tools/,
    ],
    [
      'a tool’s wrong name',
      { tools: [{ ...now, name: 'a b' }] },
      /^tools.0.custom.name: String should match/,
    ],
    ['OpenAI’s tools', { tools: [{ type: 'function', function: {} }] }, /^tools: /],
    ['two tools of one name', { tools: [now, now] }, 'tools: Tool names must be unique.'],
    ['a tool without a schema', { tools: [{ name: 'now' }] }, 'tools.0.custom.input_schema: Field required'],
    [
      'a schema that is a choice',
      { tools: [{ name: 'f', input_schema: { type: 'object', anyOf: [] } }] },
      /does not support oneOf, allOf, or anyOf at the top level/,
    ],
    [
      'a strict tool with bounds',
      { tools: [{ ...now, strict: true, input_schema: { ...closed, properties: { n: bounded } } }] },
      /For 'integer' type, properties minimum are not supported/,
    ],
    [
      'a choice without tools',
      { tool_choice: { type: 'auto' } },
      /may only be specified while providing tools/,
    ],
    [
      'a choice of no tool',
      { tools: [now], ...off, tool_choice: { type: 'tool', name: 'x' } },
      /Tool 'x' not found/,
    ],
    ['OpenAI’s choices', { tools: [now], tool_choice: { type: 'required' } }, /^tool_choice.type: /],
    [
      'a forced tool while it thinks',
      { model: 'claude-haiku-5-5', tools: [now], tool_choice: { type: 'any' } },
      'Thinking may not be enabled when tool_choice forces tool use.',
    ],
    [
      'a forced tool of models that force none',
      { tools: [now], thinking: { type: 'between_tools' }, tool_choice: { type: 'any' } },
      'tool_choice forces tool use is not compatible with this model.',
    ],
    [
      'calls without tools',
      { ...off, messages: [user, calls('a'), results('a')] },
      'Requests which have `tool_use` or `tool_result` blocks in the body must define tools',
    ],
    [
      'a call without its result',
      { ...off, tools: [now], messages: [user, calls('a', 'b'), results('a')] },
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    ],
    [
      'a result behind a text',
      {
        ...off,
        tools: [now],
        messages: [user, calls('a'), { role: 'user', content: [text, ...results('a').content] }],
      },
      /immediately after: a\. Each/,
    ],
    [
      'a result without its call',
      { ...off, tools: [now], messages: [user, calls('a'), results('a', 'x')] },
      'messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: x. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    ],
    [
      'two results of one call',
      { ...off, tools: [now], messages: [user, calls('a'), results('a', 'a')] },
      /single result/,
    ],
    [
      'two calls of one id',
      { ...off, tools: [now], messages: [user, calls('a', 'a'), results('a')] },
      'messages: `tool_use` ids must be unique',
    ],
    ['ids of others', { ...off, tools: [now], messages: [user, calls('a:1'), results('a:1')] }, /pattern/],
    [
      'an input that is no object',
      {
        ...off,
        tools: [now],
        messages: [user, { role: 'assistant', content: [{ ...use('a'), input: '{}' }] }, results('a')],
      },
      'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
    ],
    [
      'a call of this turn without its thinking',
      { model: 'claude-haiku-5-5', tools: [now], messages: [user, calls('a'), results('a')] },
      /^messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`/,
    ],
    [
      'thinking that it did not sign',
      {
        model: 'claude-haiku-5-5',
        tools: [now],
        messages: [user, { role: 'assistant', content: [thought, use('a')] }, results('a')],
      },
      'messages.1.content.0: Invalid `signature` in `thinking` block',
    ],
    [
      'what becomes of changed thinking, without the header for it',
      { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } },
      'thinking.adaptive.block_binding: Extra inputs are not permitted',
    ],
    [
      'a picture of another type',
      picture({ media_type: 'image/tiff' }),
      /^messages.0.content.0.image.source.base64/,
    ],
    ['a picture that is no base64', picture({ data: 'data:image/png;base64,AA' }), /invalid base64 data/],
    [
      'a picture over 5 MB',
      picture({ data: 'A'.repeat(7_000_000) }),
      /image exceeds 5 MB maximum: 5250000 bytes/,
    ],
    [
      'a file that is no PDF',
      picture({ media_type: 'text/plain' }, 'document'),
      /Input should be 'application\/pdf'/,
    ],
    ['sound', { messages: [{ role: 'user', content: [{ type: 'audio' }] }] }, /^messages.0.content.0.type: /],
  ])('%s', async (_, more, message) => {
    const response = await ask(more);
    const body = await jsonOf(response);
    expect(response.status).toBe(400);
    expect(body).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringMatching(message) },
      request_id: response.headers.get('request-id'),
    });
  });
});

describe('the simulated Anthropic takes', () => {
  it.each<[string, Record<string, unknown>]>([
    [
      'blank results',
      {
        ...off,
        tools: [now],
        messages: [
          user,
          calls('a'),
          { role: 'user', content: [{ ...results('a').content[0], content: ' ' }] },
        ],
      },
    ],
    [
      'a call without thinking, where thinking is always on',
      { model: 'claude-opus-5-5', tools: [now], messages: [user, calls('a'), results('a')] },
    ],
    [
      'a call without thinking, in a turn that is over',
      {
        model: 'claude-haiku-5-5',
        tools: [now],
        messages: [user, calls('a'), results('a'), assistant, user],
      },
    ],
    ['a strict tool', { tools: [{ ...now, strict: true, input_schema: closed }] }],
    [
      'a picture by its address',
      picture({ type: 'url', url: 'https://example.com/a.png', media_type: undefined, data: undefined }),
    ],
  ])('%s', async (_, more) => {
    const response = await ask(more);
    expect(response.status, await response.text()).toBe(200);
  });
});

describe('tools of the simulated Anthropic', () => {
  const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const tools = [{ name: 'get_weather', input_schema: city }, now];
  const question = { role: 'user', content: 'Call get_weather and now for me.' };
  const haiku = { model: 'claude-haiku-5-5', tools };

  // biome-ignore lint/suspicious/noExplicitAny: the blocks of an answer are what is tested
  type Any = any;

  /** The message that a stream's events make. */
  function contentOf(stream: string): Any[] {
    const blocks: Any[] = [];
    for (const { type, index, content_block: block, delta } of eventData(stream).map((data) =>
      JSON.parse(data),
    )) {
      if (type === 'content_block_start') blocks[index] = { ...block, pieces: [] };
      if (delta?.type === 'signature_delta') blocks[index].signature = delta.signature;
      if (delta?.type === 'text_delta') blocks[index].text += delta.text;
      if (delta?.type === 'input_json_delta') blocks[index].pieces.push(delta.partial_json);
    }
    return blocks.map(({ pieces, ...block }) => {
      if (block.type !== 'tool_use') return block;
      expect(pieces[0]).toBe('');
      return { ...block, input: JSON.parse(pieces.join('')) };
    });
  }

  async function answer(stream: boolean, more: object): Promise<Any[]> {
    const response = await ask({ ...haiku, stream, ...more });
    expect(response.status, await response.clone().text()).toBe(200);
    if (stream) return contentOf(await response.text());
    return (await jsonOf(response)).content;
  }

  it.each([false, true])('run a loop of two steps with two parallel calls, streamed: %s', async (stream) => {
    const called = await answer(stream, { messages: [question] });
    expect(called).toEqual([
      { type: 'thinking', thinking: '', signature: expect.stringMatching(/^[\w-]+\.[\w-]+$/) },
      {
        type: 'tool_use',
        id: expect.stringMatching(/^toolu_\d{24}$/),
        name: 'get_weather',
        input: { city: question.content },
      },
      { type: 'tool_use', id: expect.stringMatching(/^toolu_\d{24}$/), name: 'now', input: {} },
    ]);
    const [, first, second] = called;
    expect(first.id).not.toBe(second.id);
    const messages = [question, { role: 'assistant', content: called }, results(first.id, second.id)];
    const [, said] = await answer(stream, { messages });
    expect(said.text).toBe(
      `get_weather returned: result of ${first.id}\nnow returned: result of ${second.id}`,
    );
  });

  it('know the thinking of each turn, and what stood before it', async () => {
    const [mine, first, second] = await answer(false, { messages: [question] });
    const [other] = await answer(false, { messages: [question] });
    const send = (content: object[], more: object = {}): Promise<Response> =>
      ask({
        ...haiku,
        messages: [question, { role: 'assistant', content }, results(first.id, second.id)],
        ...more,
      });
    expect((await send([mine, first, second])).status).toBe(200);
    const swapped = await jsonOf(await send([other, first, second]));
    expect(swapped.error.message).toBe('messages.1.content.0: Invalid `signature` in `thinking` block');
    const late = await jsonOf(await send([first, mine, second]));
    expect(late.error.message).toMatch(/Expected `thinking`/);
    const moved = await jsonOf(await send([mine, first, second], { system: 'Be kind.' }));
    expect(moved.error.message).toMatch(/The block is bound to a different conversation/);
  });

  it('are called one at a time, one of them, that one or none, as was asked for', async () => {
    const disabled = { thinking: { type: 'disabled' }, messages: [question] };
    const named = async (choice: object): Promise<string[]> =>
      (await answer(false, { ...disabled, tool_choice: choice })).map(({ type, name }) => name ?? type);
    expect(await named({ type: 'auto', disable_parallel_tool_use: true })).toEqual(['get_weather']);
    expect(await named({ type: 'tool', name: 'now' })).toEqual(['now']);
    expect(await named({ type: 'none' })).toEqual(['text']);
    expect(await named({ type: 'any' })).toEqual(['get_weather', 'now']);
  });

  it.each([false, true])(
    'for answers in JSON are filled with a JSON object, streamed: %s',
    async (stream) => {
      const json = { name: 'json_answer', input_schema: { type: 'object', additionalProperties: true } };
      const asked = {
        messages: [{ role: 'user', content: 'It has 9 lives.' }],
        thinking: { type: 'disabled' },
      };
      const forced = { ...asked, tools: [json], tool_choice: { type: 'tool', name: 'json_answer' } };
      const filled = {
        type: 'tool_use',
        name: 'json_answer',
        input: { sandbox: true, claims: ['It has 9 lives.'] },
      };
      expect(await answer(stream, forced)).toMatchObject([filled]);
      const among = { ...asked, tools: [now, json], tool_choice: { type: 'any' } };
      expect(await answer(stream, among)).toMatchObject([filled]);
      const calling = { ...among, messages: [{ role: 'user', content: 'Call now.' }] };
      expect(await answer(stream, calling)).toMatchObject([{ type: 'tool_use', name: 'now' }]);
    },
  );
});

describe('parts of the simulated Anthropic', () => {
  it('are described by their type, size and hash', async () => {
    const content = [
      ...picture({}).messages[0]!.content,
      ...picture({ media_type: 'application/pdf', data: 'JVBERg==' }, 'document').messages[0]!.content,
    ];
    const said = caller.readWhole(await jsonOf(await ask({ messages: [{ role: 'user', content }] }))).text;
    expect(said).toMatch(/Attachment 1: image\/png, 8 bytes, SHA-256 [0-9a-f]{64}/);
    expect(said).toMatch(/Attachment 2: application\/pdf, 4 bytes, SHA-256 [0-9a-f]{64}/);
  });
});
