import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { StoredBalance } from '../store/key-balances.ts';
import type { KeyUsage } from '../store/key-usage.ts';
import type { Ask } from './balance.ts';
import { LEASE } from './balance-keeper.ts';
import { createKeyBudgets } from './key-budgets.ts';

const KEY = { id: 'ik_1', tokensPerMonth: 1_000 } as IssuedKey;
const ASK: Ask = { input: 20, output: 80, choices: 1, isChosen: true, inputPrice: 0, outputPrice: 0 };
const USED = { promptTokens: 10, completionTokens: 5 };

/** A store that several processes share, and that may fail before or after it has written. */
function createStore() {
  const rows = new Map<string, StoredBalance>();
  const usage: KeyUsage[] = [];
  let failing: 'before' | 'after' | undefined;
  let trips = 0;
  return {
    usage,
    trips: () => trips,
    fail: (how: typeof failing): void => {
      failing = how;
    },
    row: () => JSON.parse([...rows.values()][0]!.state) as { spent: { tokens: number }; held: object },
    balances: {
      find: async (keyId: string, month: number) => {
        trips++;
        if (failing === 'before') throw new Error('away');
        return rows.get(`${keyId} ${month}`);
      },
      swap: async (keyId: string, month: number, version: number, state: string) => {
        trips++;
        if (failing === 'before') throw new Error('away');
        const place = `${keyId} ${month}`;
        const isAsRead = (rows.get(place)?.version ?? 0) === version;
        if (isAsRead) rows.set(place, { version: version + 1, state });
        if (failing === 'after') throw new Error('no answer');
        return isAsRead;
      },
    },
    records: {
      add: async (rowsOfUsage: readonly KeyUsage[]) => void usage.push(...rowsOfUsage),
      ofMonth: async () => ({ tokens: 0, nanos: 0 }),
    },
  };
}

let store: ReturnType<typeof createStore>;
const failures: unknown[] = [];
const open = (owner: string) =>
  createKeyBudgets({
    balances: store.balances,
    records: store.records,
    owner,
    now: () => Date.now(),
    onFailure: (error) => void failures.push(error),
  });
/** All that was asked for is done. */
const settled = () => vi.advanceTimersByTimeAsync(10);
const remaining = async (budgets: ReturnType<typeof open>) => (await budgets.statesOf(KEY))[0]?.remaining;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) });
  store = createStore();
  failures.length = 0;
});
afterEach(() => vi.useRealTimers());

async function reserve(budgets: ReturnType<typeof open>, key = KEY) {
  const held = budgets.reserve(key, ASK);
  held.catch(() => {});
  await settled();
  return held;
}

describe('a budget', () => {
  it('of two processes lets as many pass as fit, and frees what was not used', async () => {
    const [one, two] = [open('one'), open('two')];
    const all = await Promise.all(
      Array.from({ length: 30 }, (_one, index) =>
        reserve(index % 2 === 0 ? one : two).catch((error) => (error as { code: string }).code),
      ),
    );
    const holds = all.filter((one) => typeof one !== 'string');
    expect([holds.length, new Set(all.filter((one) => typeof one === 'string'))]).toEqual([
      10,
      new Set(['budget_reserved']),
    ]);
    for (const hold of holds) hold.settle(KEY, 'm', USED, 0);
    await settled();
    expect(store.row()).toEqual({ spent: { tokens: 150, nanos: 0 }, held: {} });
  });

  it('costs one trip to the store for a reservation, and none without a budget', async () => {
    const budgets = open('one');
    await reserve(budgets);
    const before = store.trips();
    await reserve(budgets);
    expect(store.trips() - before).toBe(1);
    const free = await reserve(budgets, { id: 'ik_2' } as IssuedKey);
    free.settle({ id: 'ik_2' } as IssuedKey, 'm', USED, 0);
    await vi.advanceTimersByTimeAsync(500);
    expect(store.trips() - before).toBe(1);
    expect(store.usage).toMatchObject([{ keyId: 'ik_2', promptTokens: 10 }]);
  });

  it('that is used up lets no call begin, whichever of its limits it is', async () => {
    const budgets = open('one');
    const small = { id: 'ik_1', tokensPerMonth: 100 } as IssuedKey;
    const hold = await reserve(budgets, small);
    expect(() => budgets.requireRoom(small)).not.toThrow();
    hold.settle(small, 'm', { promptTokens: 60, completionTokens: 40 }, 0);
    await settled();
    expect(() => budgets.requireRoom(small)).toThrow(/budget/);
    expect(() => budgets.requireRoom({ ...small, tokensPerMonth: 101 } as IssuedKey)).not.toThrow();
  });

  it('that a key gets while a call of it is under way counts that call', async () => {
    const budgets = open('one');
    const { tokensPerMonth: _none, ...withoutBudget } = KEY;
    const hold = await reserve(budgets, withoutBudget as IssuedKey);
    await reserve(budgets);
    hold.settle(KEY, 'm', USED, 0);
    await settled();
    expect(await remaining(budgets)).toBe(1_000 - 100 - 15);
  });

  it('is asked in one step for all that comes at once', async () => {
    const budgets = open('one');
    await reserve(budgets);
    const before = store.trips();
    const many = Promise.all(Array.from({ length: 9 }, () => budgets.reserve(KEY, ASK)));
    await settled();
    expect(await many).toHaveLength(9);
    expect(store.trips() - before).toBe(1);
  });

  it('is not spent while the store is away', async () => {
    store.fail('before');
    await expect(reserve(open('one'))).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(failures).toHaveLength(1);
  });
});

describe('what a process has reserved', () => {
  it('stays reserved as long as it lives, and is spent in full once it has not been heard of', async () => {
    const [killed, other] = [open('killed'), open('other')];
    await reserve(killed);
    await vi.advanceTimersByTimeAsync(LEASE * 5);
    expect(store.row().held).not.toEqual({});
    // From now on it is not heard of.
    vi.clearAllTimers();
    await reserve(other);
    vi.setSystemTime(Date.now() + LEASE + 1);
    const hold = await reserve(other);
    expect(store.row().spent.tokens).toBeGreaterThanOrEqual(100);
    hold.release();
  });

  it('is settled once, whether the store had written it or not when it failed', async () => {
    for (const how of ['before', 'after'] as const) {
      store = createStore();
      const budgets = open('one');
      const first = await reserve(budgets);
      await reserve(budgets);
      store.fail(how);
      first.settle(KEY, 'm', USED, 0);
      await settled();
      store.fail(undefined);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(store.row()).toMatchObject({ spent: { tokens: 15 } });
      expect(await remaining(budgets)).toBe(1_000 - 15 - 100);
    }
  });

  it('and may not have been written, is spent rather than lost', async () => {
    const budgets = open('one');
    store.fail('after');
    await expect(reserve(budgets)).rejects.toMatchObject({ code: 'unavailable' });
    store.fail(undefined);
    const hold = await reserve(budgets);
    vi.setSystemTime(Date.now() + LEASE + 1);
    hold.release();
    await settled();
    expect(store.row()).toMatchObject({ spent: { tokens: expect.any(Number) } });
    expect(store.row().spent.tokens).toBeGreaterThanOrEqual(100);
  });
});
