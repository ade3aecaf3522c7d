/**
 * The balances of keys as the store has them, changed by this process beside others. A change is decided from the balance
 * as it was read, and written in one step where it still is that one; else it is read and decided again. All that
 * waits for a key is changed in one step. Its parts share the state of accounts, so they stand in one file.
 */
import type { KeyBalances } from '../store/key-balances.ts';
import {
  type Amount,
  type Ask,
  type Balance,
  EMPTY,
  type Limits,
  lapse,
  type Refusal,
  renew,
  reserve,
  settle,
} from './balance.ts';

interface BalanceKeeperOptions {
  readonly balances: KeyBalances;
  /** What was used of a key in a month, with a budget or without. */
  readonly usedInMonth: (keyId: string, month: number) => Promise<Amount>;
  /** Name of this process, unlike that of any other, before or after. */
  readonly owner: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called when the store could not be read or written. */
  readonly onFailure: (error: unknown) => void;
}

/** What is reserved for one call. */
export interface Reserved {
  /** Tokens that one answer may have. */
  readonly output: number;
  /** The call is over; the first time counts. @param done called once it is written, sooner or later. */
  end(used: Amount, done?: () => void): void;
}

/** Milliseconds after its last sign of life until what a process has reserved counts as spent. */
export const LEASE: number = 120_000;
/** Milliseconds between two signs of life. */
const RENEWAL = 30_000;
/** Milliseconds until what could not be written is tried again. */
const AGAIN = 1_000;
/** Milliseconds for which a balance is taken as read where nothing depends on it. */
const FRESH = 500;
/** Others may be first so often; each time, one of them is done. */
const MOST_TRIES = 200;
/** Milliseconds that the end of a process waits for a store that is away. */
const LAST_WAIT = 5_000;
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

export function createBalanceKeeper(options: BalanceKeeperOptions) {
  const { balances, usedInMonth, owner, now, onFailure } = options;
  const accounts = new Map<string, Account>();
  /** Changes with what this process has no word on: what became of a write that failed. */
  let life = 0;
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
      const used = await usedInMonth(keyId, month);
      balance = { ...balance, spent: greater(balance.spent, used) };
    }
    account.known = { version: stored?.version ?? 0, balance, readAt: now() };
    return account.known;
  };

  /** One step: all that waits, or as before. */
  const change = async (
    account: Account,
    batch: readonly Queued[],
    attempt: (version: number | undefined) => void,
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
        attempt(undefined);
      }
      // Another process was first, or may have settled since.
      await read(account);
      isFresh = true;
    }
    throw new Error('The balance of a key changes too often');
  };

  const work = async (account: Account): Promise<void> => {
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

  return {
    /**
     * Reserves in one step what fits.
     * @throws what the store throws.
     */
    async reserve(keyId: string, month: number, limits: Limits, ask: Ask): Promise<Reserved | Refusal> {
      const account = accountOf(keyId, month);
      let name = '';
      let outcome: ReturnType<typeof reserve> = 'used_up';
      await new Promise<void>((done, failed) =>
        enqueue(account, {
          change(balance) {
            name = `${owner}.${life}`;
            outcome = reserve(balance, limits, ask, name, now() + LEASE);
            return typeof outcome === 'string' ? { balance, refused: true } : outcome;
          },
          done,
          failed,
        }),
      );
      const granted = outcome as ReturnType<typeof reserve>;
      if (typeof granted === 'string') return granted;
      const { amount, output } = granted;
      opened(account, name);
      let isOver = false;
      return {
        output,
        end(used, done = () => {}) {
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
        },
      };
    },

    /** Spends what was not reserved. @param done called once it is written, sooner or later. */
    spend(keyId: string, month: number, used: Amount, done: () => void): void {
      const spent: Change = (balance) => ({ balance: settle(balance, '', NOTHING, used) });
      settleSoon(accountOf(keyId, month), spent, done);
    },

    /** The key has no budget for now: if it has one again, it is read anew. */
    forget: (keyId: string, month: number): void => void accounts.delete(`${keyId} ${month}`),

    /** As it was last read or written here; absent where it never was. */
    lastKnown: (keyId: string, month: number): Balance | undefined =>
      accounts.get(`${keyId} ${month}`)?.known?.balance,

    /** As it is, or was half a second ago; as last known while the store is away. */
    async read(keyId: string, month: number): Promise<Balance> {
      const account = accountOf(keyId, month);
      const { known, isBusy } = account;
      try {
        // What is being changed right now is known in a moment.
        const isFresh = known !== undefined && (isBusy || Math.abs(now() - known.readAt) < FRESH);
        return lapse((isFresh ? known : await read(account)).balance, now());
      } catch (error) {
        onFailure(error);
        return known?.balance ?? EMPTY;
      }
    },

    /** Settles what is still to be. */
    async close(): Promise<void> {
      clearInterval(renewing);
      await Promise.race([Promise.all(waiting), pause(LAST_WAIT)]);
    },
  };
}

function greater(a: Amount, b: Amount): Amount {
  return { tokens: Math.max(a.tokens, b.tokens), nanos: Math.max(a.nanos, b.nanos) };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
