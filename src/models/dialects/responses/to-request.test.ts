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

  it('that ends with the assistant is refused where the model cannot go on with it', () => {
    const messages = [textMessage('user', 'Hi'), textMessage('assistant', 'Well')];
    expect(() => send({ messages }, {}, modelWith({ assistantLast: false }))).toThrow(/assistant/);
    expect(send({ messages }, {}, modelWith({ assistantLast: true })).body.input).toHaveLength(2);
  });
});
