/**
 * What is used with issued keys, and whether that is within their budgets. What was used is known only once an answer
 * is over: requests under way, and what other processes counted within the last second, may exceed a budget.
 */
import type { Usage } from '../domain/chat.ts';
import { GatewayError } from '../errors.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { KeyUsage, KeyUsageRecords, MonthUsage } from '../store/key-usage.ts';
import { dayOf, describeReset, momentOf } from './windows.ts';

/** US dollars a million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
}

/** One budget of a key, for `GET /v1/limits`. */
export interface BudgetState {
  readonly unit: 'tokens' | 'usd';
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the month turns. */
  readonly reset: number;
}

interface KeyBudgetsOptions {
  readonly records: Pick<KeyUsageRecords, 'add' | 'ofMonth'>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called when the store could not be read or written; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds in which usage is gathered before it is written. */
const GATHER = 250;
/** Milliseconds for which a month's usage is taken as read. */
const FRESH = 500;
const NANOS = 1e9;

interface Known extends MonthUsage {
  readonly month: number;
  readonly readAt: number;
}

export function createKeyBudgets({ records, now, onFailure }: KeyBudgetsOptions) {
  let pending = new Map<string, KeyUsage>();
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<MonthUsage>>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const gather = (usage: KeyUsage): void => {
    const place = `${usage.keyId} ${usage.day} ${usage.model}`;
    const other = pending.get(place);
    pending.set(place, other === undefined ? usage : addUsage(usage, other));
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = pending;
    pending = new Map();
    if (batch.size > 0) writing = writing.then(() => write(batch));
    return writing;
  };
  const write = async (batch: ReadonlyMap<string, KeyUsage>): Promise<void> => {
    try {
      await records.add([...batch.values()]);
    } catch (error) {
      onFailure(error);
      for (const usage of batch.values()) gather(usage);
      flushSoon(GATHER * 4);
    }
  };
  const flushSoon = (pause: number): void => {
    timer ??= setTimeout(() => void flush(), pause).unref();
  };

  const read = async (keyId: string, month: number): Promise<MonthUsage> => {
    await flush();
    const stored = await records.ofMonth(keyId, month);
    // What could not be written, or came meanwhile.
    const unwritten = [...pending.values()].filter((usage) => usage.keyId === keyId);
    const tokens = unwritten.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0);
    const nanos = unwritten.reduce((sum, one) => sum + one.nanos, 0);
    const usage = { tokens: stored.tokens + tokens, nanos: stored.nanos + nanos };
    known.set(keyId, { ...usage, month, readAt: now() });
    return usage;
  };
  /** What the key has used this month; while the store is away, as far as this process knows. */
  const usedBy = (keyId: string): MonthUsage | Promise<MonthUsage> => {
    const { month } = momentOf(now());
    const last = known.get(keyId);
    const current = last?.month === month ? last : undefined;
    if (current !== undefined && Math.abs(now() - current.readAt) < FRESH) return current;
    let found = reading.get(keyId);
    if (found === undefined) {
      found = read(keyId, month)
        .catch((error: unknown) => {
          onFailure(error);
          const left = current ?? { tokens: 0, nanos: 0 };
          known.set(keyId, { ...left, month, readAt: now() });
          return left;
        })
        .finally(() => reading.delete(keyId));
      reading.set(keyId, found);
    }
    return found;
  };

  return {
    /** @param model as it is named in reports. @param price absent where it is not known. */
    record({ id }: IssuedKey, model: string, price: Price | undefined, usage: Usage): void {
      const { promptTokens, completionTokens } = usage;
      const nanos =
        price === undefined
          ? 0
          : Math.round((promptTokens * price.input + completionTokens * price.output) * 1_000);
      gather({
        keyId: id,
        day: dayOf(now()),
        model,
        calls: 1,
        promptTokens,
        completionTokens,
        nanos,
      });
      const last = known.get(id);
      if (last !== undefined) {
        const tokens = last.tokens + promptTokens + completionTokens;
        known.set(id, { ...last, tokens, nanos: last.nanos + nanos });
      }
      flushSoon(GATHER);
    },

    /** @throws GatewayError `insufficient_quota` where a budget of the month is used up. */
    async requireRoom(key: IssuedKey): Promise<void> {
      const { tokensPerMonth, nanosPerMonth } = key;
      if (tokensPerMonth === undefined && nanosPerMonth === undefined) return;
      const used = await usedBy(key.id);
      if (tokensPerMonth !== undefined && used.tokens >= tokensPerMonth) {
        throw usedUp(`${tokensPerMonth.toLocaleString('en')} tokens`, now());
      }
      if (nanosPerMonth !== undefined && used.nanos >= nanosPerMonth) {
        throw usedUp(`$${nanosPerMonth / NANOS}`, now());
      }
    },

    /** The key's budgets, and what is left of them. */
    async statesOf({ id, tokensPerMonth, nanosPerMonth }: IssuedKey): Promise<BudgetState[]> {
      if (tokensPerMonth === undefined && nanosPerMonth === undefined) return [];
      const used = await usedBy(id);
      const reset = momentOf(now()).monthResets;
      const state = (unit: BudgetState['unit'], limit: number, spent: number): BudgetState => ({
        unit,
        limit,
        remaining: Math.max(0, limit - spent),
        reset,
      });
      return [
        ...(tokensPerMonth === undefined ? [] : [state('tokens', tokensPerMonth, used.tokens)]),
        ...(nanosPerMonth === undefined ? [] : [state('usd', nanosPerMonth / NANOS, used.nanos / NANOS)]),
      ];
    },

    /** Writes what is still to be written. */
    async close(): Promise<void> {
      await flush();
      clearTimeout(timer);
    },
  };
}

function addUsage(usage: KeyUsage, other: KeyUsage): KeyUsage {
  return {
    ...usage,
    calls: usage.calls + other.calls,
    promptTokens: usage.promptTokens + other.promptTokens,
    completionTokens: usage.completionTokens + other.completionTokens,
    nanos: usage.nanos + other.nanos,
  };
}

function usedUp(budget: string, nowMs: number): GatewayError {
  const { begins, seconds } = describeReset(momentOf(nowMs).monthResets, nowMs);
  const message = `The budget of this key is used up: ${budget} a month. The next month begins at ${begins}`;
  return new GatewayError('insufficient_quota', message, { retryAfter: String(seconds) });
}
