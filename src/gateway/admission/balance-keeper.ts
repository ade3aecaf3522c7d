/**
 * The balances of holders, which are issued keys or teams, as the store has them, changed by this process beside others.
 * A change is decided from the balance as it was read, and written in one step where it still is that one; else it is
 * read and decided again. All that waits for a holder is changed in one step. Its parts share the state of accounts, so
 * they stand in one file.
 */
import type { KeyBalances } from '../store/key-balances.ts';
import { type Amount, type Balance, EMPTY, greater, lapse, NOTHING, renew, settle, turn } from './balance.ts';
import { type BudgetNews, note } from './budget-standing.ts';
import { type Ask, type Budget, type Limits, lacking, type Refusal, reserve } from './reserve.ts';

interface BalanceKeeperOptions {
  readonly balances: Pick<KeyBalances, 'find' | 'swap'>;
  /** What a holder used in a month (202611) or a day (20261105), with a budget or without. */
  readonly usedIn: (holder: string, period: number) => Promise<Amount>;
  /** The share of a budget that counts as nearly all of it. */
  readonly nearly: number;
  /** Called once over all processes, by the one that has written it. @param period that it is a budget of. */
  readonly onNews: (holder: string, news: BudgetNews, period: number) => void;
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

/** Who spends, when, and what may be spent. */
export interface Spender {
  /** Id of the key or the team. */
  readonly holder: string;
  /** 202611 */
  readonly month: number;
  /** 20261105; 0 where it has no budget for a day. */
  readonly day: number;
  readonly limits: Limits;
}

/** Why a call may not be made. */
export interface Refused {
  readonly refusal: Refusal;
  /** The budgets that it does not fit in. */
  readonly lacked: readonly Budget[];
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

/** Changes a balance, and is called again where another process was first. */
type Change = (balance: Balance) => { readonly balance: Balance; readonly refused?: Refused };

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

/** The balance of a holder in one month, as this process knows it. */
interface Account extends Pick<Spender, 'holder' | 'month'> {
  /** As last known. */
  day: number;
  limits: Limits;
  known: { version: number; balance: Balance; readAt: number } | undefined;
  /** What was used while there was no budget: at least that is spent, whether that is written yet or not. */
  used: { readonly month: Amount; readonly day?: { readonly of: number; readonly amount: Amount } };
  /** What is to be changed, in order. */
  queue: Queued[];
  isBusy: boolean;
  /** Calls under way, by the name that they were reserved under. */
  readonly open: Map<string, number>;
}

export function createBalanceKeeper(options: BalanceKeeperOptions) {
  const { balances, usedIn, owner, now, onFailure } = options;
  const accounts = new Map<string, Account>();
  /** Changes with what this process has no word on: what became of a write that failed. */
  let life = 0;
  const waiting = new Set<Promise<void>>();
  let renewing: NodeJS.Timeout | undefined;

  const accountOf = ({ holder, month, day, limits }: Spender): Account => {
    const place = `${holder} ${month}`;
    let account = accounts.get(place);
    if (account === undefined) {
      account = {
        ...{ holder, month, day, limits, known: undefined, used: { month: NOTHING } },
        ...{ queue: [], isBusy: false, open: new Map() },
      };
      accounts.set(place, account);
      for (const [other, { month: past, open, queue }] of accounts) {
        if (past < month && open.size === 0 && queue.length === 0) accounts.delete(other);
      }
    }
    account.limits = limits;
    account.day = Math.max(account.day, day);
    return account;
  };
  /** Whether the balance as it is known says nothing of the day that the holder has a budget for. */
  const lacksDay = ({ limits, day }: Account, balance: Balance): boolean =>
    limits.day !== undefined && (balance.day?.of ?? 0) < day;

  const read = async (account: Account): Promise<NonNullable<Account['known']>> => {
    const { holder, month } = account;
    const stored = await balances.find(holder, month);
    let balance = stored === undefined ? EMPTY : (JSON.parse(stored.state) as Balance);
    const isFirst = account.known === undefined;
    if (isFirst) account.used = { month: await usedIn(holder, month) };
    balance = { ...balance, spent: greater(balance.spent, account.used.month) };
    const { day } = account;
    if (account.limits.day !== undefined && (balance.day?.of ?? 0) <= day) {
      if (account.used.day?.of !== day && (isFirst || lacksDay(account, balance))) {
        account.used = { ...account.used, day: { of: day, amount: await usedIn(holder, day) } };
      }
      if (account.used.day?.of === day) balance = turn(balance, day, account.used.day.amount);
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
      const { known } = account;
      const isKnown = known !== undefined && !lacksDay(account, known.balance);
      const { version, balance: before } = isKnown ? known : await read(account);
      let balance = lapse(before, now());
      let refused = false;
      const lacked: Budget[] = [];
      for (const one of batch) {
        if (one.doubt !== undefined && one.doubt !== version) continue;
        one.doubt = undefined;
        const outcome = one.change(balance);
        balance = outcome.balance;
        refused ||= outcome.refused !== undefined;
        lacked.push(...(outcome.refused?.lacked ?? []));
      }
      if (!refused || isFresh) {
        const noted = note(balance, account.limits, options.nearly, lacked);
        balance = noted.balance;
        if (balance === before) return;
        attempt(version);
        if (await balances.swap(account.holder, account.month, version, JSON.stringify(balance))) {
          account.known = { version: version + 1, balance, readAt: now() };
          const { day } = balance;
          for (const news of noted.news) {
            options.onNews(account.holder, news, news.period === 'day' ? day!.of : account.month);
          }
          return;
        }
        attempt(undefined);
      }
      // Another process was first, or may have settled since.
      await read(account);
      isFresh = true;
    }
    throw new Error('The balance of a key or a team changes too often');
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
    async reserve(spender: Spender, ask: Ask): Promise<Reserved | Refused> {
      const account = accountOf(spender);
      const { limits } = spender;
      let name = '';
      let outcome: Exclude<ReturnType<typeof reserve>, Refusal> | Refused | undefined;
      await new Promise<void>((done, failed) =>
        enqueue(account, {
          change(balance) {
            name = `${owner}.${life}`;
            const result = reserve(balance, limits, ask, name, now() + LEASE);
            if (typeof result !== 'string') {
              outcome = result;
              return result;
            }
            outcome = { refusal: result, lacked: lacking(balance, limits, ask) };
            return { balance, refused: outcome };
          },
          done,
          failed,
        }),
      );
      const granted = outcome as NonNullable<typeof outcome>;
      if ('refusal' in granted) return granted;
      const { amount, output, day } = granted;
      opened(account, name);
      let isOver = false;
      return {
        output,
        end(used, done = () => {}) {
          if (isOver) return;
          isOver = true;
          settleSoon(
            account,
            (balance) => ({ balance: settle(balance, name, amount, used, day) }),
            () => {
              closed(account, name);
              done();
            },
          );
        },
      };
    },

    /** Spends what was not reserved. @param done called once it is written, sooner or later. */
    spend(spender: Spender, used: Amount, done: () => void): void {
      const spent: Change = (balance) => ({ balance: settle(balance, '', NOTHING, used) });
      settleSoon(accountOf(spender), spent, done);
    },

    /** The holder has no budget for now: if it has one again, it is read anew. */
    forget: (holder: string, month: number): void => void accounts.delete(`${holder} ${month}`),

    /** As it was last read or written here; absent where it never was. */
    lastKnown: (holder: string, month: number): Balance | undefined =>
      accounts.get(`${holder} ${month}`)?.known?.balance,

    /** As it is, or was half a second ago; as last known while the store is away. */
    async read(spender: Spender): Promise<Balance> {
      const account = accountOf(spender);
      const { known, isBusy } = account;
      try {
        // What is being changed right now is known in a moment.
        const isFresh =
          known !== undefined &&
          !lacksDay(account, known.balance) &&
          (isBusy || Math.abs(now() - known.readAt) < FRESH);
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
