/**
 * The simulated Together. It differs from OpenAI in model ids with slashes, `eos`, `reasoning`, chunks
 * that repeat their text, usage in the finish chunk, no `developer` role, and 402.
 * Sources: the `together-ai` package's types, and recorded replies and error reports (2025–2026). It documents
 * no error of its own for a revoked key: the code is that of a wrong key, and the words are ours.
 */
import { readErrorTable } from '../error-table.ts';
import type { Exchange } from '../exchange.ts';
import { REASONING_TEXT, reasoningBudget } from '../reasoning-budget.ts';
import { refuse } from '../refuse.ts';
import { checkWord } from './chat-fields.ts';
import { openAIBadRequest } from './openai.ts';
import { notTaken } from './read-parts.ts';
import { simulateChatAndEmbeddings } from './speak-chat.ts';
import { callsInPieces } from './write-calls.ts';
import { writeLogprobLists } from './write-logprobs.ts';

const idOf = ({ serial }: Exchange): string => `sandbox-${serial}`;
const headers = (exchange: Exchange) => ({ 'x-together-request-id': idOf(exchange) });

export const simulatedTogether = simulateChatAndEmbeddings({
  errors: readErrorTable(new URL('./together-errors.json', import.meta.url), headers, idOf),
  badRequest: (problem, exchange) => ({ id: idOf(exchange), ...openAIBadRequest(problem) }),
  knownFields: undefined,
  roles: ['system', 'user', 'assistant', 'function', 'tool'],
  ownFields: { logprobs: { type: 'an integer', min: 0, max: 20 } },
  takePart: (kind, _mediaType, model) =>
    kind === 'image_url' && /kimi|-vl|vision|llama-4|gemma/i.test(model) ? undefined : notTaken(kind),
  checkForModel(body, model) {
    if (!/^[\w.-]+\/[\w.-]+$/.test(model)) {
      const message = `Unable to access non-serverless model ${model}. Please visit https://api.together.ai/models/${model} to create and start a new dedicated endpoint for the model.`;
      refuse(message, { code: 'model_not_available' });
    }
    const efforts = [
      ...(/deepseek/i.test(model) ? ['none'] : []),
      'low',
      'medium',
      'high',
      ...(/glm-5|deepseek-v4/i.test(model) ? ['max'] : []),
    ];
    const effort = checkWord(body.reasoning_effort, efforts, 'reasoning_effort', 'unsupported_value');
    return /gpt-oss|deepseek|glm|thinking|qwen3/i.test(model) ? reasoningBudget(effort) : 0;
  },
  headers,
  envelope: (exchange) => ({ id: idOf(exchange) }),
  // Together has no word for filtered answers in its types; servers of this dialect use OpenAI's.
  finish: {
    end: 'eos',
    // Some of its models say no more than that they stopped.
    tool_calls: 'stop',
    stop_sequence: 'stop',
    length: 'length',
    filtered: 'content_filter',
  },
  usage: ({ counts }) => ({
    prompt_tokens: counts.prompt,
    completion_tokens: counts.text + counts.reasoning,
    total_tokens: counts.prompt + counts.text + counts.reasoning,
    cached_tokens: counts.cached,
  }),
  message: ({ counts }) => ({
    tool_calls: [],
    ...(counts.reasoning > 0 ? { reasoning: REASONING_TEXT } : {}),
  }),
  contentBesideCalls: '',
  argumentsEnd: '\n',
  callDeltas: callsInPieces,
  logprobs: writeLogprobLists,
  // A chunk has its text twice, as with Together's completions.
  choice: (delta) =>
    delta === undefined ? { seed: 1, logprobs: null } : { text: delta.content, seed: null, logprobs: null },
  unfinished: null,
  openingDelta: ({ counts }) =>
    counts.reasoning > 0 ? { role: 'assistant', content: '', reasoning: REASONING_TEXT } : undefined,
  tokenDelta: (content, index) => ({ token_id: 1000 + index, role: 'assistant', content }),
  closingDelta: { token_id: 2, role: 'assistant', content: '' },
  chunk: () => ({ usage: null }),
  usageAtFinish: true,
});
