/** The simulated OpenAI. */
import type { Answer } from '../answers/prompt.ts';
import type { JsonObject } from '../json.ts';
import { reasoningBudget } from '../reasoning-budget.ts';
import { simulateProvider } from '../simulate-provider.ts';
import { checkWord, type Refuse } from './chat-fields.ts';
import { openAIErrorForms, openAIHeaders } from './openai-errors.ts';
import { type ModelRules, openAIModelRules } from './openai-models.ts';
import { type ChatTraits, speakChat } from './speak-chat.ts';

/** Every field of the API reference; all others are refused. */
const FIELDS = new Set([
  ...['audio', 'frequency_penalty', 'function_call', 'functions', 'logit_bias', 'logprobs'],
  ...[
    'max_completion_tokens',
    'max_tokens',
    'messages',
    'metadata',
    'modalities',
    'model',
    'moderation',
    'n',
  ],
  ...['parallel_tool_calls', 'prediction', 'presence_penalty', 'prompt_cache_key', 'prompt_cache_options'],
  ...['prompt_cache_retention', 'reasoning_effort', 'response_format', 'safety_identifier', 'seed'],
  ...['service_tier', 'stop', 'store', 'stream', 'stream_options', 'temperature', 'tool_choice', 'tools'],
  ...['top_logprobs', 'top_p', 'user', 'verbosity', 'web_search_options'],
]);

export const FINISH = {
  end: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  filtered: 'content_filter',
} as const;

export const openAITraits: ChatTraits = {
  errors: openAIErrorForms(),
  knownFields: FIELDS,
  roles: ['system', 'assistant', 'user', 'function', 'tool', 'developer'],
  checkForModel(body, model, refuse) {
    const rules = openAIModelRules(model);
    checkJsonIsAskedFor(body, refuse);
    return rules.reasons ? checkReasoning(body, rules, refuse) : checkPlain(body, refuse);
  },
  headers: openAIHeaders,
  envelope: ({ serial }) => ({
    id: `chatcmpl-${String(serial).padStart(29, '0')}`,
    service_tier: 'default',
    system_fingerprint: 'fp_sandbox',
  }),
  usage: openAIUsage,
  choice: (_, answer, text) => ({
    index: 0,
    message: { role: 'assistant', content: text, refusal: null, annotations: [] },
    logprobs: null,
    finish_reason: FINISH[answer.finish],
  }),
  openingParts: (asked) => [
    chunk({ role: 'assistant', content: '', refusal: null }, null, asked.includeUsage),
  ],
  tokenPart: (asked, text, index) => ({
    ...chunk({ content: text }, null, asked.includeUsage),
    ...(asked.obfuscate ? { obfuscation: 'abcdefghijkl'.slice(index % 12) } : {}),
  }),
  closingParts: (asked, answer) => [
    chunk({}, FINISH[answer.finish], asked.includeUsage),
    ...(asked.includeUsage ? [{ choices: [], usage: openAIUsage(answer) }] : []),
  ],
};

export const simulatedOpenAI = simulateProvider(speakChat(openAITraits));

/** Where usage was asked for, every chunk but the last has it as null. */
function chunk(delta: JsonObject, finish: string | null, includeUsage: boolean): JsonObject {
  const choice = { index: 0, delta, logprobs: null, finish_reason: finish };
  return { choices: [choice], ...(includeUsage ? { usage: null } : {}) };
}

export function openAIUsage({ counts }: Answer): JsonObject {
  const completion = counts.text + counts.reasoning;
  return {
    prompt_tokens: counts.prompt,
    completion_tokens: completion,
    total_tokens: counts.prompt + completion,
    prompt_tokens_details: { cached_tokens: counts.cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: counts.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function checkJsonIsAskedFor(body: JsonObject, refuse: Refuse): void {
  const format = body.response_format as JsonObject | undefined | null;
  if (format?.type !== 'json_object' || /json/i.test(JSON.stringify(body.messages))) return;
  refuse({
    message:
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    param: 'messages',
    code: null,
  });
}

function checkPlain(body: JsonObject, refuse: Refuse): number {
  if (body.reasoning_effort !== undefined && body.reasoning_effort !== null) {
    refuse({ message: 'Unrecognized request argument supplied: reasoning_effort', param: null, code: null });
  }
  return 0;
}

function checkReasoning(body: JsonObject, rules: ModelRules, refuse: Refuse): number {
  const unsupported = (field: string, more = '') =>
    refuse({
      message: `Unsupported parameter: '${field}' is not supported with this model.${more}`,
      param: field,
      code: 'unsupported_parameter',
    });
  const isSet = (field: string) => body[field] !== undefined && body[field] !== null;
  if (isSet('max_tokens')) unsupported('max_tokens', " Use 'max_completion_tokens' instead.");
  for (const field of ['stop', 'presence_penalty', 'frequency_penalty']) {
    if (isSet(field) && !rules.stopAndPenalties) unsupported(field);
  }
  const effort = checkWord(body, 'reasoning_effort', rules.efforts, refuse);
  if (effort !== 'none') {
    if (isSet('top_p')) unsupported('top_p');
    if (isSet('temperature') && body.temperature !== 1) {
      refuse({
        message: `Unsupported value: 'temperature' does not support ${body.temperature} with this model. Only the default (1) value is supported.`,
        param: 'temperature',
        code: 'unsupported_value',
      });
    }
  }
  return reasoningBudget(effort);
}
