/** The simulated OpenAI, and an operator's own server that speaks its dialect in the plainest form. */
import type { Answer } from '../answers/prompt.ts';
import { readErrorTable } from '../error-table.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import { reasoningBudget } from '../reasoning-budget.ts';
import { checkWord, type Problem, type Refuse } from './chat-fields.ts';
import { type ModelRules, openAIModelRules } from './openai-models.ts';
import { type ChatTraits, simulateChat } from './speak-chat.ts';

export const OPENAI_ERRORS = new URL('./openai-errors.json', import.meta.url);

/** Every field of the API reference; all others are refused. */
const FIELDS = new Set(
  `audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages
  metadata modalities model moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key
  prompt_cache_options prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier
  stop store stream stream_options temperature tool_choice tools top_logprobs top_p user verbosity
  web_search_options`.split(/\s+/),
);

export const FINISH = {
  end: 'stop',
  tool_calls: 'tool_calls',
  stop_sequence: 'stop',
  length: 'length',
  filtered: 'content_filter',
} as const;

const headers = ({ serial }: Exchange) => ({
  'openai-organization': 'claimgate-sandbox',
  'openai-processing-ms': '12',
  'openai-version': '2020-10-01',
  'x-request-id': `req_${String(serial).padStart(32, '0')}`,
});

/** OpenAI's error form, which others of the dialect have too. */
export const openAIBadRequest = ({ message, param, code }: Problem): object => ({
  error: { message, type: 'invalid_request_error', param, code },
});

const openAITraits: ChatTraits = {
  errors: readErrorTable(OPENAI_ERRORS, headers),
  badRequest: openAIBadRequest,
  knownFields: FIELDS,
  roles: ['system', 'assistant', 'user', 'function', 'tool', 'developer'],
  checkForModel(body, model, refuse) {
    const rules = openAIModelRules(model);
    checkJsonIsAskedFor(body, refuse);
    if (rules.reasons) return checkReasoning(body, rules, refuse);
    if (isSet(body.reasoning_effort)) {
      const message = 'Unrecognized request argument supplied: reasoning_effort';
      refuse({ message, param: null, code: null });
    }
    return 0;
  },
  headers,
  envelope: ({ serial }) => ({
    id: `chatcmpl-${String(serial).padStart(29, '0')}`,
    service_tier: 'default',
    system_fingerprint: 'fp_sandbox',
  }),
  finish: FINISH,
  usage: ({ counts }) => ({
    prompt_tokens: counts.prompt,
    completion_tokens: counts.text + counts.reasoning,
    total_tokens: counts.prompt + counts.text + counts.reasoning,
    prompt_tokens_details: { cached_tokens: counts.cached, audio_tokens: 0 },
    completion_tokens_details: completionDetails(counts),
  }),
  message: () => ({ refusal: null, annotations: [] }),
  choice: () => ({ logprobs: null }),
  unfinished: null,
  openingDelta: () => ({ role: 'assistant', content: '', refusal: null }),
  tokenDelta: (content) => ({ content }),
  closingDelta: {},
  // Where usage was asked for, every chunk but the last has it as null.
  chunk: ({ includeUsage }) => (includeUsage ? { usage: null } : {}),
};

export const simulatedOpenAI = simulateChat(openAITraits);

/** Any model, no reasoning, unknown fields ignored, no usage details. */
const compatibleTraits: ChatTraits = {
  ...openAITraits,
  errors: readErrorTable(OPENAI_ERRORS, () => ({})),
  knownFields: undefined,
  roles: ['system', 'user', 'assistant', 'tool'],
  checkForModel: () => 0,
  headers: () => ({}),
  envelope: ({ serial }) => ({ id: `cmpl-${serial}` }),
  usage: ({ counts }) => ({
    prompt_tokens: counts.prompt,
    completion_tokens: counts.text,
    total_tokens: counts.prompt + counts.text,
  }),
  message: () => ({}),
  choice: () => ({}),
  openingDelta: () => ({ role: 'assistant' }),
  chunk: () => ({}),
};

export const simulatedCompatible = simulateChat(compatibleTraits);

export function completionDetails(counts: Answer['counts']): JsonObject {
  return {
    reasoning_tokens: counts.reasoning,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  };
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function checkJsonIsAskedFor(body: JsonObject, refuse: Refuse): void {
  const format = body.response_format as JsonObject | undefined | null;
  if (format?.type !== 'json_object' || /json/i.test(JSON.stringify(body.messages))) return;
  const message =
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.";
  refuse({ message, param: 'messages', code: null });
}

function checkReasoning(body: JsonObject, rules: ModelRules, refuse: Refuse): number {
  const words = ['reasoning_effort', 'unsupported_value'] as const;
  const effort = checkWord(body.reasoning_effort, rules.efforts, words, refuse);
  const refused = [
    'max_tokens',
    ...(rules.stopAndPenalties ? [] : ['stop', 'presence_penalty', 'frequency_penalty']),
    ...(effort === 'none' ? [] : ['top_p']),
  ];
  const field = refused.find((one) => isSet(body[one]));
  if (field !== undefined) {
    const message = `Unsupported parameter: '${field}' is not supported with this model.`;
    refuse({ message, param: field, code: 'unsupported_parameter' });
  }
  if (effort !== 'none' && isSet(body.temperature) && body.temperature !== 1) {
    const message = `Unsupported value: 'temperature' does not support ${body.temperature} with this model. Only the default (1) value is supported.`;
    refuse({ message, param: 'temperature', code: 'unsupported_value' });
  }
  return reasoningBudget(effort);
}
