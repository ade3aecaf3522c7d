/** How requests of Anthropic's and of Google's API ask for thinking, as an effort. */
import type { ReasoningEffort } from '../../domain/chat.ts';
import { isObject } from '../../domain/json-object.ts';

/** Budgets in tokens, as Google restates them (https://ai.google.dev/gemini-api/docs/openai#thinking). */
const BUDGETS = [
  ['low', 1_024],
  ['medium', 8_192],
] as const;

/**
 * @param thinking of a request, valid or not.
 * @returns `none` where it is turned off, else the least effort whose budget is large enough; `undefined` where no budget
 *   is given.
 */
export function effortOfThinking(thinking: unknown): ReasoningEffort | undefined {
  if (!isObject(thinking)) return undefined;
  const { type, budget_tokens: wanted } = thinking;
  if (type === 'disabled') return 'none';
  if (type !== 'enabled' || typeof wanted !== 'number') return undefined;
  return effortOfBudget(wanted);
}

/** @param budget in tokens. @returns the least effort whose budget is large enough. */
export function effortOfBudget(budget: number): ReasoningEffort {
  return BUDGETS.find(([, most]) => most >= budget)?.[0] ?? 'high';
}
