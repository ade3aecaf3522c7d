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
