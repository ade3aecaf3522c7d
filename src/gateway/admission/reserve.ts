/** Decides whether a call fits into the budgets of a key, and reserves what it may cost. Pure: no clock, no store. */
import { type Amount, type Balance, EMPTY, heldOf, hold, type Ledger, type Told } from './balance.ts';

/** What may be spent in a period. */
interface Caps {
  readonly tokens?: number | undefined;
  readonly nanos?: number | undefined;
}

/** What a key may spend in a month, and in a day. */
export interface Limits extends Caps {
  readonly day?: Caps | undefined;
}

/** One budget of a key. */
export interface Budget {
  readonly period: 'month' | 'day';
  readonly unit: keyof Amount;
  readonly limit: number;
  readonly spent: number;
  readonly held: number;
  readonly told: Told;
}

/** The most that a call may cost. */
export interface Ask {
  /** Tokens. */
  readonly input: number;
  /** The most tokens of one answer. */
  readonly output: number;
  /** How many answers. */
  readonly choices: number;
  /** Whether the caller has set `output`: then less is given only where so much can never fit. */
  readonly isChosen: boolean;
  /** Nanos a token. */
  readonly inputPrice: number;
  readonly outputPrice: number;
}

interface Granted {
  readonly balance: Balance;
  readonly amount: Amount;
  /** Tokens that one answer may have: what was asked, or less. */
  readonly output: number;
  /** The day that it is reserved in too. */
  readonly day: number | undefined;
}

/** `reserved`: it would fit, or may, once others have settled. `used_up`: not in this month, or not today. */
export type Refusal = 'reserved' | 'used_up';

/** An answer with fewer tokens is of use to nobody; OpenAI's Responses API takes no smaller limit. */
const LEAST_OUTPUT = 16;
/** An answer that nobody has limited gets this much at least, or waits until others have settled. */
const USUAL_OUTPUT = 1_024;
const UNITS = ['tokens', 'nanos'] as const;

/** What a call costs with answers of so many tokens each. */
export function costOf({ input, choices, inputPrice, outputPrice }: Ask, output: number): Amount {
  return {
    tokens: input + output * choices,
    nanos: Math.ceil(input * inputPrice + output * choices * outputPrice),
  };
}

/** The budgets of a key, as far as it has any. */
export function budgetsOf(balance: Balance, limits: Limits): Budget[] {
  const budgets: Budget[] = [];
  const list = (period: Budget['period'], { spent, held, told }: Ledger, caps: Caps): void => {
    const reserved = heldOf({ held });
    for (const unit of UNITS) {
      const limit = caps[unit];
      if (limit === undefined) continue;
      budgets.push({
        period,
        unit,
        limit,
        spent: spent[unit],
        held: reserved[unit],
        told: told?.[unit] ?? {},
      });
    }
  };
  list('month', balance, limits);
  if (limits.day !== undefined) list('day', balance.day ?? EMPTY, limits.day);
  return budgets;
}

/**
 * Reserves what a call may cost, in the month and in the day. Where the whole does not fit, less output is reserved:
 * half of what is free where others have reserved too, so that the next one finds something.
 *
 * @param owner name of the process.
 * @param until Unix milliseconds until which the process lives for sure.
 */
export function reserve(
  balance: Balance,
  limits: Limits,
  ask: Ask,
  owner: string,
  until: number,
): Granted | Refusal {
  const budgets = budgetsOf(balance, limits);
  const most = mostOutput(leastOf(budgets, free), ask);
  let output = ask.output;
  if (most < output) {
    const inTime = mostOutput(leastOf(budgets, left), ask);
    const least = leastOutput(ask);
    if (inTime < least) return 'used_up';
    const isShared = heldOf(balance).tokens > 0;
    if (isShared && ask.isChosen && inTime >= ask.output) return 'reserved';
    const half = Math.floor(most / 2);
    output = isShared || !ask.isChosen ? Math.max(half, Math.min(most, USUAL_OUTPUT)) : most;
    const enough = isShared ? Math.min(ask.output, USUAL_OUTPUT, inTime) : least;
    if (output < enough) return 'reserved';
  }
  const amount = costOf(ask, output);
  return { balance: hold(balance, owner, amount, until), amount, output, day: balance.day?.of };
}

/** The budgets in which a call does not fit, whatever is settled. */
export function lacking(balance: Balance, limits: Limits, ask: Ask): Budget[] {
  return budgetsOf(balance, limits).filter(
    (budget) => mostOutput({ [budget.unit]: left(budget) }, ask) < leastOutput(ask),
  );
}

function left({ limit, spent }: Budget): number {
  return limit - spent;
}

function free(budget: Budget): number {
  return left(budget) - budget.held;
}

/** The least of all budgets, of each unit that one is in. */
function leastOf(budgets: readonly Budget[], amount: (budget: Budget) => number): Caps {
  const least: { tokens?: number; nanos?: number } = {};
  for (const budget of budgets) {
    least[budget.unit] = Math.min(least[budget.unit] ?? Number.POSITIVE_INFINITY, amount(budget));
  }
  return least;
}

function leastOutput({ output }: Ask): number {
  return Math.min(output, LEAST_OUTPUT);
}

/** The most output tokens of each answer that fit, at most what was asked; below 0 where not even the input does. */
function mostOutput(free: Caps, ask: Ask): number {
  const { input, choices, outputPrice } = ask;
  const byTokens = free.tokens === undefined ? ask.output : Math.floor((free.tokens - input) / choices);
  if (free.nanos === undefined) return Math.min(ask.output, byTokens);
  const money = free.nanos - costOf(ask, 0).nanos;
  if (money < 0) return -1;
  const price = outputPrice * choices;
  const byMoney = price === 0 ? ask.output : Math.floor(money / price);
  const most = Math.min(ask.output, byTokens, byMoney);
  // Sums of fractions may be a billionth more than they should be.
  return costOf(ask, most).nanos > free.nanos ? most - 1 : most;
}
