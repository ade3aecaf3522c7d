/**
 * The balance of one issued key in one month: what it has spent, and what is reserved for calls under way. Before a
 * call the most that it can cost is reserved, afterwards what it did cost is spent. Pure: no clock, no store.
 *
 * What a process has reserved stands under the process's name with a time. A process that ends without settling (a
 * crash, `kill -9`) no longer moves that time on; once it has passed, all of it counts as spent, since the provider
 * may have been paid for it. So spent and reserved together never exceed the budget, whatever ends when.
 */

export interface Amount {
  readonly tokens: number;
  /** Billionths of a US dollar. */
  readonly nanos: number;
}

/** What a key may spend in a month. */
export interface Limits {
  readonly tokens?: number | undefined;
  readonly nanos?: number | undefined;
}

interface Held extends Amount {
  /** Unix milliseconds; from then on it counts as spent. */
  readonly until: number;
}

export interface Balance {
  readonly spent: Amount;
  /** By the process that has reserved it. */
  readonly held: Readonly<Record<string, Held>>;
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
}

/** `reserved`: it would fit, or may, once others have settled. `used_up`: not in this month. */
export type Refusal = 'reserved' | 'used_up';

/** An answer with fewer tokens is of use to nobody; OpenAI's Responses API takes no smaller limit. */
const LEAST_OUTPUT = 16;
/** An answer that nobody has limited gets this much at least, or waits until others have settled. */
const USUAL_OUTPUT = 1_024;

export const EMPTY: Balance = { spent: { tokens: 0, nanos: 0 }, held: {} };

/** What a call costs with answers of so many tokens each. */
export function costOf({ input, choices, inputPrice, outputPrice }: Ask, output: number): Amount {
  return {
    tokens: input + output * choices,
    nanos: Math.ceil(input * inputPrice + output * choices * outputPrice),
  };
}

/**
 * Reserves what a call may cost. Where the whole does not fit, less output is reserved: half of what is free where
 * others have reserved too, so that the next one finds something.
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
  const reserved = heldOf(balance);
  const left = subtract(limits, balance.spent);
  const free = subtract(left, reserved);
  const most = mostOutput(free, ask);
  let output = ask.output;
  if (most < output) {
    const inTime = mostOutput(left, ask);
    const least = Math.min(ask.output, LEAST_OUTPUT);
    if (inTime < least) return 'used_up';
    const isShared = reserved.tokens > 0;
    if (isShared && ask.isChosen && inTime >= ask.output) return 'reserved';
    const half = Math.floor(most / 2);
    output = isShared || !ask.isChosen ? Math.max(half, Math.min(most, USUAL_OUTPUT)) : most;
    const enough = isShared ? Math.min(ask.output, USUAL_OUTPUT, inTime) : least;
    if (output < enough) return 'reserved';
  }
  const amount = costOf(ask, output);
  return { balance: hold(balance, owner, amount, until), amount, output };
}

/** A call is over. @param used what it did cost. @param reserved what was reserved for it; absent for nothing. */
export function settle(balance: Balance, owner: string, reserved: Amount, used: Amount): Balance {
  const own = balance.held[owner];
  // What lapsed was counted as spent.
  if (own === undefined) return { ...balance, spent: plus(balance.spent, used, reserved) };
  const { [owner]: _own, ...others } = balance.held;
  const rest = { ...plus(own, NOTHING, reserved), until: own.until };
  const isOver = rest.tokens === 0 && rest.nanos === 0;
  return {
    spent: plus(balance.spent, used, NOTHING),
    held: isOver ? others : { ...balance.held, [owner]: rest },
  };
}

/** The process still lives. */
export function renew(balance: Balance, owner: string, until: number): Balance {
  const own = balance.held[owner];
  return own === undefined ? balance : { ...balance, held: { ...balance.held, [owner]: { ...own, until } } };
}

/** What processes had reserved that have ended counts as spent. @param now Unix milliseconds. */
export function lapse(balance: Balance, now: number): Balance {
  const lapsed = Object.entries(balance.held).filter(([, { until }]) => until <= now);
  if (lapsed.length === 0) return balance;
  const held = Object.fromEntries(Object.entries(balance.held).filter(([, { until }]) => until > now));
  return { spent: lapsed.reduce((sum, [, amount]) => plus(sum, amount, NOTHING), balance.spent), held };
}

/** What is reserved for calls under way. */
export function heldOf({ held }: Balance): Amount {
  return Object.values(held).reduce<Amount>((sum, amount) => plus(sum, amount, NOTHING), NOTHING);
}

const NOTHING: Amount = { tokens: 0, nanos: 0 };

function hold(balance: Balance, owner: string, amount: Amount, until: number): Balance {
  const own = balance.held[owner] ?? NOTHING;
  return { ...balance, held: { ...balance.held, [owner]: { ...plus(own, amount, NOTHING), until } } };
}

/** Never below nothing: what was settled twice by a fault of the store is not paid out. */
function plus(amount: Amount, more: Amount, less: Amount): Amount {
  return {
    tokens: Math.max(0, amount.tokens + more.tokens - less.tokens),
    nanos: Math.max(0, amount.nanos + more.nanos - less.nanos),
  };
}

function subtract(limits: Limits, amount: Amount): Limits {
  return {
    tokens: limits.tokens === undefined ? undefined : limits.tokens - amount.tokens,
    nanos: limits.nanos === undefined ? undefined : limits.nanos - amount.nanos,
  };
}

/** The most output tokens of each answer that fit, at most what was asked; below 0 where not even the input does. */
function mostOutput(free: Limits, ask: Ask): number {
  const { input, choices, outputPrice } = ask;
  const byTokens = free.tokens === undefined ? ask.output : Math.floor((free.tokens - input) / choices);
  if (free.nanos === undefined) return Math.min(ask.output, byTokens);
  const money = free.nanos - costOf(ask, 0).nanos;
  if (money < 0) return -1;
  const price = outputPrice * choices;
  const byMoney = price === 0 ? ask.output : Math.floor(money / price);
  const most = Math.min(ask.output, byTokens, byMoney);
  // Sums of fractions may be a billionth more than they should be.
  return most > 0 && costOf(ask, most).nanos > free.nanos ? most - 1 : most;
}
