/**
 * The simulated xAI. It differs from OpenAI in two error forms, in reasoning tokens that
 * `completion_tokens` leaves out, in `reasoning_content`, and in what its reasoning models refuse.
 * Sources: the API reference, and recorded replies and error reports (2025–2026).
 */
import type { Answer } from '../answers/prompt.ts';
import { type Exchange, jsonReply, type Reply } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import { maskKey } from '../mask-key.ts';
import { REASONING_TEXT, reasoningBudget } from '../reasoning-budget.ts';
import { simulateProvider } from '../simulate-provider.ts';
import { checkWord, type Problem } from './chat-fields.ts';
import { FINISH } from './openai.ts';
import { openAIErrorForms } from './openai-errors.ts';
import { type ChatErrorForms, type ChatTraits, speakChat } from './speak-chat.ts';

const INVALID = 'Client specified an invalid argument';
const FORBIDDEN = 'The caller does not have permission to execute the specified operation';
const EXHAUSTED = 'Some resource has been exhausted';
const NOT_FOUND = 'Some requested entity was not found';
const INTERNAL = 'Internal error';

const headers = ({ serial }: Exchange): Record<string, string> => ({
  'x-request-id': `sandbox-${serial}`,
  'x-metrics-e2e-ms': '120',
});

/** xAI's own error form. */
function reply(exchange: Exchange, status: number, code: string, error: string, more = {}): Reply {
  return jsonReply(status, { code, error }, { ...headers(exchange), ...more });
}

/** Its other form is OpenAI's: so do its front servers speak. */
const openAIForms = openAIErrorForms(undefined, headers);

const errors: ChatErrorForms = {
  unknownPath: (exchange) => reply(exchange, 404, NOT_FOUND, `No such path: ${exchange.path}`),
  missingKey: (exchange) =>
    reply(
      exchange,
      401,
      'Unauthenticated',
      'No API key provided. You can obtain an API key from https://console.x.ai.',
    ),
  invalidKey: (exchange, key) =>
    reply(
      exchange,
      400,
      INVALID,
      `Incorrect API key provided: ${maskKey(key, '***')}. You can obtain an API key from https://console.x.ai.`,
    ),
  revokedKey: (exchange, key) =>
    reply(
      exchange,
      403,
      FORBIDDEN,
      `The API key ${maskKey(key, '***')} is disabled or blocked. Please create a new API key at https://console.x.ai.`,
    ),
  tooLarge: (exchange) => reply(exchange, 413, INVALID, 'Request body is too large.'),
  badRequest: (exchange, problem) => badRequest(exchange, problem),
  rateLimited: (exchange) =>
    reply(
      exchange,
      429,
      EXHAUSTED,
      'Too many requests for team claimgate-sandbox: 3 requests per minute. Please try again later.',
      {
        'retry-after': '7',
      },
    ),
  outOfQuota: (exchange) =>
    reply(
      exchange,
      429,
      EXHAUSTED,
      'Your team claimgate-sandbox has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.',
    ),
  overloaded: openAIForms.overloaded,
  failed: (exchange) => reply(exchange, 500, INTERNAL, 'The service hit an internal error.'),
  streamEvent: () =>
    `data: ${JSON.stringify({ code: INTERNAL, error: 'The service hit an internal error.' })}\n\n`,
};

function badRequest(exchange: Exchange, { status = 400, message }: Problem): Reply {
  return reply(exchange, status, status === 404 ? NOT_FOUND : INVALID, message);
}

const xaiTraits: ChatTraits = {
  errors,
  knownFields: undefined,
  roles: ['system', 'developer', 'user', 'assistant', 'function', 'tool'],
  checkForModel(body, model, refuse) {
    if (body.search_parameters !== undefined && body.search_parameters !== null) {
      refuse({
        message: 'Live search is deprecated. Please switch to the Agent Tools API.',
        param: null,
        code: null,
        status: 410,
      });
    }
    const reasons = !model.includes('non-reasoning') && !/^grok-[12]\b/.test(model);
    const refused = {
      presence_penalty: 'presencePenalty',
      frequency_penalty: 'frequencyPenalty',
      stop: 'stop',
    };
    for (const [field, name] of Object.entries(refused)) {
      // The penalties are refused at 0 too, and `stop` even when it is empty.
      if (!reasons || body[field] === undefined || body[field] === null) continue;
      refuse({ message: `Model ${model} does not support parameter ${name}.`, param: field, code: null });
    }
    // Only grok-4.3 can leave its reasoning out.
    const efforts = [...(model.startsWith('grok-4.3') ? ['none'] : []), 'low', 'medium', 'high', 'xhigh'];
    const effort = checkWord(body, 'reasoning_effort', reasons ? efforts : [], refuse);
    return reasons ? reasoningBudget(effort) : 0;
  },
  headers,
  envelope: ({ serial }) => ({
    id: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    system_fingerprint: 'fp_sandbox',
  }),
  usage: xaiUsage,
  choice: (_, answer, text) => ({
    index: 0,
    message: {
      role: 'assistant',
      content: text,
      ...(answer.counts.reasoning > 0 ? { reasoning_content: REASONING_TEXT } : {}),
      refusal: null,
    },
    finish_reason: FINISH[answer.finish],
  }),
  openingParts: (_, answer) =>
    answer.counts.reasoning > 0
      ? [{ choices: [{ index: 0, delta: { reasoning_content: REASONING_TEXT, role: 'assistant' } }] }]
      : [],
  tokenPart: (_, text, index) => ({
    choices: [{ index: 0, delta: { content: text, ...(index === 0 ? { role: 'assistant' } : {}) } }],
  }),
  closingParts: (asked, answer) => [
    {
      choices: [
        { index: 0, delta: { content: '', role: 'assistant' }, finish_reason: FINISH[answer.finish] },
      ],
    },
    ...(asked.includeUsage ? [{ choices: [], usage: xaiUsage(answer) }] : []),
  ],
};

export const simulatedXai = simulateProvider(speakChat(xaiTraits));

/** `completion_tokens` without reasoning, `total_tokens` with it. */
function xaiUsage({ counts }: Answer): JsonObject {
  return {
    prompt_tokens: counts.prompt,
    completion_tokens: counts.text,
    total_tokens: counts.prompt + counts.text + counts.reasoning,
    prompt_tokens_details: {
      text_tokens: counts.prompt,
      audio_tokens: 0,
      image_tokens: 0,
      cached_tokens: counts.cached,
    },
    completion_tokens_details: {
      reasoning_tokens: counts.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
    num_sources_used: 0,
  };
}
