/** What issued keys or teams have used, and what their budgets have come to, as the store has it. */
import { type Balance, NOTHING } from '../admission/balance.ts';
import { limitsOf, type OperatorBudget, standingsOf } from '../admission/describe-budgets.ts';
import { dayOf, momentOf } from '../admission/windows.ts';
import type { BudgetTerms } from '../store/budget-terms.ts';
import type { KeyBalances } from '../store/key-balances.ts';
import type { KeyUsageRecords, PeriodUsage } from '../store/key-usage.ts';

export interface HolderUse {
  /** In this month. */
  readonly used: PeriodUsage;
  readonly budgets: readonly OperatorBudget[];
}

/** A key or a team. */
interface Holder extends BudgetTerms {
  readonly id: string;
}

interface HolderUseOptions {
  readonly usage: Pick<KeyUsageRecords, 'ofPeriodByKey'>;
  readonly balances: Pick<KeyBalances, 'findAll'>;
  /** The share of a budget that counts as nearly all of it. */
  readonly nearly: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** @returns what reads the use of at most a thousand keys, or of as many teams. */
export function createHolderUse({ usage, balances, nearly, now }: HolderUseOptions) {
  return async (holders: readonly Holder[]): Promise<(holder: Holder) => HolderUse> => {
    const nowMs = now();
    const [{ month }, day] = [momentOf(nowMs), dayOf(nowMs)];
    const idsOf = (some: readonly Holder[]) => some.map(({ id }) => id);
    const [ofMonth, ofDay, states] = await Promise.all([
      usage.ofPeriodByKey(idsOf(holders), month),
      usage.ofPeriodByKey(idsOf(holders.filter((holder) => limitsOf(holder)?.day !== undefined)), day),
      balances.findAll(idsOf(holders.filter((holder) => limitsOf(holder) !== undefined)), month),
    ]);
    return (holder) => {
      const used = ofMonth.get(holder.id) ?? NOTHING;
      const state = states.get(holder.id);
      const balance = state === undefined ? undefined : (JSON.parse(state) as Balance);
      const budgets = standingsOf(holder, balance, {
        month: used,
        day: ofDay.get(holder.id) ?? NOTHING,
        nearly,
        nowMs,
      });
      return { used, budgets };
    };
  };
}
