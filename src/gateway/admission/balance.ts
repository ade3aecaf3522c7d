/**
 * The balance of one issued key, or of one team, in one month: what it has spent, and what is reserved for calls under
 * way. Before a call the most that it can cost is reserved, afterwards what it did cost is spent. Where there is a budget
 * for a day, the same stands for the latest day beside it: a day lies in one month, so that one step changes both. Pure:
 * no clock, no store.
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

interface Held extends Amount {
  /** Unix milliseconds; from then on it counts as spent. */
  readonly until: number;
}

/** What a budget may come to. */
export type Spending = 'nearly_spent' | 'spent';

/** The limit that a budget had when it was told that it came to this. */
export type Told = Readonly<Partial<Record<Spending, number>>>;

/** One period. */
export interface Ledger {
  readonly spent: Amount;
  /** By the process that has reserved it. */
  readonly held: Readonly<Record<string, Held>>;
  readonly told?: Readonly<Partial<Record<keyof Amount, Told>>>;
}

export interface Balance extends Ledger {
  /** The latest day, `of` 20261105 (UTC); absent where the key never had a budget for a day. */
  readonly day?: Ledger & { readonly of: number };
}

export const NOTHING: Amount = { tokens: 0, nanos: 0 };

export const EMPTY: Balance = { spent: NOTHING, held: {} };

/**
 * Has the balance speak of a day, which begins with nothing reserved.
 * @param day 20261105. A later one that the balance speaks of already stays: another clock may be ahead.
 * @param used what is known to have been used in that day.
 */
export function turn(balance: Balance, day: number, used: Amount = NOTHING): Balance {
  const ledger = balance.day !== undefined && balance.day.of >= day ? balance.day : { ...EMPTY, of: day };
  return { ...balance, day: { ...ledger, spent: greater(ledger.spent, used) } };
}

/** Reserves for a call, in the month and in the day. @param until Unix milliseconds. */
export function hold(balance: Balance, owner: string, amount: Amount, until: number): Balance {
  return inBoth(balance, (ledger) => {
    const own = ledger.held[owner] ?? NOTHING;
    return { ...ledger, held: { ...ledger.held, [owner]: { ...plus(own, amount, NOTHING), until } } };
  });
}

/**
 * A call is over.
 * @param used what it did cost.
 * @param reserved what was reserved for it; absent for nothing.
 * @param day that it was reserved in; absent where it was in none, and then it counts in the one that there is by now.
 */
export function settle(
  balance: Balance,
  owner: string,
  reserved: Amount,
  used: Amount,
  day?: number | undefined,
): Balance {
  const month = settleIn(balance, owner, reserved, used);
  // What it costs a day that is over is asked by nobody.
  if (balance.day === undefined || (day !== undefined && day !== balance.day.of)) return month;
  return { ...month, day: settleIn(balance.day, owner, day === undefined ? NOTHING : reserved, used) };
}

/** The process still lives. */
export function renew(balance: Balance, owner: string, until: number): Balance {
  return inBoth(balance, (ledger) => {
    const own = ledger.held[owner];
    return own === undefined ? ledger : { ...ledger, held: { ...ledger.held, [owner]: { ...own, until } } };
  });
}

/** What processes had reserved that have ended counts as spent. @param now Unix milliseconds. */
export function lapse(balance: Balance, now: number): Balance {
  return inBoth(balance, (ledger) => {
    const lapsed = Object.entries(ledger.held).filter(([, { until }]) => until <= now);
    if (lapsed.length === 0) return ledger;
    const held = Object.fromEntries(Object.entries(ledger.held).filter(([, { until }]) => until > now));
    const spent = lapsed.reduce((sum, [, amount]) => plus(sum, amount, NOTHING), ledger.spent);
    return { ...ledger, spent, held };
  });
}

/** What is reserved for calls under way. */
export function heldOf({ held }: Pick<Ledger, 'held'>): Amount {
  return Object.values(held).reduce<Amount>((sum, amount) => plus(sum, amount, NOTHING), NOTHING);
}

/** The greater of each. */
export function greater(a: Amount, b: Amount): Amount {
  return { tokens: Math.max(a.tokens, b.tokens), nanos: Math.max(a.nanos, b.nanos) };
}

/** Changes the month and the day alike. */
function inBoth(balance: Balance, change: <T extends Ledger>(ledger: T) => T): Balance {
  const month = change(balance);
  const day = balance.day && change(balance.day);
  return day === month.day ? month : { ...month, day: day! };
}

function settleIn<T extends Ledger>(ledger: T, owner: string, reserved: Amount, used: Amount): T {
  const own = ledger.held[owner];
  // What lapsed was counted as spent.
  if (own === undefined) return { ...ledger, spent: plus(ledger.spent, used, reserved) };
  const { [owner]: _own, ...others } = ledger.held;
  const rest = { ...plus(own, NOTHING, reserved), until: own.until };
  const isOver = rest.tokens === 0 && rest.nanos === 0;
  return {
    ...ledger,
    spent: plus(ledger.spent, used, NOTHING),
    held: isOver ? others : { ...ledger.held, [owner]: rest },
  };
}

/** Never below nothing: what was settled twice by a fault of the store is not paid out. */
function plus(amount: Amount, more: Amount, less: Amount): Amount {
  return {
    tokens: Math.max(0, amount.tokens + more.tokens - less.tokens),
    nanos: Math.max(0, amount.nanos + more.nanos - less.nanos),
  };
}
