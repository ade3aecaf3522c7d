/** What is said of the budgets of a key and its team: to callers, to operators, and where a call is refused. */
import { dollarsOf } from '../../domain/dollars.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { BudgetTerms } from '../store/budget-terms.ts';
import { type Amount, type Balance, EMPTY, greater, lapse, turn } from './balance.ts';
import type { Refused, Spender } from './balance-keeper.ts';
import { type Standing, standingOf } from './budget-standing.ts';
import { type Budget, budgetsOf, type Limits } from './reserve.ts';
import { dayOf, describeReset, endOf, momentOf } from './windows.ts';

/** One budget that holds for a key, for `GET /v1/limits`. */
export interface BudgetState {
  /** Name of the team whose keys spend it together; absent where it is the key's own. */
  readonly team?: string;
  readonly period: 'month' | 'day';
  readonly unit: 'tokens' | 'usd';
  readonly limit: number;
  /** Neither spent nor reserved. */
  readonly remaining: number;
  /** For requests under way: free again, as far as they do not use it. */
  readonly reserved: number;
  /** Unix seconds at which the period is over. */
  readonly reset: number;
}

/** What callers and operators read, of what is counted. */
export const UNITS = {
  tokens: { unit: 'tokens', read: (tokens: number) => tokens },
  nanos: { unit: 'usd', read: dollarsOf },
} as const;
const PERIODS = ['month', 'day'] as const;

/** What a key or a team may spend; `undefined` where it has no budget. */
export function limitsOf(terms: BudgetTerms): Limits | undefined {
  const { tokensPerMonth: tokens, nanosPerMonth: nanos, tokensPerDay, nanosPerDay } = terms;
  const isDaily = tokensPerDay !== undefined || nanosPerDay !== undefined;
  if (tokens === undefined && nanos === undefined && !isDaily) return undefined;
  return isDaily ? { tokens, nanos, day: { tokens: tokensPerDay, nanos: nanosPerDay } } : { tokens, nanos };
}

/** What is left of budgets, for the caller of a key. @param team name of the team that has them; absent for the key's. */
export function budgetStates(balance: Balance, spender: Spender, team?: string): BudgetState[] {
  return budgetsNow(balance, spender).map(({ period, unit: counted, limit, spent, held }) => {
    const { unit, read } = UNITS[counted];
    return {
      ...(team === undefined ? {} : { team }),
      period,
      unit,
      limit: read(limit),
      remaining: read(Math.max(0, limit - spent - held)),
      reserved: read(held),
      reset: endOf(spender[period]),
    };
  });
}

/** One budget of a key or a team, for operators. */
export interface OperatorBudget extends Pick<BudgetState, 'period' | 'unit' | 'limit' | 'reset'> {
  readonly used: number;
  readonly state: Standing;
}

/**
 * What the budgets of a key or a team have come to.
 * @param balance as it is stored; absent where no call was counted in it yet.
 */
export function standingsOf(
  terms: BudgetTerms,
  balance: Balance = EMPTY,
  now: { readonly month: Amount; readonly day: Amount; readonly nearly: number; readonly nowMs: number },
): OperatorBudget[] {
  const limits = limitsOf(terms);
  if (limits === undefined) return [];
  const periods = { month: momentOf(now.nowMs).month, day: dayOf(now.nowMs) };
  const current = lapse(balance, now.nowMs);
  const counted = turn({ ...current, spent: greater(current.spent, now.month) }, periods.day, now.day);
  return budgetsOf(counted, limits).map((budget) => {
    const { unit, read } = UNITS[budget.unit];
    return {
      period: budget.period,
      unit,
      limit: read(budget.limit),
      used: read(budget.spent),
      state: standingOf(budget, now.nearly),
      reset: endOf(periods[budget.period]),
    };
  });
}

/** Of today, whichever day the balance speaks of. */
export function budgetsNow(balance: Balance, { limits, day }: Pick<Spender, 'limits' | 'day'>): Budget[] {
  return budgetsOf(limits.day === undefined ? balance : turn(balance, day), limits);
}

/** Why a call may not be made, for its caller. @param team name of the team whose budget it is; absent for the key's. */
export function explainRefusal(
  { refusal, lacked }: Refused,
  spender: Spender,
  nowMs: number,
  team?: string,
): GatewayError {
  const [whose, ofWhom] =
    team === undefined
      ? ['of this key', 'its requests']
      : [`of the team '${team}' of this key`, 'requests of its keys'];
  if (refusal === 'reserved') {
    const budget = describe(budgetsNow(EMPTY, spender));
    const message = `The rest of the budget ${whose} (${budget}) is reserved for ${ofWhom} under way. What they do not use is free again`;
    return new GatewayError('budget_reserved', message, { retryAfter: '1' });
  }
  // A budget for the month stays spent when the day turns.
  const period = lacked.some((budget) => budget.period === 'month') ? 'month' : 'day';
  const { begins, seconds } = describeReset(endOf(spender[period]), nowMs);
  const message = `The budget ${whose} is used up: ${describe(lacked)}, and what is left is less than this request may cost. The next ${period} begins at ${begins}`;
  return new GatewayError('insufficient_quota', message, { retryAfter: String(seconds) });
}

/** Such as `5,000 tokens and $2 a month, 100 tokens a day`. */
function describe(budgets: readonly Budget[]): string {
  return PERIODS.flatMap((period) => {
    const amounts = budgets
      .filter((budget) => budget.period === period)
      .map(({ unit, limit }) =>
        unit === 'tokens' ? `${limit.toLocaleString('en')} tokens` : `$${dollarsOf(limit)}`,
      );
    return amounts.length === 0 ? [] : [`${amounts.join(' and ')} a ${period}`];
  }).join(', ');
}
