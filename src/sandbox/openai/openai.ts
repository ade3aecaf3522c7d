/** The simulated OpenAI, and an operator's own server that speaks its dialect in the plainest form. */
import type { Answer } from '../answers/prompt.ts';
import { readErrorTable } from '../error-table.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import { reasoningBudget } from '../reasoning-budget.ts';
import { type Problem, refuse } from '../refuse.ts';
import { checkWord } from './chat-fields.ts';
import { type ModelRules, openAIModelRules } from './openai-models.ts';
import { notTaken } from './read-parts.ts';
import { type ChatTraits, simulateChatAndEmbeddings } from './speak-chat.ts';
import { withResponses } from './speak-responses.ts';
import { callsInPieces, callsOneByOne } from './write-calls.ts';
import { writeLogprobs } from './write-logprobs.ts';

const OPENAI_ERRORS = new URL('./openai-errors.json', import.meta.url);

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
  error: { message, type: 'invalid_request_error', param: param ?? null, code: code ?? null },
});

const openAITraits: ChatTraits = {
  errors: readErrorTable(OPENAI_ERRORS, headers),
  badRequest: openAIBadRequest,
  knownFields: FIELDS,
  roles: ['system', 'assistant', 'user', 'function', 'tool', 'developer'],
  allowedTools: true,
  takePart(kind, _mediaType, model) {
    const hears = /audio/.test(model);
    const isDeaf = /^gpt-3|^o1-(?:mini|preview)|^o3-mini/.test(model);
    return (kind === 'input_audio' ? hears : !hears && !isDeaf) ? undefined : notTaken(kind);
  },
  checkForModel: (body, model) => checkForModel(body, model, openAIModelRules(model).effortWithTools),
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
  contentBesideCalls: null,
  argumentsEnd: '',
  callDeltas: callsInPieces,
  logprobs: writeLogprobs,
  choice: () => ({ logprobs: null }),
  unfinished: null,
  openingDelta: ({ calls }) => ({ role: 'assistant', content: calls.length > 0 ? null : '', refusal: null }),
  tokenDelta: (content) => ({ content }),
  closingDelta: {},
  // Where usage was asked for, every chunk but the last has it as null.
  chunk: ({ includeUsage }) => (includeUsage ? { usage: null } : {}),
};

export const simulatedOpenAI = withResponses(simulateChatAndEmbeddings(openAITraits), {
  ...openAITraits,
  rules: {
    ...openAITraits,
    knownFields: undefined,
    checkForModel: (body, model) => checkForModel(body, model, 'any'),
  },
  leastTokens: 16,
  showsThoughts: false,
  customTools: true,
  piece: 12,
});

/** Any model, no reasoning, unknown fields ignored, no usage details. */
const compatibleTraits: ChatTraits = {
  ...openAITraits,
  errors: readErrorTable(OPENAI_ERRORS, () => ({})),
  knownFields: undefined,
  roles: ['system', 'user', 'assistant', 'tool'],
  allowedTools: false,
  takePart: () => undefined,
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
  callDeltas: callsOneByOne,
  openingDelta: () => ({ role: 'assistant' }),
  chunk: () => ({}),
};

export const simulatedCompatible = simulateChatAndEmbeddings(compatibleTraits);

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

/** @param effortWithTools what the API that is asked says of both together. */
function checkForModel(
  body: JsonObject,
  model: string,
  effortWithTools: ModelRules['effortWithTools'],
): number {
  const rules = openAIModelRules(model);
  checkJsonIsAskedFor(body);
  checkHints(body);
  if (isSet(body.web_search_options) && !model.includes('-search')) {
    const message = 'Web search options not supported with this model.';
    refuse(message, { param: 'web_search_options' });
  }
  if (rules.reasons) return checkReasoning(body, model, { ...rules, effortWithTools });
  if (isSet(body.verbosity) && body.verbosity !== 'medium') {
    const message = `Unsupported value: 'verbosity' does not support '${body.verbosity}' with this model. Supported values are: 'medium'.`;
    refuse(message, { param: 'verbosity', code: 'unsupported_value' });
  }
  if (isSet(body.reasoning_effort)) {
    const message = 'Unrecognized request argument supplied: reasoning_effort';
    refuse(message);
  }
  return 0;
}

function checkJsonIsAskedFor(body: JsonObject): void {
  const format = body.response_format as JsonObject | undefined | null;
  if (format?.type !== 'json_object' || /json/i.test(JSON.stringify(body.messages))) return;
  const message =
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.";
  refuse(message, { param: 'messages' });
}

function checkHints(body: JsonObject): void {
  const hints = {
    verbosity: ['low', 'medium', 'high'],
    service_tier: ['auto', 'default', 'flex', 'scale', 'priority'],
    prompt_cache_retention: ['in_memory', '24h'],
  };
  for (const [field, words] of Object.entries(hints)) {
    checkWord(body[field], words, field);
  }
}

function checkReasoning(body: JsonObject, model: string, rules: ModelRules): number {
  const effort = checkWord(body.reasoning_effort, rules.efforts, 'reasoning_effort', 'unsupported_value');
  const refused = [
    ...['max_tokens', 'logit_bias', 'prediction'],
    ...(rules.stopAndPenalties ? [] : ['stop', 'presence_penalty', 'frequency_penalty']),
    ...(effort === 'none' ? [] : ['top_p', 'logprobs', 'top_logprobs']),
  ];
  const field = refused.find((one) => isSet(body[one]));
  if (field !== undefined) {
    const message = `Unsupported parameter: '${field}' is not supported with this model.`;
    refuse(message, { param: field, code: 'unsupported_parameter' });
  }
  if (effort !== 'none' && isSet(body.temperature) && body.temperature !== 1) {
    const message = `Unsupported value: 'temperature' does not support ${body.temperature} with this model. Only the default (1) value is supported.`;
    refuse(message, { param: 'temperature', code: 'unsupported_value' });
  }
  const { effortWithTools: withTools } = rules;
  const isTaken =
    withTools === 'any' || effort === 'none' || (withTools === 'absent' && effort === undefined);
  if (isSet(body.tools) && !isTaken) {
    const message = `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`;
    refuse(message, { param: 'reasoning_effort' });
  }
  return reasoningBudget(effort);
}
