/** Continues an answer that stopped: the same answer is made again, and what the caller has of it is left out. */
import type { Prompt } from './prompt.ts';

const ASKS_TO_CONTINUE = /^continue\b.{0,40}\bwhere (?:it|you) (?:was )?(?:stopped|left off)\b/i;

/**
 * What a request to continue is about.
 * @returns the conversation up to the question, and what its answer begins with; else the prompt as it is.
 */
export function readContinuation(prompt: Prompt): { readonly prompt: Prompt; readonly begun: string } {
  const [answer, request] = prompt.turns.slice(-2);
  if (answer?.role !== 'assistant' || request?.role !== 'user' || !ASKS_TO_CONTINUE.test(request.text)) {
    return { prompt, begun: '' };
  }
  return { prompt: { ...prompt, turns: prompt.turns.slice(0, -2) }, begun: answer.text };
}

/** What follows the beginning of an answer; all of it, where it begins otherwise. */
export function restOf(answer: string, begun: string): string {
  return answer.startsWith(begun) ? answer.slice(begun.length) : answer;
}
