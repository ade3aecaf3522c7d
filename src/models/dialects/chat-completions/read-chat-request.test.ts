import { describe, expect, it } from 'vitest';
import { GatewayError, ValidationError } from '../../../domain/errors.ts';
import { validate } from '../../../gateway/http/body/validate.ts';
import { chatCompletionsSchema } from '../../../gateway/http/chat-schema.ts';
import { findFaults, readChatRequest } from './read-chat-request.ts';

const USER = { role: 'user', content: 'Hello' };
const PNG = 'iVBORw0KGgo=';

function read(fields: Record<string, unknown>) {
  const body = { model: 'm', messages: [USER], ...fields };
  return readChatRequest(validate(chatCompletionsSchema, body, findFaults(body)));
}

/** The request beyond its messages. */
function fieldsOf(fields: Record<string, unknown>) {
  const { messages: _, stream: __, ...rest } = read(fields).request;
  return rest;
}

/** The faults of a body, as `loc type`. */
function faultsOf(fields: Record<string, unknown>): string[] {
  try {
    read(fields);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.faults.map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`);
  }
}

const text = (said: string) => [{ type: 'text', text: said }];
const call = (id: string, name = 'f', args = '{"a":1}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const calls = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => call(id)),
});
const result = (id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id: id, content });
const tool = (name: string, more: object = {}) => ({ type: 'function', function: { name, ...more } });

describe('messages', () => {
  const one = (message: object) => read({ messages: [message] }).request.messages[0];

  it('of the developer are the system’s', () => {
    expect(one({ role: 'developer', content: 'Be brief.', name: 'ops' })).toEqual({
      role: 'system',
      content: text('Be brief.'),
      name: 'ops',
    });
  });

  it('keep pictures, files and sounds where they stand, and join the texts between', () => {
    const data = (type: string, content: string) => `data:${type};base64,${content}`;
    const { request, media } = read({
      messages: [
        USER,
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
            { type: 'image_url', image_url: { url: data('image/PNG', PNG), detail: 'low' } },
            { type: 'text', text: '' },
            { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
            { type: 'file', file: { file_data: data('application/pdf', 'JVBERi0='), filename: 'a.pdf' } },
            { type: 'file', file: { file_data: 'JVBERi0=' } },
            { type: 'text', text: 'c' },
            { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
          ],
        },
      ],
    });
    const pdf = { type: 'file', mediaType: 'application/pdf', data: 'JVBERi0=' };
    expect(request.messages[1]?.content).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'image', source: { kind: 'data', mediaType: 'image/png', data: PNG }, detail: 'low' },
      { type: 'image', source: { kind: 'url', url: 'https://example.org/a.png' } },
      { ...pdf, filename: 'a.pdf' },
      pdf,
      { type: 'text', text: 'c' },
      { type: 'audio', data: 'UklGRg==', format: 'wav' },
    ]);
    expect(media).toEqual(
      (['image', 'image_url', 'pdf', 'pdf', 'audio'] as const).map((kind, at) => ({
        kind,
        place: `messages.1.content.${[2, 4, 5, 6, 8][at]}`,
        ...(kind === 'image' ? { mediaType: 'image/png' } : {}),
      })),
    );
  });

  it('of the assistant may have no content beside calls or a refusal', () => {
    expect(one({ role: 'assistant', refusal: 'No.' })).toEqual({ role: 'assistant', content: text('No.') });
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'refusal', refusal: 'b' },
    ];
    expect(one({ role: 'assistant', content: parts, tool_calls: [] })).toEqual({
      role: 'assistant',
      content: text('ab'),
    });
    const extra = { google: { thought_signature: 'x' } };
    expect(
      one({ role: 'assistant', tool_calls: [{ ...call('1', 'f', ' '), extra_content: extra }] }),
    ).toEqual({
      role: 'assistant',
      content: [],
      toolCalls: [{ id: '1', name: 'f', arguments: '{}', extra }],
    });
  });

  it('in the older form get ids for their calls', () => {
    const older = (name: string) => ({
      role: 'assistant',
      content: null,
      function_call: { name, arguments: '{}' },
    });
    const gave = (name: string) => ({ role: 'function', name, content: name });
    const { request } = read({ messages: [USER, older('f'), gave('f'), older('g'), gave('g')] });
    const [, first, firstResult, second, secondResult] = request.messages;
    expect(first).toMatchObject({ toolCalls: [{ name: 'f', arguments: '{}' }] });
    const ids = [first, second].map((message) => message?.role === 'assistant' && message.toolCalls?.[0]?.id);
    expect(firstResult).toEqual({ role: 'tool', content: text('f'), callId: ids[0] });
    expect(secondResult).toEqual({ role: 'tool', content: text('g'), callId: ids[1] });
    expect(ids[0]).not.toBe(ids[1]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['messages.0.audio', { messages: [{ role: 'assistant', content: 'a', audio: { id: 'x' } }] }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['audio', { audio: {} }],
  ])('are refused where the gateway does not take a part: %s', (param, fields) => {
    expect(() => read(fields)).toThrow(
      expect.toSatisfy((error: unknown) => error instanceof GatewayError && error.param === param),
    );
  });

  it('have parts, calls, tools and choices of other types, which are told apart', () => {
    const called = { role: 'assistant', tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'x' } }] };
    const asked = [
      { type: 'video_url' },
      { type: 'text', text: 'Why?' },
      { type: 'file', file: { file_id: 'x' } },
    ];
    const { request, media } = read({
      messages: [{ role: 'user', content: asked }, called],
      tools: [tool('f'), { type: 'web_search' }],
      tool_choice: { type: 'custom', custom: { name: 'x' } },
    });
    expect(media).toEqual([
      { kind: 'unread', what: "'video_url'", place: 'messages.0.content.0' },
      { kind: 'unread', what: 'a file with a file_id', place: 'messages.0.content.2' },
      { kind: 'unread', what: "'custom'", place: 'messages.1.tool_calls.0' },
    ]);
    expect(request.messages).toEqual([
      { role: 'user', content: text('Why?') },
      { role: 'assistant', content: [] },
    ]);
    expect(request.otherTools).toEqual([{ type: 'web_search', place: 'tools.1' }]);
    expect(request.toolChoice).toEqual({ type: 'other', kind: 'custom' });
  });
});

describe('fields', () => {
  it('about tools are read', () => {
    const parameters = { type: 'object', properties: {} };
    expect(
      fieldsOf({
        tools: [
          tool('f', { description: 'd', parameters, strict: true }),
          tool('g', { strict: false, parameters: {} }),
        ],
        tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [tool('g')] } },
        parallel_tool_calls: false,
      }),
    ).toEqual({
      tools: [{ name: 'f', description: 'd', parameters, strict: true }, { name: 'g' }],
      toolChoice: { type: 'allowed', mode: 'required', names: ['g'] },
      parallelToolCalls: false,
    });
    expect(fieldsOf({ tools: [tool('f')], tool_choice: tool('f') }).toolChoice).toEqual({
      type: 'function',
      name: 'f',
    });
    expect(fieldsOf({ functions: [{ name: 'f' }], function_call: { name: 'f' } })).toEqual({
      tools: [{ name: 'f' }],
      toolChoice: { type: 'function', name: 'f' },
      parallelToolCalls: false,
    });
  });

  it('that providers have are read', () => {
    const same = { verbosity: 'low', metadata: { a: 'b' }, store: false, seed: 0, logprobs: true };
    expect(
      fieldsOf({
        ...same,
        service_tier: 'flex',
        safety_identifier: 's',
        prompt_cache_key: 'k',
        prompt_cache_retention: '24h',
        top_logprobs: 3,
        logit_bias: { '1': -100 },
        n: 2,
        prediction: { type: 'content', content: 'x' },
        web_search_options: {},
        modalities: ['text'],
        reasoning_effort: 'max',
      }),
    ).toEqual({
      ...same,
      serviceTier: 'flex',
      safetyIdentifier: 's',
      promptCacheKey: 'k',
      promptCacheRetention: '24h',
      topLogprobs: 3,
      logitBias: { '1': -100 },
      choices: 2,
      prediction: { type: 'content', content: 'x' },
      webSearchOptions: {},
      reasoningEffort: 'max',
    });
  });

  it.each(
    Object.entries({
      tools: [],
      tool_choice: 'auto',
      parallel_tool_calls: true,
      functions: [],
      function_call: 'none',
      stop: [],
      presence_penalty: 0,
      frequency_penalty: 0,
      response_format: { type: 'text' },
      user: '',
      n: 1,
      logprobs: false,
      top_logprobs: 0,
      logit_bias: {},
      metadata: {},
      prediction: {},
      modalities: [],
      prompt_cache_key: '',
    }),
  )('with a neutral value count as absent: %s', (field, value) => {
    expect(fieldsOf({ [field]: value })).toEqual({});
    expect(fieldsOf({ [field]: null })).toEqual({});
  });
});

describe('faults', () => {
  const user = (part: object) => ({ messages: [{ role: 'user', content: [part] }] });
  const image = (url: unknown) => user({ type: 'image_url', image_url: { url } });

  it.each<[Record<string, unknown>, ...string[]]>([
    [{ messages: [{ role: 'assistant' }] }, 'messages.0.content missing'],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages.0.tool_call_id missing'],
    [{ messages: [USER, result('1')] }, 'messages.1.tool_call_id value_error'],
    [
      { messages: [USER, calls('1'), result('2'), USER] },
      'messages.2.tool_call_id value_error',
      'messages.1.tool_calls.0 value_error',
    ],
    [{ messages: [calls('1', '2'), result('2')] }, 'messages.0.tool_calls.0 value_error'],
    [
      { messages: [calls('1'), USER, result('1')] },
      'messages.0.tool_calls.0 value_error',
      'messages.2.tool_call_id value_error',
    ],
    [{ messages: [calls('1'), result('1'), result('1')] }, 'messages.2.tool_call_id value_error'],
    [{ messages: [calls('1', '1')] }, 'messages.0.tool_calls.1.id value_error'],
    [
      { messages: [{ role: 'assistant', tool_calls: [call('1', 'f', '[1]')] }] },
      'messages.0.tool_calls.0.function.arguments value_error',
    ],
    [
      { messages: [{ role: 'assistant', tool_calls: [call('1', 'f', '{')] }] },
      'messages.0.tool_calls.0.function.arguments value_error',
    ],
    [
      { messages: [{ role: 'assistant', tool_calls: [call('1', 'two words')] }] },
      'messages.0.tool_calls.0.function.name value_error',
    ],
    [{ messages: [{ role: 'function', name: 'f', content: 'x' }] }, 'messages.0.name value_error'],
    [image('http://example.org/a.png'), 'messages.0.content.0.image_url.url value_error'],
    [image('ftp://example.org/a.png'), 'messages.0.content.0.image_url.url value_error'],
    [image('data:image/png,abc'), 'messages.0.content.0.image_url.url value_error'],
    [image('data:text/html;base64,PGI+'), 'messages.0.content.0.image_url.url value_error'],
    [image('data:image/png;base64,a b='), 'messages.0.content.0.image_url.url value_error'],
    [image('data:image/png;base64,abc'), 'messages.0.content.0.image_url.url value_error'],
    [user({ type: 'file', file: {} }), 'messages.0.content.0.file.file_data missing'],
    [
      user({ type: 'file', file: { file_data: 'data:image/png;base64,AAAA' } }),
      'messages.0.content.0.file.file_data value_error',
    ],
    [
      user({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'ogg' } }),
      'messages.0.content.0.input_audio.format literal_error',
    ],
    [user({ type: 'refusal', refusal: 'No.' }), 'messages.0.content.0.type literal_error'],
    [{ tools: [tool('f'), tool('f')] }, 'tools.1.function.name value_error'],
    [{ tools: [{ type: 'function' }] }, 'tools.0.function missing'],
    [{ tools: [{ function: { name: 'f' } }] }, 'tools.0.type missing'],
    [{ tools: [tool('two words')] }, 'tools.0.function.name value_error'],
    [{ tools: Array.from({ length: 1_001 }, (_, i) => tool(`f${i}`)) }, 'tools too_long'],
    [{ tools: [tool('f')], functions: [{ name: 'f' }] }, 'functions value_error'],
    [{ tools: [tool('f')], tool_choice: tool('g') }, 'tool_choice.function.name value_error'],
    [
      {
        tools: [tool('f')],
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode: 'auto', tools: [tool('f'), tool('g')] },
        },
      },
      'tool_choice.allowed_tools.tools.1.function.name value_error',
    ],
    [{ functions: [{ name: 'f' }], function_call: { name: 'g' } }, 'function_call.name value_error'],
    [{ tool_choice: 'required' }, 'tool_choice value_error'],
    [
      { tools: [tool('f', { parameters: { enum: new Array(50_001).fill(0) } })] },
      'tools.0.function.parameters value_error',
    ],
    [{ top_logprobs: 2 }, 'top_logprobs value_error'],
    [{ logit_bias: { '1': 101 } }, 'logit_bias value_error'],
    [{ n: 0 }, 'n greater_than_equal'],
  ])('%j', (fields, ...expected) => {
    expect(faultsOf(fields)).toEqual(expected);
  });

  it.each([
    ['temperature', 0, 2],
    ['top_p', 0, 1],
    ['presence_penalty', -2, 2],
    ['frequency_penalty', -2, 2],
    ['n', 1, 128],
    ['max_tokens', 1, undefined],
    ['max_completion_tokens', 1, undefined],
  ])('%s is from %i to %i', (name, least, most) => {
    const faults = (value: number) => faultsOf({ [name]: value });
    expect(faults(least)).toEqual([]);
    expect(faults(least - 1)).toEqual([`${name} greater_than_equal`]);
    if (most === undefined) return;
    expect(faults(most)).toEqual([]);
    expect(faults(most + 1)).toEqual([`${name} less_than_equal`]);
  });

  it('begin right behind the bounds of lists and of log probabilities', () => {
    expect(faultsOf({ logprobs: true, top_logprobs: 20 })).toEqual([]);
    expect(faultsOf({ logprobs: true, top_logprobs: 21 })).toEqual(['top_logprobs less_than_equal']);
    expect(faultsOf({ logit_bias: { '1': 100, '2': -100 } })).toEqual([]);
    expect(faultsOf({ stop: new Array(64).fill('a') })).toEqual([]);
    expect(faultsOf({ stop: new Array(65).fill('a') })).toEqual(['stop too_long']);
  });

  it.each([
    { messages: [calls('1', '2'), result('2'), result('1', text('ok')), USER] },
    { messages: [USER, calls('1')] },
    { messages: [calls('1'), result('1'), calls('1'), result('1')] },
    image(`data:image/svg+xml;charset=utf-8;base64,${PNG}`),
    image(`data:image/png;base64,${'A'.repeat(20 * 1024 * 1024)}`),
  ])('are none where a conversation is whole', (fields) => {
    expect(faultsOf(fields)).toEqual([]);
  });
});

describe('the fields of a request', () => {
  it('are read by the words of today, and by older ones', () => {
    expect(fieldsOf({ max_tokens: 5 })).toEqual({ maxTokens: 5 });
    expect(fieldsOf({ max_completion_tokens: 7 })).toEqual({ maxTokens: 7 });
    expect(fieldsOf({ max_completion_tokens: 7, max_tokens: 7 })).toEqual({ maxTokens: 7 });
    expect(fieldsOf({ max_completion_tokens: null, max_tokens: 5 })).toEqual({ maxTokens: 5 });
  });

  it.each<[object, object | undefined]>([
    [{ type: 'text' }, undefined],
    [{ type: 'json_object' }, { type: 'json_object' }],
    [{ type: 'json_object', schema: {} }, { type: 'json_object' }],
    [
      { type: 'json_object', schema: { type: 'object' } },
      { type: 'json_schema', name: 'answer', schema: { type: 'object' } },
    ],
    [
      { type: 'json_schema', json_schema: { name: 'n' } },
      { type: 'json_schema', name: 'n', schema: {} },
    ],
    [
      {
        type: 'json_schema',
        json_schema: { name: 'n', schema: { type: 'object' }, description: 'A page.', strict: false },
      },
      { type: 'json_schema', name: 'n', schema: { type: 'object' }, description: 'A page.', strict: false },
    ],
    [
      { type: 'json_schema', json_schema: { name: 'n', description: null, strict: null } },
      { type: 'json_schema', name: 'n', schema: {} },
    ],
  ])('of a form are read from either of its places: %j', (response_format, responseFormat) => {
    expect(fieldsOf({ response_format })).toStrictEqual(
      responseFormat === undefined ? {} : { responseFormat },
    );
  });

  it.each<[unknown, string[] | undefined]>([
    ['a', ['a']],
    [
      ['a', '', 'b'],
      ['a', 'b'],
    ],
    ['', undefined],
    [[''], undefined],
    [[], undefined],
  ])('of stop sequences leave out what is empty: %j', (stop, expected) => {
    expect(fieldsOf({ stop })).toStrictEqual(expected === undefined ? {} : { stop: expected });
  });
});
