/**
 * The simulated Together. It differs from OpenAI in model ids with slashes, `eos`, `reasoning`, chunks
 * that repeat their text, usage in the finish chunk, no `developer` role, and 402.
 * Sources: the `together-ai` package's types, and recorded replies and error reports (2025–2026).
 */
import type { Answer } from '../answers/prompt.ts';
import { type Exchange, jsonReply, type Reply } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import { REASONING_TEXT, reasoningBudget } from '../reasoning-budget.ts';
import { simulateProvider } from '../simulate-provider.ts';
import { checkWord } from './chat-fields.ts';
import { type ErrorBody, openAIErrorForms } from './openai-errors.ts';
import { type ChatErrorForms, type ChatTraits, speakChat } from './speak-chat.ts';

const idOf = ({ serial }: Exchange): string => `sandbox-${serial}`;
const headers = (exchange: Exchange): Record<string, string> => ({ 'x-together-request-id': idOf(exchange) });
const wrap = (exchange: Exchange, error: ErrorBody): object => ({ id: idOf(exchange), error });

function reply(exchange: Exchange, status: number, error: Partial<ErrorBody>, more = {}): Reply {
  const body = { message: '', type: 'invalid_request_error', param: null, code: null, ...error };
  return jsonReply(status, wrap(exchange, body), { ...headers(exchange), ...more });
}

const errors: ChatErrorForms = {
  ...openAIErrorForms(wrap, headers),
  missingKey: (exchange) =>
    reply(exchange, 401, {
      message: 'Missing API key. You can find your API key at https://api.together.xyz/settings/api-keys.',
      code: 'missing_api_key',
    }),
  invalidKey: (exchange) =>
    reply(exchange, 401, {
      message:
        'Invalid API key provided. You can find your API key at https://api.together.xyz/settings/api-keys.',
      code: 'invalid_api_key',
    }),
  // Together documents no form of its own for a key that was revoked: the code is that of a wrong key,
  // and only the words, which are ours, tell the two apart.
  revokedKey: (exchange) =>
    reply(exchange, 401, {
      message:
        'The API key provided has been revoked. You can manage your API keys at https://api.together.xyz/settings/api-keys.',
      code: 'invalid_api_key',
    }),
  rateLimited: (exchange) =>
    reply(
      exchange,
      429,
      {
        message:
          'You have reached the rate limit specific to this model. The maximum rate limit for this model is 3.0 queries per minute.',
        type: 'model_rate_limit',
      },
      {
        'retry-after': '7',
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '7',
      },
    ),
  outOfQuota: (exchange) =>
    reply(exchange, 402, {
      message:
        'Credit limit exceeded. Please navigate to https://api.together.xyz/settings/billing to add credit or upgrade your plan.',
      type: 'credit_limit',
    }),
  overloaded: (exchange) =>
    reply(exchange, 503, {
      message: 'The server is overloaded or not ready yet.',
      type: 'service_unavailable',
    }),
};

/** Together has no word for filtered answers in its types; servers of this dialect use OpenAI's. */
const FINISH = { end: 'eos', stop_sequence: 'stop', length: 'length', filtered: 'content_filter' } as const;

const togetherTraits: ChatTraits = {
  errors,
  knownFields: undefined,
  roles: ['system', 'user', 'assistant', 'function', 'tool'],
  checkForModel(body, model, refuse) {
    if (!/^[\w.-]+\/[\w.-]+$/.test(model)) {
      return refuse({
        message: `Unable to access non-serverless model ${model}. Please visit https://api.together.ai/models/${model} to create and start a new dedicated endpoint for the model.`,
        param: null,
        code: 'model_not_available',
      });
    }
    const efforts = [...(/deepseek/i.test(model) ? ['none'] : []), 'low', 'medium', 'high'];
    const effort = checkWord(body, 'reasoning_effort', efforts, refuse);
    const reasons = /gpt-oss|deepseek|glm|thinking|qwen3/i.test(model);
    return reasons ? reasoningBudget(effort) : 0;
  },
  headers,
  envelope: (exchange) => ({ id: idOf(exchange) }),
  usage: togetherUsage,
  choice: (_, answer, text) => ({
    index: 0,
    seed: 1,
    message: {
      role: 'assistant',
      content: text,
      tool_calls: [],
      ...(answer.counts.reasoning > 0 ? { reasoning: REASONING_TEXT } : {}),
    },
    logprobs: null,
    finish_reason: FINISH[answer.finish],
  }),
  openingParts: (_, answer) =>
    answer.counts.reasoning > 0
      ? [chunk({ role: 'assistant', content: '', reasoning: REASONING_TEXT }, null, null)]
      : [],
  tokenPart: (_, text, index) =>
    chunk({ token_id: 1000 + index, role: 'assistant', content: text }, null, null),
  closingParts: (_, answer) => [
    chunk({ token_id: 2, role: 'assistant', content: '' }, FINISH[answer.finish], togetherUsage(answer)),
  ],
};

export const simulatedTogether = simulateProvider(speakChat(togetherTraits));

/** The text stands in each chunk twice, as it does with Together's completions. */
function chunk(delta: JsonObject, finish: string | null, usage: JsonObject | null): JsonObject {
  const choice = { index: 0, text: delta.content, seed: null, delta, logprobs: null, finish_reason: finish };
  return { choices: [choice], usage };
}

function togetherUsage({ counts }: Answer): JsonObject {
  const completion = counts.text + counts.reasoning;
  return {
    prompt_tokens: counts.prompt,
    completion_tokens: completion,
    total_tokens: counts.prompt + completion,
    cached_tokens: counts.cached,
  };
}
