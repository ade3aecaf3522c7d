import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError, ValidationError } from '../../../domain/errors.ts';
import { validate } from '../../../gateway/http/body/validate.ts';
import { chatCompletionsSchema } from '../../../gateway/http/chat-schema.ts';
import { ownFaults } from '../../../gateway/http/own-faults.ts';
import { responsesSchema } from '../../../gateway/http/responses/responses-request.ts';
import type { CallRules } from '../adapter.ts';
import { findFaults, readChatRequest } from '../chat-completions/read-chat-request.ts';
import { inResponsesWords } from './in-responses-words.ts';
import { type PlacedItem, placeItems } from './placed-item.ts';
import { findResponsesFaults, readResponsesRequest } from './read-responses-request.ts';
import type { ResponsesBody } from './responses-schema.ts';

const PNG = 'iVBORw0KGgo=';
const PDF = 'JVBERi0=';

/** @param earlier items of earlier responses. */
function read(fields: Record<string, unknown>, rules: CallRules = {}, earlier: readonly object[] = []) {
  const raw = { model: 'm', input: 'Hello', ...fields };
  const rulesOf = () => rules;
  const body = validate(responsesSchema, raw, [...ownFaults(raw, []), ...findResponsesFaults(raw, rulesOf)]);
  const before = earlier.map((item): PlacedItem => ({ item: { ...item }, place: ['previous_response_id'] }));
  return readResponsesRequest(body, [...before, ...placeItems(body.input)], rulesOf);
}

/** The request beyond its messages. */
function fieldsOf(fields: Record<string, unknown>) {
  const { messages: _, stream: __, api: ___, ...rest } = read(fields).request;
  return rest;
}

/** What is wrong with a body: `loc type` of each fault, or the field that is refused. */
function faultsOf(...asked: Parameters<typeof read>): string[] {
  try {
    read(...asked);
    return [];
  } catch (error) {
    if (error instanceof ValidationError)
      return error.faults.map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`);
    if (error instanceof GatewayError) return [`${error.param} ${error.code}`];
    throw error;
  }
}

const text = (said: string) => [{ type: 'text', text: said }];
const user = (content: unknown) => ({ role: 'user', content });
const said = (content: string) => ({ role: 'assistant', content });
const call = (id: string, more: object = {}) => ({
  type: 'function_call',
  call_id: id,
  name: 'f',
  arguments: '{"a":1}',
  ...more,
});
const output = (id: string, given: unknown = 'ok') => ({
  type: 'function_call_output',
  call_id: id,
  output: given,
});
const tool = (name: string, more: object = {}) => ({ type: 'function', name, ...more });

describe('items', () => {
  const messagesOf = (...input: object[]) => read({ input }).request.messages;

  it('a text is the message of a user, behind the instructions', () => {
    expect(read({ instructions: 'Be brief.', input: 'Hi' }).request.messages).toEqual([
      { role: 'system', content: text('Be brief.') },
      { role: 'user', content: text('Hi') },
    ]);
    expect(read({ instructions: '', input: 'Hi' }).request.messages).toHaveLength(1);
  });

  it('are messages, with what stock clients send back with them', () => {
    expect(
      messagesOf(
        { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
        { type: null, ...user('Hi') },
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          phase: null,
          content: [
            { type: 'output_text', text: 'a', annotations: [], logprobs: [] },
            { type: 'refusal', refusal: 'b' },
          ],
        },
        { ...user('Go on.'), status: 'completed' },
        { role: 'system', content: 'Be kind.' },
      ),
    ).toEqual([
      { role: 'system', content: text('Be brief.') },
      { role: 'user', content: text('Hi') },
      { role: 'assistant', content: text('ab') },
      { role: 'user', content: text('Go on.') },
      { role: 'system', content: text('Be kind.') },
    ]);
  });

  it('keep pictures, files and sounds, and say where they stand', () => {
    const content = [
      { type: 'input_text', text: 'a' },
      { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'low' },
      { type: 'input_image', image_url: 'https://example.org/a.png', detail: null },
      { type: 'input_file', file_data: PDF, filename: 'a.pdf', file_id: null },
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
    ];
    const input = [call('1'), output('1'), user(content)];
    const { request, media } = read({ instructions: 'Look.', input });
    expect(request.messages[3]?.content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'image', source: { kind: 'data', mediaType: 'image/png', data: PNG }, detail: 'low' },
      { type: 'image', source: { kind: 'url', url: 'https://example.org/a.png' } },
      { type: 'file', mediaType: 'application/pdf', data: PDF, filename: 'a.pdf' },
      { type: 'audio', data: 'UklGRg==', format: 'wav' },
    ]);
    expect(media).toEqual(
      (['image', 'image_url', 'pdf', 'audio'] as const).map((kind, at) => ({
        kind,
        place: `input.2.content.${at + 1}`,
        ...(kind === 'image' ? { mediaType: 'image/png' } : {}),
      })),
    );
  });

  it('of one turn of the model are one message', () => {
    const extra = { google: { thought_signature: 'x' } };
    const { request, adjusted } = read({
      input: [
        user('Hi'),
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
        said('I look.'),
        call('1', { id: 'fc_1', status: 'completed', extra_content: extra }),
        { type: 'reasoning', id: 'rs_2', summary: [] },
        call('2', { arguments: '' }),
        said(' And wait.'),
        output('2', [{ type: 'input_text', text: 'b' }]),
        output('1', 'a'),
        call('3'),
        output('3'),
        said('Done.'),
        said('Really.'),
      ],
    });
    // What the call behind it takes back, whoever is asked.
    const responses = { reasoning: [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' }] };
    const called = (id: string, more: object = {}) => ({ id, name: 'f', arguments: '{"a":1}', ...more });
    expect(request.messages).toEqual([
      { role: 'user', content: text('Hi') },
      {
        role: 'assistant',
        content: text('I look. And wait.'),
        toolCalls: [called('1', { extra: { ...extra, responses } }), called('2', { arguments: '{}' })],
      },
      { role: 'tool', content: text('b'), callId: '2' },
      { role: 'tool', content: text('a'), callId: '1' },
      { role: 'assistant', content: [], toolCalls: [called('3')] },
      { role: 'tool', content: text('ok'), callId: '3' },
      { role: 'assistant', content: text('Done.') },
      { role: 'assistant', content: text('Really.') },
    ]);
    expect(adjusted).toEqual(['reasoning=ignored']);
  });

  it('of reasoning that no call follows in its turn are left out, and said so', () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' };
    for (const behind of [[], [user('Hi'), call('1'), output('1')], [said('Hi'), user('Ho')]]) {
      const { request, adjusted } = read({ input: [user('Go'), reasoning, ...behind] });
      expect(JSON.stringify(request.messages)).not.toContain('encrypted_content');
      expect(adjusted).toEqual(['reasoning=ignored']);
    }
  });

  it('outputs stand behind the turn with their calls, wherever they came', () => {
    expect(
      messagesOf(call('1'), call('2'), output('1'), call('3'), user('Hi'), output('3'), output('2')),
    ).toMatchObject([
      { toolCalls: [{ id: '1' }, { id: '2' }] },
      { callId: '1' },
      { callId: '2' },
      { toolCalls: [{ id: '3' }] },
      { callId: '3' },
      { role: 'user' },
    ]);
    // An id is free again once its call has an output.
    expect(messagesOf(call('1'), output('1', 'a'), call('1'), output('1', 'b'))).toMatchObject([
      { role: 'assistant' },
      { content: text('a') },
      { role: 'assistant' },
      { content: text('b') },
    ]);
  });

  it('go on from those of earlier responses', () => {
    const before = [
      { type: 'message', ...user('Hi') },
      { id: 'fc_1', status: 'completed', ...call('1') },
    ];
    const { request } = read({ previous_response_id: 'resp_1', input: [output('1')] }, {}, before);
    expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(read({ previous_response_id: 'resp_1', input: null }, {}, before).request.messages).toHaveLength(
      2,
    );
  });

  const PARTS = [
    { type: 'image_url', image_url: { url: 'https://example.org/a.png', detail: 'high' } },
    { type: 'file', file: { file_data: PDF, filename: 'a.pdf' } },
    { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'mp3' } },
  ];
  const anyText = fc.string({ unit: 'grapheme', maxLength: 8 });
  const anyTextPart = anyText.map((given) => ({ type: 'text', text: given }));
  const anyContent = (...others: object[]) =>
    fc.oneof(
      anyText,
      fc.array(fc.oneof(anyTextPart, fc.constantFrom(...others, ...text(''))), { maxLength: 4 }),
    );
  const anyMessage = fc.oneof(
    fc.record({ role: fc.constantFrom('system', 'developer'), content: anyContent() }).map((one) => [one]),
    fc.record({ role: fc.constant('user'), content: anyContent(...PARTS) }).map((one) => [one]),
    fc
      .record({ role: fc.constant('assistant'), content: anyContent({ type: 'refusal', refusal: 'No.' }) })
      .map((one) => [one]),
  );
  const anyTurn = fc
    .record({
      content: fc.oneof(fc.constant(null), anyContent()),
      calls: fc.array(
        fc.record({
          name: fc.constantFrom('f', 'g'),
          arguments: fc.constantFrom('{}', '{"a":1}', '', ' '),
          extra_content: fc.constantFrom(undefined, { google: { thought_signature: 'x' } }),
          output: anyContent(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      backwards: fc.boolean(),
    })
    .map(({ content, calls, backwards }) => {
      const made = calls.map(({ output: given, extra_content, ...called }, at) => ({
        call: { id: `c${at}`, type: 'function', function: called, ...(extra_content && { extra_content }) },
        result: { role: 'tool', tool_call_id: `c${at}`, content: given },
      }));
      const results = made.map(({ result }) => result);
      const message = { role: 'assistant', content, tool_calls: made.map((one) => one.call) };
      return [message, ...(backwards ? results.reverse() : results)];
    });

  it('say the same as the messages of chat completions', () => {
    const conversation = fc
      .array(fc.oneof(anyMessage, anyTurn), { minLength: 1, maxLength: 6 })
      .map((turns) => turns.flat() as ChatMessage[]);
    fc.assert(
      fc.property(conversation, (messages) => {
        // A message of the assistant and calls without a text are one turn in items.
        fc.pre(
          messages.every(
            ({ role, content }, at) =>
              !(role === 'assistant' && content === null && messages[at - 1]?.role === 'assistant'),
          ),
        );
        const body = { model: 'm', messages };
        const asChat = readChatRequest(validate(chatCompletionsSchema, body, findFaults(body)));
        const asItems = read({ input: messages.flatMap(toItems) });
        expect(asItems.request.messages).toEqual(asChat.request.messages);
        expect(asItems.media.map(({ kind }) => kind)).toEqual(asChat.media.map(({ kind }) => kind));
      }),
    );
  });

  it('without faults are messages that providers take: results stand right behind their calls', () => {
    const id = fc.constantFrom('1', '2', '3');
    const item = fc.oneof(
      fc.constantFrom<object>(user('x'), said('x'), { type: 'reasoning' }),
      id.map((one) => call(one)),
      id.map((one) => output(one)),
    );
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 7 }), (input) => {
        fc.pre(faultsOf({ input }).length === 0);
        let waiting = new Set<string>();
        for (const message of messagesOf(...input)) {
          if (message.role === 'tool') expect(waiting.delete(message.callId)).toBe(true);
          else {
            expect(waiting.size).toBe(0);
            const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
            waiting = new Set(calls.map((one) => one.id));
            expect(waiting.size).toBe(calls.length);
          }
        }
      }),
    );
  });
});

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string; readonly detail: string };
  readonly file?: object;
}

interface ChatMessage {
  readonly role: string;
  readonly content: string | null | readonly Part[];
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: object;
    readonly extra_content?: object;
  }[];
}

/** A message of chat completions as items. */
function toItems({ role, content, tool_call_id, tool_calls = [] }: ChatMessage): object[] {
  const kind = role === 'assistant' ? 'output_text' : 'input_text';
  const parts = Array.isArray(content)
    ? content.map(({ type, text, image_url, file, ...rest }) => {
        if (type === 'text') return { type: kind, text };
        if (type === 'image_url')
          return { type: 'input_image', image_url: image_url?.url, detail: image_url?.detail };
        return type === 'file' ? { type: 'input_file', ...file } : { type, ...rest };
      })
    : content;
  if (role === 'tool') return [output(tool_call_id as string, parts)];
  const calls = tool_calls.map(({ id, function: called, extra_content }) =>
    call(id, { ...called, extra_content }),
  );
  return [...(parts === null ? [] : [{ role, content: parts }]), ...calls];
}

describe('fields', () => {
  it('are those of chat completions in other words', () => {
    const parameters = { type: 'object', properties: {} };
    const schema = { type: 'object' };
    expect(
      fieldsOf({
        temperature: 0.5,
        top_p: 0.9,
        max_output_tokens: 9,
        reasoning: { effort: 'low' },
        text: { format: { type: 'json_schema', name: 'n', schema, strict: true }, verbosity: 'low' },
        tools: [tool('f', { description: 'd', parameters, strict: true }), tool('g', { parameters: null })],
        tool_choice: { type: 'allowed_tools', mode: 'required', tools: [tool('g')] },
        parallel_tool_calls: false,
        top_logprobs: 2,
        store: false,
        user: 'u',
        service_tier: 'flex',
        safety_identifier: 's',
        prompt_cache_key: 'k',
        prompt_cache_retention: '24h',
      }),
    ).toEqual({
      temperature: 0.5,
      topP: 0.9,
      maxTokens: 9,
      reasoningEffort: 'low',
      responseFormat: { type: 'json_schema', name: 'n', schema, strict: true },
      verbosity: 'low',
      tools: [{ name: 'f', description: 'd', parameters, strict: true }, { name: 'g' }],
      toolChoice: { type: 'allowed', mode: 'required', names: ['g'] },
      parallelToolCalls: false,
      logprobs: true,
      topLogprobs: 2,
      store: false,
      user: 'u',
      serviceTier: 'flex',
      safetyIdentifier: 's',
      promptCacheKey: 'k',
      promptCacheRetention: '24h',
    });
    expect(fieldsOf({ tools: [tool('f')], tool_choice: tool('f') }).toolChoice).toEqual({
      type: 'function',
      name: 'f',
    });
    expect(fieldsOf({ text: { format: { type: 'json_object' } } })).toEqual({
      responseFormat: { type: 'json_object' },
    });
    expect(fieldsOf({ include: ['message.output_text.logprobs'] })).toEqual({ logprobs: true });
    expect(read({ stream: true }).request.stream).toBe(true);
  });

  it.each(
    Object.entries({
      tools: [],
      tool_choice: 'auto',
      text: { format: { type: 'text' }, verbosity: null },
      reasoning: { effort: null, summary: null },
      store: true,
      metadata: { a: 'b' },
      include: ['reasoning.encrypted_content'],
      stream_options: { include_obfuscation: false },
      top_logprobs: 0,
      background: false,
      truncation: 'disabled',
      user: '',
      instructions: '',
      previous_response_id: '',
    }),
  )('with a neutral value, or of the gateway’s own, are not passed on: %s', (field, value) => {
    expect(fieldsOf({ [field]: value })).toEqual({});
    expect(fieldsOf({ [field]: null })).toEqual({});
    expect(read({ [field]: value }).adjusted).toEqual([]);
  });

  it('without an effect are told', () => {
    expect(read({ truncation: 'auto' }).adjusted).toEqual(['truncation=ignored']);
  });

  it('of how it thinks show what it thought', () => {
    expect(read({ reasoning: { summary: 'auto' } })).toMatchObject({
      request: { showThoughts: true },
      adjusted: [],
    });
    expect(read({ reasoning: { effort: 'low' } }).request).not.toHaveProperty('showThoughts');
  });
});

describe('faults', () => {
  const image = (fields: object) => ({ input: [user([{ type: 'input_image', ...fields }])] });
  const file = (fields: object) => ({ input: [user([{ type: 'input_file', ...fields }])] });
  const format = (fields: object) => ({ text: { format: { type: 'json_schema', name: 'n', ...fields } } });

  it.each<[Record<string, unknown>, ...string[]]>([
    [{ input: undefined }, 'input missing'],
    [{ input: null, instructions: 'Be brief.' }, 'input missing'],
    [{ input: [] }, 'input value_error'],
    [{ input: '' }, 'input value_error'],
    [{ input: 5 }, 'input string_type'],
    [{ input: [5] }, 'input.0 model_attributes_type'],
    [{ input: [{}] }, 'input.0.type missing'],
    [{ input: [{ id: 'x', content: 'y' }] }, 'input.0.type missing'],
    [{ input: [{ type: 'item_reference' }] }, 'input.0.id missing'],
    [{ input: [{ role: 'tool', content: 'x' }] }, 'input.0.role literal_error'],
    [{ input: [user([{ type: 'text', text: 'x' }])] }, 'input.0.content.0.type literal_error'],
    [{ input: [{ role: 'user' }] }, 'input.0.content missing'],
    [{ input: [user('x'), output('1')] }, 'input.1.call_id value_error'],
    [{ input: [call('1'), output('2'), user('x')] }, 'input.1.call_id value_error', 'input.0 value_error'],
    [{ input: [call('1'), call('2'), output('2')] }, 'input.0 value_error'],
    [{ input: [call('1'), user('x')] }, 'input.0 value_error'],
    [{ input: [call('1'), output('1'), output('1')] }, 'input.2.call_id value_error'],
    [{ input: [call('1'), call('1')] }, 'input.1.call_id value_error'],
    [{ input: [call('')] }, 'input.0.call_id string_too_short'],
    [{ input: [call('1', { arguments: '[1]' })] }, 'input.0.arguments value_error'],
    [{ input: [call('1', { arguments: {} })] }, 'input.0.arguments string_type'],
    [{ input: [call('1', { name: 'two words' })] }, 'input.0.name value_error'],
    [{ input: [{ type: 'function_call_output', output: 'x' }] }, 'input.0.call_id missing'],
    [image({}), 'input.0.content.0.image_url missing'],
    [image({ image_url: 'http://example.org/a.png' }), 'input.0.content.0.image_url value_error'],
    [file({ filename: 'a.pdf' }), 'input.0.content.0.file_data missing'],
    [file({ file_data: 'data:image/png;base64,AAAA' }), 'input.0.content.0.file_data value_error'],
    [{ tools: [tool('f'), tool('f')] }, 'tools.1.name value_error'],
    [{ tools: [{ type: 'function' }] }, 'tools.0.name missing'],
    [{ tools: [{ name: 'f' }] }, 'tools.0.type missing'],
    [{ tools: [tool('two words')] }, 'tools.0.name value_error'],
    [
      { tools: [tool('f', { parameters: { enum: new Array(50_001).fill(0) } })] },
      'tools.0.parameters value_error',
    ],
    [{ tools: [tool('f')], tool_choice: tool('g') }, 'tool_choice.name value_error'],
    [
      { tools: [tool('f')], tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [tool('g')] } },
      'tool_choice.tools.0.name value_error',
    ],
    [
      { tool_choice: { type: 'allowed_tools', tools: [tool('f')] } },
      'tool_choice.tools.0.name value_error',
      'tool_choice.mode missing',
    ],
    [{ tool_choice: 'required' }, 'tool_choice value_error'],
    [{ tool_choice: 'never' }, 'tool_choice literal_error'],
    [format({ schema: { enum: new Array(10_001).fill(0) } }), 'text.format.schema value_error'],
    [format({ name: '' }), 'text.format.name string_too_short'],
    [{ text: { format: { type: 'xml' } } }, 'text.format.type literal_error'],
    [{ reasoning: { effort: 'huge' } }, 'reasoning.effort literal_error'],
    [{ max_output_tokens: 0 }, 'max_output_tokens greater_than_equal'],
    [{ metadata: { a: 1 } }, 'metadata value_error'],
    [{ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [i, ''])) }, 'metadata value_error'],
    [{ input: new Array(20_001).fill(output('1')) }, 'input too_long'],
    [{ fact_check: { sources: ['none'] } }, 'fact_check.sources.0 value_error'],
    [{ truncation: 'always', top_logprobs: 21 }, 'top_logprobs less_than_equal', 'truncation literal_error'],
  ])('%j', (fields, ...expected) => {
    expect(faultsOf(fields)).toEqual(expected);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ background: true }, 'background'],
    [{ conversation: 'conv_1' }, 'conversation'],
  ])('%j is refused', (fields, param) => {
    expect(faultsOf(fields)).toEqual([`${param} unsupported`]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ input: [user('x'), { type: 'local_shell_call', call_id: '1' }] }, 'input.1.type'],
    [image({ file_id: 'file_1' }), 'input.0.content.0'],
    [file({ file_url: 'https://example.org/a.pdf' }), 'input.0.content.0'],
    [{ input: [call('1'), output('1', [{ type: 'input_image', file_id: 'file_1' }])] }, 'input.1.output.0'],
  ])('%j only a provider of this API takes, and it is named by its place', (fields, place) => {
    expect(read(fields).media).toEqual([{ kind: 'unread', what: expect.any(String), place }]);
  });

  it.each([
    [{ type: 'web_search' }, 'web_search'],
    [{ type: 'allowed_tools', mode: 'auto', tools: [{ type: 'mcp' }] }, 'mcp'],
  ])('a choice that no function stands for is told apart: %j', (choice, kind) => {
    const { request } = read({ tools: [tool('f')], tool_choice: choice });
    expect(request.toolChoice).toEqual({ type: 'other', kind });
  });

  it('say where they are in the body', () => {
    const raw = { model: 'm', input: 'x', tools: [tool('f'), tool('f')] };
    expect(findResponsesFaults(raw).map(({ loc }) => loc)).toEqual([['body', 'tools', 1, 'name']]);
  });

  it('between items are found with those of earlier responses', () => {
    const fields = { previous_response_id: 'resp_1', input: [user('x')] };
    expect(faultsOf(fields, {}, [call('1')])).toEqual(['previous_response_id value_error']);
    expect(faultsOf({ ...fields, input: [output('2')] }, {}, [call('1')])).toEqual([
      'input.0.call_id value_error',
      'previous_response_id value_error',
    ]);
    expect(faultsOf(fields, {}, [call('1', { arguments: 'x' }), output('1')])).toEqual([
      'previous_response_id value_error',
    ]);
  });

  it('are what the provider of the model says they are', () => {
    const input = [call('1', { name: 'a.b', arguments: 'x' })];
    expect(faultsOf({ input }, { anyArguments: true })).toEqual([]);
    expect(faultsOf({ input, tools: [tool('a.b')] }, { names: /^\w+$/ })).toEqual([
      'tools.0.name value_error',
      'input.0.name value_error',
      'input.0.arguments value_error',
    ]);
  });

  it('are none of a conversation that ends with calls', () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] };
    expect(faultsOf({ input: [user('x'), call('1'), said('y'), reasoning] })).toEqual([]);
  });
});

describe('errors', () => {
  const error = (param: string, message = `${param} is not supported by x`) =>
    new GatewayError('unsupported', message, { param });
  const inWords = (given: unknown, body: object = {}) =>
    inResponsesWords(given, body as ResponsesBody) as GatewayError;

  it.each([
    ['response_format', 'text.format'],
    ['response_format.json_schema.schema', 'text.format.schema'],
    ['max_tokens', 'max_output_tokens'],
    ['max_completion_tokens', 'max_output_tokens'],
    ['reasoning_effort', 'reasoning.effort'],
    ['verbosity', 'text.verbosity'],
    ['tools.2.function.parameters.properties.a.allOf', 'tools.2.parameters.properties.a.allOf'],
    ['tools[2].function.parameters', 'tools[2].parameters'],
    ['tool_choice.function.name', 'tool_choice.name'],
    ['messages.3.content.1', 'input'],
    ['messages[3].content', 'input'],
    ['logprobs', 'include'],
  ])('name the field as the caller wrote it: %s', (field, param) => {
    const renamed = inWords(error(field));
    expect(renamed).toMatchObject({ param, message: `${param} is not supported by x`, code: 'unsupported' });
  });

  it('name the one of two fields that asked for the same', () => {
    expect(inWords(error('logprobs'), { top_logprobs: 1 }).param).toBe('top_logprobs');
  });

  it('of other fields stay as they are', () => {
    for (const other of [error('temperature'), new GatewayError('internal'), new Error('x')])
      expect(inWords(other)).toBe(other);
  });
});

it.each<[string, object, string[]]>([
  ['nothing', {}, []],
  [
    'what the gateway does itself',
    { include: ['message.output_text.logprobs', 'reasoning.encrypted_content'] },
    [],
  ],
  [
    'paths, each once',
    { include: ['file_search_call.results', 'file_search_call.results', 'a.b.c.d.e'] },
    ['include=file_search_call.results:ignored', 'include=a.b.c.d.e:ignored'],
  ],
  ['what is no path', { include: ['a b', 'a', 'a.b.c.d.e.f', 'A.b'] }, ['include=another:ignored']],
  ['a conversation that is to be cut', { truncation: 'auto' }, ['truncation=ignored']],
  ['a conversation that is not', { truncation: 'disabled' }, []],
])('what is left out is said: %s', (_what, fields, adjusted) => {
  expect(read(fields as Record<string, unknown>).adjusted).toEqual(adjusted);
});
