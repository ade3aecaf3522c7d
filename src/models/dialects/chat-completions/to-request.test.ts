/** What a provider of this dialect is sent: the whole body of a request, field by field. */
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import type { Capabilities, Model } from '../../../domain/catalogue.ts';
import { type ChatRequest, textMessage } from '../../../domain/chat.ts';
import { dialectOf } from '../../providers/registry.ts';
import { TAKES_ALL } from '../dialect.ts';
import { joinPieces } from '../join-pieces-in-tests.ts';

const key = ApiKey.parse('sk-test')!;
const modelWith = (capabilities: Partial<Capabilities> = {}) =>
  ({
    id: 'm',
    wireId: 'wire-m',
    capabilities: { ...TAKES_ALL, tokenField: 'max_tokens', ...capabilities },
  }) as Model;

function send(fields: Partial<ChatRequest>, provider = 'openai-compatible', model = modelWith()) {
  const asked: ChatRequest = { messages: [textMessage('user', 'Hi')], stream: false, ...fields };
  const { request, ...rest } = dialectOf(provider).adapter.toRequest(asked, model, key);
  return { ...request, body: JSON.parse(joinPieces(request.body)), ...rest };
}
const bodyOf = (...given: Parameters<typeof send>) => send(...given).body;

const PLAIN = { model: 'wire-m', messages: [{ role: 'user', content: 'Hi' }] };

it('goes to its path with the key, and holds nothing that was not asked for', () => {
  expect(send({})).toMatchObject({
    path: '/chat/completions',
    headers: { authorization: 'Bearer sk-test' },
    body: PLAIN,
    adjusted: [],
  });
  expect(Object.keys(bodyOf({}))).toEqual(['model', 'messages']);
});

it.each<[Partial<ChatRequest>, object]>([
  [
    { maxTokens: 5, temperature: 0.5, topP: 0.9, seed: 7 },
    { max_tokens: 5, temperature: 0.5, top_p: 0.9, seed: 7 },
  ],
  [
    { topK: 4, minP: 0.1, repetitionPenalty: 1.1 },
    { top_k: 4, min_p: 0.1, repetition_penalty: 1.1 },
  ],
  [
    { stop: ['a'], user: 'u\ud800', choices: 2 },
    { stop: ['a'], user: 'u\ufffd', n: 2 },
  ],
  [
    { logprobs: true, topLogprobs: 2 },
    { logprobs: true, top_logprobs: 2 },
  ],
  [{ logprobs: true }, { logprobs: true }],
  [{ stream: true }, { stream: true, stream_options: { include_usage: true } }],
  [{ responseFormat: { type: 'json_object' } }, { response_format: { type: 'json_object' } }],
  [
    { responseFormat: { type: 'json_schema', name: 'n', schema: {} } },
    { response_format: { type: 'json_schema', json_schema: { name: 'n', schema: {} } } },
  ],
  [{ reasoningEffort: 'low' }, { reasoning_effort: 'low' }],
  [{ reasoningEffort: 'none' }, { reasoning_effort: 'none' }],
  [
    { promptCacheOptions: { mode: 'implicit', seconds: 60 } },
    { prompt_cache_options: { mode: 'implicit', ttl: '30m' } },
  ],
  [{ promptCacheOptions: { mode: 'implicit' } }, { prompt_cache_options: { mode: 'implicit' } }],
])('%j is sent as %j', (fields, sent) => {
  expect(bodyOf(fields)).toEqual({ ...PLAIN, ...sent });
});

describe('a provider with words of its own', () => {
  it('is told so: Together how many alternatives it lists, and to think not at all', () => {
    expect(bodyOf({ logprobs: true }, 'together')).toEqual({ ...PLAIN, logprobs: 1 });
    expect(bodyOf({ logprobs: true, topLogprobs: 3 }, 'together')).toEqual({ ...PLAIN, logprobs: 3 });
    expect(bodyOf({ reasoningEffort: 'none' }, 'together')).toEqual({
      ...PLAIN,
      reasoning: { enabled: false },
    });
  });
});

describe('tools', () => {
  const tools = [{ name: 'f', description: 'F\ud800', parameters: {} }, { name: 'g' }];
  const [f, g] = [
    { type: 'function', function: { name: 'f', description: 'F\ufffd', parameters: {} } },
    { type: 'function', function: { name: 'g' } },
  ];
  const named = (name: string) => ({ type: 'function', function: { name } });

  it.each<[string, ChatRequest['toolChoice'] & object, unknown]>([
    ['none', { type: 'none' }, 'none'],
    ['required', { type: 'required' }, 'required'],
    ['one', { type: 'function', name: 'f' }, named('f')],
    [
      'several',
      { type: 'allowed', mode: 'auto', names: ['g'] },
      { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [named('g')] } },
    ],
  ])('are offered, and chosen among: %s', (_name, toolChoice, choice) => {
    expect(bodyOf({ tools, toolChoice, parallelToolCalls: false }, 'openai')).toEqual({
      ...PLAIN,
      tools: [f, g],
      tool_choice: choice,
      parallel_tool_calls: false,
    });
  });

  it('are offered without thinking where the model does not do both', () => {
    const model = modelWith({ toolsWithReasoning: false });
    const { body, adjusted } = send({ tools, reasoningEffort: 'high' }, 'openai-compatible', model);
    expect([body.reasoning_effort, adjusted]).toEqual(['none', ['reasoning_effort=none']]);
    expect(send({ reasoningEffort: 'high' }, 'openai-compatible', model).body.reasoning_effort).toBe('high');
    expect(send({ tools, reasoningEffort: 'none' }, 'openai-compatible', model).adjusted).toEqual([]);
  });
});

it('a conversation that ends with the assistant is refused where the model cannot go on with it', () => {
  const messages = [textMessage('user', 'Hi'), textMessage('assistant', 'Well')];
  expect(() => send({ messages }, 'openai-compatible', modelWith({ assistantLast: false }))).toThrow(
    /assistant/,
  );
  expect(bodyOf({ messages }, 'openai-compatible', modelWith({ assistantLast: true })).messages).toHaveLength(
    2,
  );
});

describe('what a caller wrote for this API', () => {
  const [f, g] = ['f', 'g'].map((name) => ({ type: 'function', function: { name, of_tomorrow: 1 } }));
  const tools = [{ name: 'f' }, { name: 'g' }];
  const choice = { type: 'function', function: { name: 'f' }, of_tomorrow: 1 };
  const format = { type: 'json_object', of_tomorrow: 1 };
  const written = (body: object, fields: Partial<ChatRequest>) => {
    const given = { dialect: 'chat-completions', body, sources: new Map(), unread: ['of_tomorrow'] };
    return send({ ...fields, written: given as ChatRequest['written'] & object });
  };

  it.each<[string, Partial<ChatRequest>, object, object]>([
    ['fields that nobody here reads', {}, { of_tomorrow: 1, seed: 7 }, { of_tomorrow: 1 }],
    ['its tools', { tools }, { tools: [f, g] }, { tools: [f, g] }],
    [
      'its choice among them',
      { tools, toolChoice: { type: 'function', name: 'f' } },
      { tools: [f, g], tool_choice: choice },
      { tools: [f, g], tool_choice: choice },
    ],
    [
      'its choice in one word',
      { tools, toolChoice: { type: 'required' } },
      { tools: [f, g], tool_choice: 'required' },
      { tools: [f, g], tool_choice: 'required' },
    ],
    [
      'but for a choice that the provider has no word for',
      { tools, toolChoice: { type: 'allowed', mode: 'auto', names: ['g'] } },
      { tools: [f, g], tool_choice: { type: 'allowed_tools' } },
      { tools: [{ type: 'function', function: { name: 'g' } }], tool_choice: 'auto' },
    ],
    [
      'but for the marks of its tools',
      { tools },
      {
        tools: [
          { ...f, cache_control: {} },
          { ...g, prompt_cache_breakpoint: {} },
        ],
      },
      { tools: [f, g] },
    ],
    ['no tools that are not offered', {}, { tools: [f], tool_choice: choice }, {}],
    [
      'its form of the answer',
      { responseFormat: { type: 'json_object' } },
      { response_format: format },
      { response_format: format },
    ],
    ['no form where plain text was asked for', {}, { response_format: { type: 'text' } }, {}],
    [
      'its options of a stream',
      { stream: true },
      { stream_options: { include_usage: false, of_tomorrow: 1 } },
      { stream: true, stream_options: { include_usage: true, of_tomorrow: 1 } },
    ],
    ['no options without a stream', {}, { stream_options: { of_tomorrow: 1 } }, {}],
  ])('goes on as it came: %s', (_what, fields, rest, sent) => {
    expect(written(rest, fields)).toMatchObject({ asWritten: true, adjusted: [] });
    expect(written(rest, fields).body).toEqual({ ...PLAIN, ...sent });
  });
});

it('stop sequences go along as far as the provider takes them, and more are looked for by the gateway', () => {
  const four = ['a', 'b', 'c', 'd'];
  expect(send({ stop: four }, 'openai')).not.toHaveProperty('stop');
  const { stop, body } = send({ stop: [...four, 'e'] }, 'openai');
  expect(stop).toEqual([...four, 'e']);
  expect(body).not.toHaveProperty('stop');
});
