/**
 * Budgets of issued keys that hold: what a call may cost at most is reserved in the store before the call is made, in
 * one step over all processes, and settled afterwards. What many calls of one process ask of a key at once is asked in
 * one step too. Keys without a budget ask the store for nothing; their usage is gathered and written for reports.
 */
import type { Usage } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { KeyBalances } from '../store/key-balances.ts';
import type { KeyUsageRecords } from '../store/key-usage.ts';
import { type Amount, type Ask, heldOf, type Limits, type Refusal } from './balance.ts';
import { createBalanceKeeper } from './balance-keeper.ts';
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

const NANOS = 1e9;
const NOTHING: Amount = { tokens: 0, nanos: 0 };
const AWAY = 'The budget of this key cannot be read at the moment';

export type KeyBudgets = ReturnType<typeof createKeyBudgets>;

export function createKeyBudgets({ balances, records, owner, now, onFailure }: KeyBudgetsOptions) {
  const usage = createUsageWriter({ records, onFailure });
  const usedInMonth = (keyId: string, month: number): Promise<Amount> => records.ofMonth(keyId, month);
  const keeper = createBalanceKeeper({ balances, usedInMonth, owner, now, onFailure });
  const thisMonth = (): number => momentOf(now()).month;

  const report = (keyId: string, model: string, { promptTokens, completionTokens }: Usage, nanos: number) => {
    const one = { keyId, day: dayOf(now()), model, calls: 1, promptTokens, completionTokens, nanos };
    return (): void => usage.gather(one);
  };

  /** A call of a key without a budget: it may have one once the call is over. */
  const unlimited = (output: number): BudgetHold => ({
    output,
    settle(key, model, used, nanos) {
      const gather = report(key.id, model, used, nanos);
      if (limitsOf(key) !== undefined) {
        return keeper.spend(key.id, thisMonth(), amountOf(used, nanos), gather);
      }
      keeper.forget(key.id, thisMonth());
      gather();
    },
    release() {},
  });

  return {
    /**
     * Reserves the most that a call may cost.
     * @throws GatewayError `insufficient_quota` where it does not fit into the budget, `budget_reserved` where it may fit
     *   once calls under way are over, `unavailable` where the store is away: a budget that cannot be read is not spent.
     */
    async reserve(key: IssuedKey, ask: Ask): Promise<BudgetHold> {
      const limits = limitsOf(key);
      if (limits === undefined) return unlimited(ask.output);
      const reserved = await keeper.reserve(key.id, thisMonth(), limits, ask).catch((cause: unknown) => {
        throw new GatewayError('unavailable', AWAY, { retryAfter: '1', cause });
      });
      if (typeof reserved === 'string') throw refused(reserved, key, now());
      return {
        output: reserved.output,
        // For the report only once it is spent: a process that begins takes the greater of both.
        settle: ({ id }, model, used, nanos) =>
          reserved.end(amountOf(used, nanos), report(id, model, used, nanos)),
        release: () => reserved.end(NOTHING),
      };
    },

    /**
     * Looks only at what is known: no call is made that would be refused for sure.
     * @throws GatewayError `insufficient_quota`
     */
    requireRoom(key: IssuedKey): void {
      const limits = limitsOf(key);
      const spent = limits && keeper.lastKnown(key.id, thisMonth())?.spent;
      if (limits === undefined || spent === undefined) return;
      if (spent.tokens >= (limits.tokens ?? Infinity) || spent.nanos >= (limits.nanos ?? Infinity)) {
        throw refused('used_up', key, now());
      }
    },

    /** The key's budgets, and what is left of them. */
    async statesOf(key: IssuedKey): Promise<BudgetState[]> {
      const limits = limitsOf(key);
      if (limits === undefined) return [];
      const balance = await keeper.read(key.id, thisMonth());
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
      await keeper.close();
      await usage.close();
    },
  };
}

function amountOf({ promptTokens, completionTokens }: Usage, nanos: number): Amount {
  return { tokens: promptTokens + completionTokens, nanos };
}

function limitsOf({ tokensPerMonth: tokens, nanosPerMonth: nanos }: IssuedKey): Limits | undefined {
  return tokens === undefined && nanos === undefined ? undefined : { tokens, nanos };
}

function refused(refusal: Refusal, key: IssuedKey, nowMs: number): GatewayError {
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
