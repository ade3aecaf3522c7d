/** How many tokens a simulated model would like to reason for; what of it fits, its answer decides. */
const BUDGETS: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['minimal', 16],
  ['low', 32],
  ['medium', 64],
  ['high', 192],
  ['xhigh', 320],
  ['max', 512],
]);

/** @param effort one of the providers' words, in any case; `medium` where there is none. */
export function reasoningBudget(effort: string | undefined): number {
  return BUDGETS.get((effort ?? 'medium').toLowerCase()) ?? 64;
}

/** What a model that shows its reasoning would show: no thought, and never part of an answer. */
export const REASONING_TEXT =
  'The sandbox does not reason; this text only stands where reasoning would stand.';
