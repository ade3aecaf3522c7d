/**
 * Makes a simulated model's answer from the request alone, so that the same request always gets the
 * same answer. What kind of answer it is, the first maker that has one decides.
 */
import {
  answerJsonObject,
  answerSchema,
  describeAttachments,
  listClaims,
  makeSmallTalk,
  repeatWords,
} from './answer-callers.ts';
import { answerFromResults, callTools } from './call-tools.ts';
import { judgeExtraction, normalizeClaims, readClaims } from './gateway-questions.ts';
import {
  type Answer,
  type AnswerMaker,
  type DetectClaims,
  type Ending,
  isQuestion,
  type Prompt,
  type Question,
  type Reaction,
} from './prompt.ts';
import { estimateTokens, splitTokens } from './split-tokens.ts';

/** In order of precedence; the last one answers everything. */
const ANSWER_MAKERS: readonly AnswerMaker[] = [
  normalizeClaims,
  readClaims,
  judgeExtraction,
  repeatWords,
  answerFromResults,
  describeAttachments,
  answerSchema,
  answerJsonObject,
  listClaims,
  makeSmallTalk,
];

const ASKS_TO_CONTINUE = /^continue\b.{0,40}\bwhere (?:it|you) (?:was )?(?:stopped|left off)\b/i;

/**
 * What the gateway puts behind a question for providers whose system's words stand apart: a model answers the question, and
 * none of this. `gateway/chat/prompts` and `engine/factcheck/prompts` begin so.
 */
const ADDED =
  /(?<=\S)\s*\b(?:Evidence on what the user said was retrieved for you\.|You (?:answer through Claimgate|check factual claims for Claimgate|normalize claims for Claimgate)[,.:]? )[\s\S]*$/;

/** The newest part of a message that is searched for claims, in UTF-16 units. */
const SEARCHED = 4_000;
/** Prompts from this size on are cached in part, in tokens (OpenAI's and Google's threshold). */
const CACHED_FROM = 1024;
/** Caches work in blocks of this many tokens. */
const CACHE_BLOCK = 128;
/** What a message's frame costs beside its text, in tokens. */
const FRAME = 4;
/** The most tokens of an answer that its scenario ends early. */
const ENDED_AFTER = 12;

/** @param reaction to be answered in place of what is made here. */
export function composeAnswer(
  given: Prompt,
  ending: Ending,
  detect: DetectClaims,
  reaction: Reaction = {},
): Answer {
  const { prompt, begun } = readContinuation(given);
  const message = (prompt.turns.findLast(isQuestion)?.text ?? '').replace(ADDED, '');
  const claims = detect(message.slice(-SEARCHED)).map((claim) => claim.text);
  const question: Question = { prompt, message, claims };
  const calls =
    ending !== 'own' || reaction.text !== undefined ? [] : (reaction.calls ?? callTools(question));
  let text = '';
  for (const make of calls.length > 0 ? [] : ANSWER_MAKERS) {
    const made = reaction.text ?? make(question);
    if (made === undefined) continue;
    // Half a surrogate pair in the question must not become half a character on the wire.
    text = made.toWellFormed();
    if (text.startsWith(begun)) text = text.slice(begun.length);
    break;
  }

  const stopped = stopAt(text, prompt.stop);
  let tokens = splitTokens(stopped.text);
  let finish: Answer['finish'] = stopped.sequence === undefined ? 'end' : 'stop_sequence';
  if (ending !== 'own') {
    tokens = tokens.slice(0, Math.max(1, Math.min(ENDED_AFTER, tokens.length >> 1)));
    if (ending !== 'broken') finish = ending;
  }
  const { maxTokens } = prompt;
  if (maxTokens !== undefined && tokens.length > maxTokens) {
    tokens = tokens.slice(0, maxTokens);
    finish = 'length';
  }
  if (calls.length > 0) finish = 'tool_calls';
  return {
    tokens,
    calls,
    finish,
    stopSequence: finish === 'stop_sequence' ? stopped.sequence : undefined,
    counts: {
      ...countPrompt(given),
      text: tokens.length + countCalls(calls),
      reasoning: countReasoning(prompt, tokens.length),
    },
  };
}

/**
 * Whether the caller asks to continue an answer that stopped: the same answer is made again, and what the caller has
 * of it is left out.
 * @returns the conversation up to the question, and what its answer begins with; else the prompt as it is.
 */
function readContinuation(prompt: Prompt): { readonly prompt: Prompt; readonly begun: string } {
  const [answer, request] = prompt.turns.slice(-2);
  if (answer?.role !== 'assistant' || request?.role !== 'user' || !ASKS_TO_CONTINUE.test(request.text)) {
    return { prompt, begun: '' };
  }
  return { prompt: { ...prompt, turns: prompt.turns.slice(0, -2) }, begun: answer.text };
}

/** Cuts a text before the stop sequence that is complete first, the longest of those that end together. */
function stopAt(text: string, stop: readonly string[]): { text: string; sequence: string | undefined } {
  const found = stop
    .map((sequence) => ({ sequence, at: text.indexOf(sequence) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at + a.sequence.length - (b.at + b.sequence.length) || a.at - b.at)[0];
  return { text: text.slice(0, found?.at), sequence: found?.sequence };
}

/** What the calls' names and arguments cost, in tokens. */
function countCalls(calls: Answer['calls']): number {
  return calls.reduce((sum, call) => sum + FRAME + estimateTokens(JSON.stringify(call).length), 0);
}

export function countPrompt(prompt: Prompt): { prompt: number; cached: number } {
  let total = 0;
  for (const text of prompt.system) total += FRAME + estimateTokens(text.length);
  for (const turn of prompt.turns) total += FRAME + estimateTokens(turn.text.length);
  const blocks = total < CACHED_FROM ? 0 : Math.floor(total / 2 / CACHE_BLOCK);
  return { prompt: total, cached: blocks * CACHE_BLOCK };
}

/** Reasoning counts towards the limit of tokens; here it takes only what the visible text has left. */
function countReasoning(prompt: Prompt, textTokens: number): number {
  return Math.min(prompt.thinking, (prompt.maxTokens ?? Number.POSITIVE_INFINITY) - textTokens);
}
