/** What a provider's Responses API is sent: the whole body of a request, field by field. */
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import type { Capabilities, Model } from '../../../domain/catalogue.ts';
import { type ChatRequest, textMessage } from '../../../domain/chat.ts';
import { TAKES_ALL } from '../dialect.ts';
import { joinPieces } from '../join-pieces-in-tests.ts';
import { OPENAI_RESPONSES_FIELDS, type ResponsesSettings } from './settings.ts';
import { toRequest } from './to-request.ts';

const SETTINGS: ResponsesSettings = {
  ...{
    key: 'openai',
    name: 'OpenAI',
    allowedTools: true,
    customTools: true,
    errorRules: [],
    leastTokens: 16,
    search: { parts: ['user_location', 'allowed_domains'], blockedDomains: 'excluded_domains' },
  },
  ...{ fields: OPENAI_RESPONSES_FIELDS, serves: () => true, reasons: () => false, summarizes: false },
};
const key = ApiKey.parse('sk-test')!;
const modelWith = (capabilities: Partial<Capabilities> = {}) =>
  ({
    id: 'm',
    wireId: 'wire-m',
    capabilities: { ...TAKES_ALL, systemRole: 'developer', ...capabilities },
  }) as Model;

function send(fields: Partial<ChatRequest>, settings: Partial<ResponsesSettings> = {}, model = modelWith()) {
  const asked: ChatRequest = { messages: [textMessage('user', 'Hi')], stream: false, ...fields };
  const { request, without, ...rest } = toRequest(asked, model, key, { ...SETTINGS, ...settings });
  return {
    ...{ path: request.path, headers: request.headers, ...rest },
    body: JSON.parse(joinPieces(request.body)),
    ...(without && { without: JSON.parse(joinPieces(without.request().body)), param: without.param }),
  };
}

const PLAIN = { model: 'wire-m', store: false, input: [{ role: 'user', content: 'Hi' }] };

it('goes to its path with the key, is not stored, and holds nothing that was not asked for', () => {
  expect(send({})).toEqual({
    path: '/responses',
    headers: { authorization: 'Bearer sk-test' },
    adjusted: [],
    body: PLAIN,
  });
  expect(send({ store: false })).toMatchObject({ adjusted: [], body: PLAIN });
  expect(send({ store: true }).adjusted).toEqual(['store=ignored']);
});

it.each<[Partial<ChatRequest>, object]>([
  [
    { maxTokens: 50, temperature: 0.5, topP: 0.9 },
    { max_output_tokens: 50, temperature: 0.5, top_p: 0.9 },
  ],
  [{ stream: true }, { stream: true }],
  [
    { user: 'u\ud800', metadata: { a: 'b' } },
    { user: 'u\ufffd', metadata: { a: 'b' } },
  ],
  [{ verbosity: 'low' }, { text: { verbosity: 'low' } }],
  [{ responseFormat: { type: 'json_object' } }, { text: { format: { type: 'json_object' } } }],
  [
    { logprobs: true, topLogprobs: 2 },
    { include: ['message.output_text.logprobs'], top_logprobs: 2 },
  ],
  [{ promptCacheOptions: { mode: 'implicit' } }, { prompt_cache_options: { mode: 'implicit' } }],
  [
    { tools: [{ name: 'f' }], toolChoice: { type: 'function', name: 'f' } },
    {
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false }],
      tool_choice: { type: 'function', name: 'f' },
    },
  ],
])('%j is sent as %j', (fields, sent) => {
  expect(send(fields).body).toEqual({ ...PLAIN, ...sent });
});

it('fewer tokens than the provider takes become the least that it takes, and that is said', () => {
  expect(send({ maxTokens: 15 })).toMatchObject({
    body: { max_output_tokens: 16 },
    adjusted: ['max_tokens=16'],
  });
  expect(send({ maxTokens: 16 })).toMatchObject({ body: { max_output_tokens: 16 }, adjusted: [] });
});

describe('a model that thinks', () => {
  const thinking = { reasons: () => true, summarizes: true };
  const encrypted = ['reasoning.encrypted_content'];

  it('gives back what it thought, and shows a summary; where that is refused, it is asked without', () => {
    expect(send({}, thinking)).toMatchObject({
      body: { include: encrypted, reasoning: { summary: 'auto' } },
      param: 'reasoning.summary',
    });
    expect(send({}, thinking).without).toEqual({ ...PLAIN, include: encrypted });
    expect(send({ reasoningEffort: 'low' }, thinking)).toMatchObject({
      body: { reasoning: { effort: 'low', summary: 'auto' } },
      without: { reasoning: { effort: 'low' } },
    });
  });

  it('shows none where it does not think, or the provider has none', () => {
    expect(send({ reasoningEffort: 'none' }, thinking).body.reasoning).toEqual({ effort: 'none' });
    expect(send({}, { ...thinking, summarizes: false })).not.toHaveProperty('without');
    expect(send({}, { ...thinking, summarizes: false }).body).not.toHaveProperty('reasoning');
  });
});

describe('a conversation', () => {
  it('is written in items: what the system says, pictures, calls and their results', () => {
    const picture = {
      type: 'image',
      source: { kind: 'data', mediaType: 'image/png', data: 'AAAA' },
    } as const;
    const messages: ChatRequest['messages'] = [
      textMessage('system', 'Be brief.'),
      { role: 'user', content: [{ type: 'text', text: 'Look' }, picture] },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'I ask.' }],
        toolCalls: [{ id: 'c', name: 'f', arguments: '{}' }],
      },
      { role: 'tool', callId: 'c', content: [{ type: 'text', text: 'Done.' }] },
    ];
    expect(send({ messages }).body.input).toEqual([
      { role: 'developer', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
        ],
      },
      { role: 'assistant', content: 'I ask.' },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'Done.' },
    ]);
  });

  it('has no half of a character', () => {
    expect(send({ safetyIdentifier: 'a\ud83d' }).body.safety_identifier).toBe('a\ufffd');
  });

  it('that ends with the assistant is refused where the model cannot go on with it', () => {
    const messages = [textMessage('user', 'Hi'), textMessage('assistant', 'Well')];
    expect(() => send({ messages }, {}, modelWith({ assistantLast: false }))).toThrow(/assistant/);
    expect(send({ messages }, {}, modelWith({ assistantLast: true })).body.input).toHaveLength(2);
  });
});

describe('what a caller wrote for this API', () => {
  const QUESTION = { role: 'user', content: 'Hi' };
  const written = (
    rest: object = {},
    fields: Partial<ChatRequest> = {},
    settings: Partial<ResponsesSettings> = {},
  ) => {
    const message = textMessage('user', 'Hi');
    const body = { input: [QUESTION], ...rest };
    const given = {
      dialect: 'responses',
      body,
      sources: new Map([[message, QUESTION]]),
      unread: ['of_tomorrow'],
    };
    const asked = { messages: [message], written: given, ...fields } as unknown as Partial<ChatRequest>;
    return send(asked, settings);
  };
  const thinking = { reasons: () => true, summarizes: true };

  it('goes on as it came, but for what the gateway decides', () => {
    expect(written({ of_tomorrow: 1, store: true, model: 'x' })).toMatchObject({
      body: { ...PLAIN, input: [QUESTION], of_tomorrow: 1 },
      asWritten: true,
      adjusted: [],
    });
    expect(send({})).not.toHaveProperty('asWritten');
  });

  it('is asked for what must go back, beside what its caller asks for', () => {
    expect(written({}, {}, thinking).body.include).toEqual(['reasoning.encrypted_content']);
    const include = ['reasoning.encrypted_content', 'x'];
    expect(written({ include: ['x'] }, {}, thinking).body.include.toSorted()).toEqual(include);
    expect(written({ include }, {}, thinking).body.include).toEqual(include);
    expect(written({}).body).not.toHaveProperty('include');
  });

  it('has its own reasoning, with the effort that the model has, and is not asked without its summary', () => {
    const asked = written(
      { reasoning: { effort: 'x', summary: 'auto' } },
      { reasoningEffort: 'low' },
      thinking,
    );
    expect(asked.body.reasoning).toEqual({ effort: 'low', summary: 'auto' });
    expect(asked).not.toHaveProperty('without');
    expect(written({}, {}, thinking).body).not.toHaveProperty('reasoning');
  });

  it('has options of a stream where there is one', () => {
    const settings = { streamOptions: { include_obfuscation: false } };
    const options = { stream_options: { include_obfuscation: true, x: 1 } };
    const streamed = written(options, { stream: true }, settings);
    expect(streamed.body.stream_options).toEqual({ include_obfuscation: false, x: 1 });
    expect(streamed.adjusted).toEqual(['stream_options.include_obfuscation=false']);
    const whole = written(options, {}, settings);
    expect(whole.body).not.toHaveProperty('stream_options');
    expect(whole.adjusted).toEqual([]);
    expect(send({ stream: true }, settings).body.stream_options).toEqual({ include_obfuscation: false });
    expect(send({}, settings).body).not.toHaveProperty('stream_options');
  });

  it('says where reasoning stays away', () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] };
    expect(written({ input: [reasoning, QUESTION] }).adjusted).toEqual(['reasoning=ignored']);
    expect(written({ input: [QUESTION] }).adjusted).toEqual([]);
  });
});

describe('a search', () => {
  const search = (webSearchOptions: object) =>
    send({ webSearchOptions } as Partial<ChatRequest>, {
      search: {
        parts: ['user_location', 'allowed_domains', 'blocked_domains'],
        blockedDomains: 'excluded_domains',
      },
    });

  it('is a tool with what the provider takes', () => {
    expect(search({}).body.tools).toEqual([{ type: 'web_search' }]);
    const { body, adjusted } = search({
      ...{ search_context_size: 'low', allowed_domains: ['a.b'], blocked_domains: ['c.d'] },
      user_location: { type: 'approximate', approximate: { city: 'Ulm' } },
    });
    expect(body.tools).toEqual([
      {
        ...{ type: 'web_search', user_location: { type: 'approximate', city: 'Ulm' } },
        filters: { allowed_domains: ['a.b'], excluded_domains: ['c.d'] },
      },
    ]);
    expect(adjusted).toEqual(['web_search.search_context_size=ignored']);
    expect(search({ blocked_domains: ['c.d'] }).body.tools[0].filters).toEqual({ excluded_domains: ['c.d'] });
  });
});

it('stop sequences are looked for by the gateway', () => {
  expect(send({ stop: ['X'] })).toMatchObject({ stop: ['X'], body: PLAIN, adjusted: [] });
  expect(send({})).not.toHaveProperty('stop');
});

it('marks of tools are left to the next ones', () => {
  const tools = [{ name: 'f', cache: {} }];
  expect(send({ tools }).adjusted).toEqual(['tools.prompt_cache_breakpoint=ignored']);
  expect(send({ tools: [{ name: 'f' }] }).adjusted).toEqual([]);
});
