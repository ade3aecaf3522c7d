/**
 * Budgets of issued keys that hold: what a call may cost at most is reserved in the store before the call is made, in
 * one step over all processes, and settled afterwards. What many calls of one process ask of a key at once is asked in
 * one step too. Keys without a budget ask the store for nothing; their usage is gathered and written for reports.
 */
import type { Usage } from '../domain/chat.ts';
import { GatewayError } from '../errors.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { KeyBalances } from '../store/key-balances.ts';
import type { KeyUsageRecords } from '../store/key-usage.ts';
import {
  type Amount,
  type Ask,
  type Balance,
  EMPTY,
  heldOf,
  type Limits,
  lapse,
  type Refusal,
  renew,
  reserve,
  settle,
} from './balance.ts';
import { createUsageWriter } from './usage-writer.ts';
import { dayOf, describeReset, momentOf } from './windows.ts';

/** One budget of a key, for `GET /v1/limits`. */
export interface BudgetState {
  readonly unit: 'tokens' | 'usd';
  readonly limit: number;
  /** Neither spent nor reserved. */
  readonly remaining: number;
  /** For requests under way: free again, as far as they do not use it. */
  readonly reserved: number;
  /** Unix seconds at which the month turns. */
  readonly reset: number;
}

/** What is reserved for one call. */
export interface BudgetHold {
  /** Tokens that one answer may have. */
  readonly output: number;
  /**
   * The call is over.
   * @param key as it is now.
   * @param model as it is named in reports.
   * @param nanos what it did cost, in billionths of a US dollar.
   */
  settle(key: IssuedKey, model: string, usage: Usage, nanos: number): void;
  /** The call did cost nothing. */
  release(): void;
}

interface KeyBudgetsOptions {
  readonly balances: KeyBalances;
  readonly records: Pick<KeyUsageRecords, 'add' | 'ofMonth'>;
  /** Name of this process, unlike that of any other, before or after. */
  readonly owner: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called when the store could not be read or written; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds after its last sign of life until what a process has reserved counts as spent. */
export const LEASE = 120_000;
/** Milliseconds between two signs of life. */
const RENEWAL = 30_000;
/** Milliseconds until what could not be written is tried again. */
const AGAIN = 1_000;
/** Milliseconds for which a balance is taken as read where nothing depends on it. */
const FRESH = 500;
/** Others may be first so often; each time, one of them is done. */
const MOST_TRIES = 200;
const NANOS = 1e9;
const NOTHING: Amount = { tokens: 0, nanos: 0 };

/** Changes a balance, and is called again where another process was first. */
type Change = (balance: Balance) => { readonly balance: Balance; readonly refused?: boolean };

interface Queued {
  readonly change: Change;
  /**
   * Version of the balance that it was to be written over when the store failed. Where there is another one by now,
   * it may have been written: it is not written twice, and what it has reserved lapses.
   */
  doubt?: number | undefined;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** The balance of a key in one month, as this process knows it. */
interface Account {
  readonly keyId: string;
  readonly month: number;
  known: { version: number; balance: Balance; readAt: number } | undefined;
  /** What is to be changed, in order. */
  queue: Queued[];
  isBusy: boolean;
  /** Calls under way, by the name that they were reserved under. */
  readonly open: Map<string, number>;
}

export type KeyBudgets = ReturnType<typeof createKeyBudgets>;

export function createKeyBudgets({ balances, records, owner, now, onFailure }: KeyBudgetsOptions) {
  const usage = createUsageWriter({ records, onFailure });
  const accounts = new Map<string, Account>();
  /** Changes with what this process has no word on: what became of a write that failed. */
  let life = 0;
  const ownName = (): string => `${owner}.${life}`;
  const waiting = new Set<Promise<void>>();
  let renewing: NodeJS.Timeout | undefined;

  const accountOf = (keyId: string, month: number): Account => {
    const place = `${keyId} ${month}`;
    let account = accounts.get(place);
    if (account === undefined) {
      account = { keyId, month, known: undefined, queue: [], isBusy: false, open: new Map() };
      accounts.set(place, account);
      for (const [other, { month: past, open, queue }] of accounts) {
        if (past < month && open.size === 0 && queue.length === 0) accounts.delete(other);
      }
    }
    return account;
  };

  const read = async (account: Account): Promise<NonNullable<Account['known']>> => {
    const { keyId, month } = account;
    const stored = await balances.find(keyId, month);
    let balance = stored === undefined ? EMPTY : (JSON.parse(stored.state) as Balance);
    if (account.known === undefined) {
      // What was used while the key had no budget.
      const used = await records.ofMonth(keyId, month);
      balance = { ...balance, spent: greater(balance.spent, used) };
    }
    account.known = { version: stored?.version ?? 0, balance, readAt: now() };
    return account.known;
  };

  /** One step: all that waits, or as before. */
  const change = async (
    account: Account,
    batch: readonly Queued[],
    attempt: (version: number) => void,
  ): Promise<void> => {
    let isFresh = account.known === undefined;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { version, balance: before } = account.known ?? (await read(account));
      let balance = lapse(before, now());
      let refused = false;
      for (const one of batch) {
        if (one.doubt !== undefined && one.doubt !== version) continue;
        one.doubt = undefined;
        const outcome = one.change(balance);
        balance = outcome.balance;
        refused ||= outcome.refused === true;
      }
      if (!refused || isFresh) {
        if (balance === before) return;
        attempt(version);
        if (await balances.swap(account.keyId, account.month, version, JSON.stringify(balance))) {
          account.known = { version: version + 1, balance, readAt: now() };
          return;
        }
      }
      // Another process was first, or may have settled since.
      await read(account);
      isFresh = true;
    }
    throw new Error('The balance of a key changes too often');
  };

  const work = async (account: Account): Promise<void> => {
    account.isBusy = true;
    while (account.queue.length > 0) {
      const batch = account.queue;
      account.queue = [];
      let attempted: number | undefined;
      try {
        await change(account, batch, (version) => {
          attempted = version;
        });
        for (const { done } of batch) done();
      } catch (error) {
        onFailure(error);
        account.known = undefined;
        // From now on under another name: what stands under this one lapses if nobody settles it.
        life += 1;
        for (const one of batch) {
          one.doubt ??= attempted;
          one.failed(error);
        }
      }
    }
    account.isBusy = false;
  };
  const enqueue = (account: Account, one: Queued): void => {
    account.queue.push(one);
    if (account.isBusy) return;
    account.isBusy = true;
    // All that is asked in this turn of the event loop goes in one step.
    setImmediate(() => void work(account));
  };

  /** Changes the balance sooner or later, whatever the store does. */
  const settleSoon = (account: Account, changed: Change, done: () => void): void => {
    const settled = new Promise<void>((resolve) => {
      const one: Queued = {
        change: changed,
        done: () => {
          done();
          resolve();
        },
        failed: () => void setTimeout(() => enqueue(account, one), AGAIN).unref(),
      };
      enqueue(account, one);
    });
    waiting.add(settled);
    void settled.then(() => waiting.delete(settled));
  };

  const renewAll = (): void => {
    const until = now() + LEASE;
    let isUsed = false;
    for (const account of accounts.values()) {
      const names = [...account.open.keys()];
      if (names.length === 0) continue;
      isUsed = true;
      const renewed: Change = (balance) => ({
        balance: names.reduce((sum, name) => renew(sum, name, until), balance),
      });
      enqueue(account, { change: renewed, done() {}, failed() {} });
    }
    if (isUsed) return;
    clearInterval(renewing);
    renewing = undefined;
  };
  const opened = (account: Account, name: string): void => {
    account.open.set(name, (account.open.get(name) ?? 0) + 1);
    renewing ??= setInterval(renewAll, RENEWAL).unref();
  };
  const closed = (account: Account, name: string): void => {
    const others = (account.open.get(name) ?? 1) - 1;
    if (others === 0) account.open.delete(name);
    else account.open.set(name, others);
  };

  const reserveIn = async (
    account: Account,
    limits: Limits,
    ask: Ask,
    key: IssuedKey,
  ): Promise<BudgetHold> => {
    let granted: { readonly name: string; readonly amount: Amount; readonly output: number } | undefined;
    let refusal: Refusal | undefined;
    await new Promise<void>((done, failed) =>
      enqueue(account, {
        change(balance) {
          const name = ownName();
          const outcome = reserve(balance, limits, ask, name, now() + LEASE);
          if (typeof outcome === 'string') {
            refusal = outcome;
            granted = undefined;
            return { balance, refused: true };
          }
          refusal = undefined;
          granted = { name, ...outcome };
          return outcome;
        },
        done,
        failed: (cause) => failed(new GatewayError('unavailable', AWAY, { retryAfter: '1', cause })),
      }),
    );
    if (granted === undefined) throw refused(refusal, key, now());
    const { name, amount, output } = granted;
    opened(account, name);
    let isOver = false;
    const end = (used: Amount, done: () => void): void => {
      if (isOver) return;
      isOver = true;
      settleSoon(
        account,
        (balance) => ({ balance: settle(balance, name, amount, used) }),
        () => {
          closed(account, name);
          done();
        },
      );
    };
    return {
      output,
      settle(_key, model, used, nanos) {
        const { promptTokens, completionTokens } = used;
        const day = dayOf(now());
        // For the report only once it is spent: a process that begins takes the greater of both.
        end({ tokens: promptTokens + completionTokens, nanos }, () =>
          usage.gather({ keyId: key.id, day, model, calls: 1, promptTokens, completionTokens, nanos }),
        );
      },
      release: () => end(NOTHING, () => {}),
    };
  };

  /** A call of a key without a budget: it may have one once the call is over. */
  const unlimited = (output: number): BudgetHold => ({
    output,
    settle(key, model, { promptTokens, completionTokens }, nanos) {
      const moment = momentOf(now());
      const one = {
        keyId: key.id,
        day: dayOf(now()),
        model,
        calls: 1,
        promptTokens,
        completionTokens,
        nanos,
      };
      if (limitsOf(key) === undefined) {
        accounts.delete(`${key.id} ${moment.month}`);
        return usage.gather(one);
      }
      const used = { tokens: promptTokens + completionTokens, nanos };
      settleSoon(
        accountOf(key.id, moment.month),
        (balance) => ({ balance: settle(balance, '', NOTHING, used) }),
        () => usage.gather(one),
      );
    },
    release() {},
  });

  const balanceOf = async (keyId: string): Promise<Balance> => {
    const account = accountOf(keyId, momentOf(now()).month);
    const { known } = account;
    try {
      if (known !== undefined && Math.abs(now() - known.readAt) < FRESH) return lapse(known.balance, now());
      // What is being changed right now is known in a moment.
      if (account.isBusy && known !== undefined) return lapse(known.balance, now());
      return lapse((await read(account)).balance, now());
    } catch (error) {
      onFailure(error);
      return known?.balance ?? EMPTY;
    }
  };

  return {
    /**
     * Reserves the most that a call may cost.
     * @throws GatewayError `insufficient_quota` where it does not fit into the budget, `budget_reserved` where it may fit
     *   once calls under way are over, `unavailable` where the store is away: a budget that cannot be read is not spent.
     */
    async reserve(key: IssuedKey, ask: Ask): Promise<BudgetHold> {
      const limits = limitsOf(key);
      if (limits === undefined) return unlimited(ask.output);
      return reserveIn(accountOf(key.id, momentOf(now()).month), limits, ask, key);
    },

    /**
     * Looks only at what is known: no call is made that would be refused for sure.
     * @throws GatewayError `insufficient_quota`
     */
    requireRoom(key: IssuedKey): void {
      const limits = limitsOf(key);
      const known = accounts.get(`${key.id} ${momentOf(now()).month}`)?.known;
      if (limits === undefined || known === undefined) return;
      const { tokens, nanos } = known.balance.spent;
      if (tokens >= (limits.tokens ?? Infinity) || nanos >= (limits.nanos ?? Infinity)) {
        throw refused('used_up', key, now());
      }
    },

    /** The key's budgets, and what is left of them. */
    async statesOf(key: IssuedKey): Promise<BudgetState[]> {
      const limits = limitsOf(key);
      if (limits === undefined) return [];
      const balance = await balanceOf(key.id);
      const held = heldOf(balance);
      const reset = momentOf(now()).monthResets;
      const state = (
        unit: BudgetState['unit'],
        limit: number,
        of: keyof Amount,
        scale: number,
      ): BudgetState => ({
        unit,
        limit: limit / scale,
        remaining: Math.max(0, limit - balance.spent[of] - held[of]) / scale,
        reserved: held[of] / scale,
        reset,
      });
      return [
        ...(limits.tokens === undefined ? [] : [state('tokens', limits.tokens, 'tokens', 1)]),
        ...(limits.nanos === undefined ? [] : [state('usd', limits.nanos, 'nanos', NANOS)]),
      ];
    },

    /** Settles and writes what is still to be. */
    async close(): Promise<void> {
      clearInterval(renewing);
      await Promise.race([Promise.all(waiting), pause(LAST_WAIT)]);
      await usage.close();
    },
  };
}

/** Milliseconds that the end of a process waits for a store that is away. */
const LAST_WAIT = 5_000;
const AWAY = 'The budget of this key cannot be read at the moment';

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}

function limitsOf({ tokensPerMonth: tokens, nanosPerMonth: nanos }: IssuedKey): Limits | undefined {
  return tokens === undefined && nanos === undefined ? undefined : { tokens, nanos };
}

function greater(a: Amount, b: Amount): Amount {
  return { tokens: Math.max(a.tokens, b.tokens), nanos: Math.max(a.nanos, b.nanos) };
}

function refused(refusal: Refusal | undefined, key: IssuedKey, nowMs: number): GatewayError {
  const { tokensPerMonth: tokens, nanosPerMonth: nanos } = key;
  const budget = [
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en')} tokens`]),
    ...(nanos === undefined ? [] : [`$${nanos / NANOS}`]),
  ].join(' and ');
  if (refusal === 'reserved') {
    const message = `The rest of the budget of this key (${budget} a month) is reserved for its requests under way. What they do not use is free again`;
    return new GatewayError('budget_reserved', message, { retryAfter: '1' });
  }
  const { begins, seconds } = describeReset(momentOf(nowMs).monthResets, nowMs);
  const message = `The budget of this key is used up: ${budget} a month, and what is left is less than this request may cost. The next month begins at ${begins}`;
  return new GatewayError('insufficient_quota', message, { retryAfter: String(seconds) });
}
