/**
 * The simulated xAI. It differs from OpenAI in two error forms, in reasoning tokens that
 * `completion_tokens` leaves out, in `reasoning_content`, and in what its reasoning models refuse.
 * Sources: the API reference, and recorded replies and error reports (2025–2026).
 */
import { readErrorTable } from '../error-table.ts';
import type { Exchange } from '../exchange.ts';
import { REASONING_TEXT, reasoningBudget } from '../reasoning-budget.ts';
import { refuse } from '../refuse.ts';
import { checkWord } from './chat-fields.ts';
import { completionDetails, FINISH, isSet } from './openai.ts';
import { notTaken } from './read-parts.ts';
import { type ChatTraits, simulateChat } from './speak-chat.ts';
import { withResponses } from './speak-responses.ts';
import { callsAtOnce } from './write-calls.ts';
import { writeLogprobs } from './write-logprobs.ts';

/** What reasoning models refuse, as the errors name it: the penalties at 0 too, and an empty `stop`. */
const NOT_WITH_REASONING = {
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  stop: 'stop',
};

const headers = ({ serial }: Exchange) => ({
  'x-request-id': `sandbox-${serial}`,
  'x-metrics-e2e-ms': '120',
});

const traits: ChatTraits = {
  errors: readErrorTable(new URL('./xai-errors.json', import.meta.url), headers),
  badRequest: ({ message }) => ({ code: 'Client specified an invalid argument', error: message }),
  knownFields: undefined,
  roles: ['system', 'developer', 'user', 'assistant', 'function', 'tool'],
  ownFields: { top_logprobs: { type: 'an integer', min: 0, max: 8 } },
  takePart(kind, mediaType) {
    if (kind !== 'image_url') return notTaken(kind);
    const isTaken = ['', 'image/png', 'image/jpeg'].includes(mediaType);
    return isTaken
      ? undefined
      : `Unsupported image type ${mediaType}: only image/jpeg and image/png are supported.`;
  },
  checkForModel(body, model) {
    const reasons = !model.includes('non-reasoning') && !/^grok-[12]\b/.test(model);
    for (const [field, name] of Object.entries(NOT_WITH_REASONING)) {
      if (!reasons || !isSet(body[field])) continue;
      refuse(`Model ${model} does not support parameter ${name}.`, { param: field });
    }
    // Only grok-4.3 can leave its reasoning out.
    const efforts = [...(model.startsWith('grok-4.3') ? ['none'] : []), 'low', 'medium', 'high', 'xhigh'];
    const effort = checkWord(
      body.reasoning_effort,
      reasons ? efforts : [],
      'reasoning_effort',
      'unsupported_value',
    );
    return reasons ? reasoningBudget(effort) : 0;
  },
  headers,
  envelope: ({ serial }) => ({
    id: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    system_fingerprint: 'fp_sandbox',
  }),
  finish: FINISH,
  // `completion_tokens` without reasoning, `total_tokens` with it.
  usage: ({ counts }) => ({
    prompt_tokens: counts.prompt,
    completion_tokens: counts.text,
    total_tokens: counts.prompt + counts.text + counts.reasoning,
    prompt_tokens_details: {
      text_tokens: counts.prompt,
      audio_tokens: 0,
      image_tokens: 0,
      cached_tokens: counts.cached,
    },
    completion_tokens_details: completionDetails(counts),
    num_sources_used: 0,
  }),
  message: ({ counts }) => ({
    ...(counts.reasoning > 0 ? { reasoning_content: REASONING_TEXT } : {}),
    refusal: null,
  }),
  contentBesideCalls: '',
  argumentsEnd: '',
  callDeltas: callsAtOnce,
  logprobs: writeLogprobs,
  choice: () => ({}),
  unfinished: undefined,
  openingDelta: ({ counts }) =>
    counts.reasoning > 0 ? { reasoning_content: REASONING_TEXT, role: 'assistant' } : undefined,
  tokenDelta: (content, index) => ({ content, ...(index === 0 ? { role: 'assistant' } : {}) }),
  closingDelta: { content: '', role: 'assistant' },
};

export const simulatedXai = withResponses(simulateChat(traits), {
  ...traits,
  rules: traits,
  leastTokens: 1,
  showsThoughts: true,
  customTools: false,
  piece: Number.POSITIVE_INFINITY,
});
