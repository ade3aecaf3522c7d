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
const format = (schema: unknown, more = {}) => ({
  output_config: { format: { type: 'json_schema', schema, ...more } },
});

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
    ['an unknown field', { foo: 1 }, 'foo: Extra inputs are not permitted'],
    ['OpenAI’s fields', { stop: ['x'] }, 'stop: Extra inputs are not permitted'],
    ['no max_tokens', { max_tokens: undefined }, 'max_tokens: Field required'],
    ['no tokens at all', { max_tokens: 0 }, /^max_tokens: Input should be greater/],
    ['no model', { model: undefined }, 'model: Field required'],
    ['no messages', { messages: undefined }, 'messages: Field required'],
    ['empty messages', { messages: [] }, 'messages: at least one message is required'],
    [
      'a system message among the others',
      { messages: [{ role: 'system', content: 'x' }, user] },
      /^messages: Unexpected role "system"/,
    ],
    [
      'an unknown role',
      { messages: [{ role: 'model', content: 'x' }] },
      "messages.0.role: Input should be 'user' or 'assistant'",
    ],
    [
      'a conversation that the assistant begins',
      { messages: [assistant, user] },
      'messages: first message must use the "user" role',
    ],
    ['neighbours of one role', { messages: [user, user] }, /^messages: roles must alternate/],
    [
      'neighbouring answers',
      { messages: [user, assistant, assistant, user] },
      /^messages: roles must alternate/,
    ],
    [
      'an empty text',
      { messages: [{ role: 'user', content: '' }] },
      'messages: text content blocks must be non-empty',
    ],
    [
      'a blank text',
      { messages: [{ role: 'user', content: ' \n' }] },
      'messages: text content blocks must contain non-whitespace text',
    ],
    [
      'an empty block',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      'messages: text content blocks must be non-empty',
    ],
    ['no blocks', { messages: [{ role: 'user', content: [] }] }, /must have non-empty content/],
    [
      'a blank system prompt',
      { system: ' ' },
      'system: text content blocks must contain non-whitespace text',
    ],
    [
      'an empty system block',
      { system: [{ type: 'text', text: '' }] },
      'system: text content blocks must be non-empty',
    ],
    [
      'the assistant’s words at the end',
      { messages: [user, assistant] },
      /^This model does not support assistant message prefill/,
    ],
    [
      'a temperature above 1',
      { model: 'claude-haiku-4-5', temperature: 1.5 },
      'temperature: Input should be less than or equal to 1',
    ],
    [
      'any temperature but the default, of newer models',
      { temperature: 0.5 },
      '`temperature` is deprecated for this model.',
    ],
    ['top_p below 0.99, of newer models', { top_p: 0.9 }, '`top_p` is deprecated for this model.'],
    ['both, even at their defaults', { temperature: 1, top_p: 1 }, /cannot both be specified/],
    [
      'both, of 4.5',
      { model: 'claude-sonnet-4-5', temperature: 0.5, top_p: 0.5 },
      /cannot both be specified/,
    ],
    [
      'stop sequences that are blank',
      { stop_sequences: ['\n'] },
      'stop_sequences: each stop sequence must contain non-whitespace',
    ],
    ['one stop sequence that is no list', { stop_sequences: 'x' }, /^stop_sequences: /],
    [
      'thinking that is turned off with the wrong word',
      { thinking: { type: 'disabled' } },
      /^"thinking.type.disabled" is not supported for this model/,
    ],
    [
      'thinking that cannot be turned off',
      { model: 'claude-opus-5-5', thinking: { type: 'disabled' } },
      /is not supported for this model. Use "thinking.type.adaptive"/,
    ],
    [
      'thinking turned off at the highest effort',
      { thinking: { type: 'between_tools' }, output_config: { effort: 'max' } },
      /is not supported with the effort "max"/,
    ],
    [
      'a budget of thinking, of newer models',
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      /^"thinking.type.enabled" is not supported/,
    ],
    ['an unknown effort', { output_config: { effort: 'none' } }, /^output_config.effort: /],
    [
      'a name beside the schema',
      format({ type: 'string' }, { name: 'x' }),
      'output_config.format.name: Extra inputs are not permitted',
    ],
    [
      'an open object',
      format({ type: 'object', properties: {} }),
      /'additionalProperties' must be explicitly set to false/,
    ],
    [
      'bounds of numbers',
      format({ type: 'number', minimum: 0 }),
      "output_config.format.schema: For 'number' type, properties minimum are not supported",
    ],
    [
      'lengths deep in a schema',
      format({ type: 'array', items: { type: 'string', maxLength: 3 } }),
      /maxLength are not supported/,
    ],
    [
      'tools of the server',
      { tools: [{ type: 'web_search_20250305', name: 'x' }] },
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
    ['a user’s name', { metadata: { name: 'x' } }, 'metadata.name: Extra inputs are not permitted'],
    ['OpenAI’s tiers', { service_tier: 'default' }, /^service_tier: /],
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

  it('a request without its version, or with one that never was', async () => {
    const post = (headers: Record<string, string>, body: object) =>
      fetch(`${sandbox.baseUrl('anthropic')}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': 'sandbox', 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const good = { model: 'claude-haiku-4-5', max_tokens: 5, messages: [user], temperature: 1 };
    expect((await post({}, good)).status).toBe(400);
    expect((await post({ 'anthropic-version': '2024-01-01' }, good)).status).toBe(400);
    expect((await post({ 'anthropic-version': '2023-06-01' }, good)).status).toBe(200);
    const newest = await post({ 'anthropic-version': '2026-10-21' }, good);
    expect([newest.status, await newest.json()]).toEqual([
      400,
      expect.objectContaining({
        error: { type: 'invalid_request_error', message: 'temperature: Extra inputs are not permitted' },
      }),
    ]);
    expect(
      (await post({ 'anthropic-version': '2026-10-21' }, { ...good, temperature: undefined })).status,
    ).toBe(200);
  });
});

describe('the simulated Anthropic takes', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a system prompt', { system: 'Be kind.' }],
    ['system blocks', { system: [{ type: 'text', text: 'Be kind.' }] }],
    ['turns that alternate', { messages: [user, assistant, user] }],
    ['text blocks', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }],
    ['the default temperature of newer models', { temperature: 1 }],
    ['sampling of 4.5', { model: 'claude-sonnet-4-5-20250929', temperature: 0.3 }],
    ['both of 3.5', { model: 'claude-3-5-sonnet-20241022', temperature: 0.3, top_p: 0.5 }],
    ['the assistant’s words at the end, of 4.5', { model: 'claude-haiku-4-5', messages: [user, assistant] }],
    [
      'adaptive thinking with an effort',
      { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } },
    ],
    ['each model’s word for no thinking', { thinking: { type: 'between_tools' } }],
    [
      'the same of Haiku',
      { model: 'claude-haiku-5-5', thinking: { type: 'disabled' }, output_config: { effort: 'high' } },
    ],
    ['who the user is', { metadata: { user_id: 'u1' } }],
    ['its own tiers', { service_tier: 'standard_only' }],
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
    [
      'a closed schema',
      format({
        type: 'object',
        properties: { a: { type: 'integer' } },
        required: ['a'],
        additionalProperties: false,
      }),
    ],
  ])('%s', async (_, more) => {
    const response = await ask(more);
    expect(response.status, await response.text()).toBe(200);
  });
});

describe('an answer of the simulated Anthropic', () => {
  it('is the full sequence of events', async () => {
    const response = await ask({ stream: true });
    const names = [...(await response.text()).matchAll(/^event: (\w+)\n/gm)].map(([, name]) => name);
    expect(names.filter((name, i) => name !== names[i - 1])).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  it('has a block of thoughts before the text where the model thinks, and none where thinking is off', async () => {
    const thought = await jsonOf(await ask({}));
    expect(thought.content.map(({ type }: { type: string }) => type)).toEqual(['thinking', 'text']);
    expect(thought.usage.output_tokens_details.thinking_tokens).toBe(64);
    const plain = await jsonOf(await ask({ thinking: { type: 'between_tools' } }));
    expect(plain.content.map(({ type }: { type: string }) => type)).toEqual(['text']);
    expect(plain.usage.output_tokens_details.thinking_tokens).toBe(0);
  });

  it('counts what was cached beside the input, not in it', async () => {
    const { usage } = await jsonOf(await ask({}, 'x'.repeat(8_000)));
    expect(usage).toMatchObject({
      input_tokens: 1_108,
      cache_creation_input_tokens: 128,
      cache_read_input_tokens: 768,
    });
  });

  it('that is refused says so', async () => {
    const response = await caller.ask(sandbox, { key: 'sandbox-filtered' });
    expect(await jsonOf(response)).toMatchObject({
      stop_reason: 'refusal',
      stop_details: { type: 'refusal' },
    });
  });

  it('continues what the assistant began', async () => {
    const messages = [{ role: 'user', content: 'It has 9 lives.' }, assistant];
    const response = await ask({ model: 'claude-haiku-4-5', messages });
    expect(caller.readWhole(await jsonOf(response)).text).toContain('1. It has 9 lives.');
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
