/** What budgets of keys have come to, and what is told of it: once for each period. Pure: no clock, no store. */
import type { Balance, Ledger, Spending } from './balance.ts';
import { type Budget, budgetsOf, type Limits } from './reserve.ts';

export type Standing = 'open' | Spending;

/** A budget that has come to be nearly spent, or spent. */
export interface BudgetNews extends Budget {
  readonly standing: Spending;
}

/**
 * What a budget has come to.
 * @param nearly the share of it that counts as nearly all.
 * @param isLacking whether a call did not fit: what is left after nearly all is spent then is of little use.
 */
export function standingOf({ limit, spent, told }: Budget, nearly: number, isLacking = false): Standing {
  const isNearly = spent >= limit * nearly;
  if (spent >= limit || (isNearly && isLacking) || (told.spent ?? 0) >= limit) return 'spent';
  return isNearly ? 'nearly_spent' : 'open';
}

/**
 * Notes what budgets have come to, so that each is told once: by whoever writes the balance that this returns.
 * One that was raised since is another budget.
 *
 * @param lacked budgets that a call did not fit in.
 */
export function note(
  balance: Balance,
  limits: Limits,
  nearly: number,
  lacked: readonly Budget[],
): { readonly balance: Balance; readonly news: readonly BudgetNews[] } {
  const news: BudgetNews[] = [];
  let noted = balance;
  for (const budget of budgetsOf(balance, limits)) {
    const { period, unit, limit, told } = budget;
    const isLacking = lacked.some((one) => one.period === period && one.unit === unit);
    const standing = standingOf(budget, nearly, isLacking);
    if (standing === 'open' || (told[standing] ?? 0) >= limit) continue;
    news.push({ ...budget, standing });
    const now = { ...told, nearly_spent: limit, ...(standing === 'spent' ? { spent: limit } : {}) };
    const write = <T extends Ledger>(ledger: T): T => ({ ...ledger, told: { ...ledger.told, [unit]: now } });
    if (period === 'month') noted = write(noted);
    else if (noted.day !== undefined) noted = { ...noted, day: write(noted.day) };
  }
  return { balance: noted, news };
}
