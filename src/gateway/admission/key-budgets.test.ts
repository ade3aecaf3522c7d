import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BudgetEvent } from '../../domain/budget-event.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { StoredBalance } from '../store/key-balances.ts';
import type { KeyUsage } from '../store/key-usage.ts';
import type { Team } from '../store/teams.ts';
import { LEASE } from './balance-keeper.ts';
import { createKeyBudgets } from './key-budgets.ts';
import type { Ask } from './reserve.ts';

const KEY = { id: 'ik_1', tokensPerMonth: 1_000 } as IssuedKey;
const ASK: Ask = { input: 20, output: 80, choices: 1, isChosen: true, inputPrice: 0, outputPrice: 0 };
const USED = { promptTokens: 10, completionTokens: 5 };

/** A store that several processes share, and that may fail before or after it has written. */
function createStore() {
  const rows = new Map<string, StoredBalance>();
  const usage: KeyUsage[] = [];
  const teamUsage: KeyUsage[] = [];
  /** Tokens by period, as reports have them. */
  const used = new Map<number, number>();
  let failing: 'before' | 'after' | undefined;
  let trips = 0;
  return {
    usage,
    teamUsage,
    used,
    trips: () => trips,
    fail: (how: typeof failing): void => {
      failing = how;
    },
    row: (id?: string) => {
      const [, row] = [...rows].find(([place]) => id === undefined || place.startsWith(`${id} `))!;
      return JSON.parse(row.state) as { spent: { tokens: number }; held: object };
    },
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
      ofPeriod: async (_keyId: string, period: number) => ({ tokens: used.get(period) ?? 0, nanos: 0 }),
    },
    teamRecords: {
      add: async (rowsOfUsage: readonly KeyUsage[]) => void teamUsage.push(...rowsOfUsage),
      ofPeriod: async (_teamId: string, period: number) => ({ tokens: used.get(period) ?? 0, nanos: 0 }),
    },
  };
}

let store: ReturnType<typeof createStore>;
const failures: unknown[] = [];
const events: BudgetEvent[] = [];
const open = (owner: string) =>
  createKeyBudgets({
    balances: store.balances,
    records: store.records,
    teamRecords: store.teamRecords,
    owner,
    now: () => Date.now(),
    nearly: 0.8,
    onBudget: (event) => void events.push(event),
    onFailure: (error) => void failures.push(error),
  });
/** All that was asked for is done. */
const settled = () => vi.advanceTimersByTimeAsync(10);
const remaining = async (budgets: ReturnType<typeof open>) => (await budgets.statesOf(KEY))[0]?.remaining;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) });
  store = createStore();
  failures.length = 0;
  events.length = 0;
});
afterEach(() => vi.useRealTimers());

async function reserve(budgets: ReturnType<typeof open>, key = KEY, team?: Team) {
  const held = budgets.reserve(key, ASK, team);
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
    expect(events).toEqual([]);
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

describe('what a budget has come to', () => {
  it('is told once, whichever of several processes it is', async () => {
    const processes = [open('one'), open('two'), open('three')];
    const small = { id: 'ik_1', tokensPerMonth: 1_100 } as IssuedKey;
    for (let round = 0; round < 4; round++) {
      const holds = await Promise.all(processes.map((one) => reserve(one, small)));
      for (const hold of holds) hold.settle(small, 'm', { promptTokens: 20, completionTokens: 60 }, 0);
      await settled();
    }
    for (const one of processes) {
      await expect(reserve(one, { ...small, tokensPerMonth: 970 } as IssuedKey)).rejects.toMatchObject({
        code: 'insufficient_quota',
      });
    }
    const month = {
      of: 'key',
      id: 'ik_1',
      period: 'month',
      unit: 'tokens',
      reset: Date.UTC(2026, 11, 1) / 1_000,
    };
    expect(events).toEqual([
      { ...month, state: 'nearly_spent', limit: 1_100, used: expect.any(Number) },
      { ...month, state: 'spent', limit: 970, used: 960 },
    ]);
  });
});

describe('a budget for a day', () => {
  const daily = { id: 'ik_1', tokensPerMonth: 1_000, tokensPerDay: 200 } as IssuedKey;
  const spend = async (budgets: ReturnType<typeof open>, key = daily) => {
    const hold = await reserve(budgets, key);
    hold.settle(key, 'm', { promptTokens: 20, completionTokens: 80 }, 0);
    await settled();
  };

  it('holds over processes beside that of the month, says so, and begins anew with the day', async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 20, 23, 0, 0));
    const [one, two] = [open('one'), open('two')];
    await spend(one);
    await spend(two);
    const refused = await reserve(one, daily).catch((error) => error);
    expect(refused).toMatchObject({ code: 'insufficient_quota', retryAfter: '3600' });
    expect(refused.message).toContain('used up: 200 tokens a day,');
    expect(refused.message).toContain('The next day begins at 2026-11-21T00:00:00Z');
    expect(() => one.requireRoom(daily)).toThrow(/200 tokens a day/);
    expect(await one.statesOf(daily)).toEqual([
      {
        period: 'month',
        unit: 'tokens',
        limit: 1_000,
        remaining: 800,
        reserved: 0,
        reset: Date.UTC(2026, 11, 1) / 1_000,
      },
      {
        period: 'day',
        unit: 'tokens',
        limit: 200,
        remaining: 0,
        reserved: 0,
        reset: Date.UTC(2026, 10, 21) / 1_000,
      },
    ]);
    expect(events).toMatchObject([{ state: 'spent', period: 'day', reset: Date.UTC(2026, 10, 21) / 1_000 }]);
    vi.setSystemTime(Date.UTC(2026, 10, 21));
    expect(() => one.requireRoom(daily)).not.toThrow();
    expect((await one.statesOf(daily)).map(({ remaining }) => remaining)).toEqual([800, 200]);
    await spend(two);
    await spend(one);
    await expect(reserve(two, daily)).rejects.toThrow(/a day/);
  });

  it('of a key that gets one counts what it has used today, with a budget for the month or without', async () => {
    store.used.set(20261120, 150);
    const { tokensPerMonth: _none, ...onlyDaily } = daily;
    for (const key of [daily, onlyDaily as IssuedKey]) {
      const budgets = open('one');
      const hold = await reserve(budgets, key);
      expect(hold.output).toBe(30);
      hold.release();
      await settled();
    }
  });

  it('counts what was used while the key had none, as reports have it', async () => {
    await spend(open('one'));
    store.used.set(20261120, 170);
    expect((await open('two').statesOf(daily)).map(({ remaining }) => remaining)).toEqual([900, 30]);
  });

  it('that comes and goes while calls are under way counts each of them', async () => {
    const budgets = open('one');
    const before = await reserve(budgets);
    await spend(budgets);
    before.settle(daily, 'm', { promptTokens: 20, completionTokens: 30 }, 0);
    await settled();
    expect((await budgets.statesOf(daily)).map(({ remaining }) => remaining)).toEqual([850, 50]);
  });

  it('names the month where that is used up too', async () => {
    const budgets = open('one');
    const both = { ...daily, tokensPerMonth: 200 } as IssuedKey;
    await spend(budgets, both);
    await spend(budgets, both);
    await expect(reserve(budgets, both)).rejects.toThrow(
      /used up: 200 tokens a month, 200 tokens a day, .*The next month begins at 2026-12-01/,
    );
  });
});

describe('a budget of a team', () => {
  const team = { id: 'tm_1', name: 'Research', tokensPerMonth: 500 } as Team;
  const [ann, bob] = ['ik_ann', 'ik_bob'].map((id) => ({ id, tokensPerMonth: 400 }) as IssuedKey) as [
    IssuedKey,
    IssuedKey,
  ];
  const leftOf = async (budgets: ReturnType<typeof open>, key: IssuedKey, of: Team = team) =>
    (await budgets.statesOf(key, of)).map(({ team: name = 'own', remaining, reserved }) => [
      name,
      remaining,
      reserved,
    ]);

  it('is spent by two keys at once to its end, over processes, and beside their own', async () => {
    const [one, two] = [open('one'), open('two')];
    const tries = Array.from({ length: 20 }, (_one, index) =>
      reserve(index % 2 === 0 ? one : two, index % 4 < 2 ? ann : bob, team).catch(
        (error) => error as { code: string; message: string },
      ),
    );
    const all = await Promise.all(tries);
    const holds = all.filter((one) => 'settle' in one);
    const refused = all.filter((one) => 'message' in one);
    expect([holds.length, new Set(refused.map(({ code }) => code))]).toEqual([
      5,
      new Set(['budget_reserved']),
    ]);
    expect(refused.map(({ message }) => message)).toContain(
      "The rest of the budget of the team 'Research' of this key (500 tokens a month) is reserved for requests of its keys under way. What they do not use is free again",
    );
    await settled();
    // What the team refused is given back to the keys.
    const held = ['ik_ann', 'ik_bob'].flatMap((id) =>
      Object.values(store.row(id).held as Record<string, { tokens: number }>),
    );
    expect(held.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(500);
    for (const hold of holds) hold.settle(ann, 'm', USED, 0, team);
    await settled();
    expect(store.row('tm_1')).toMatchObject({ spent: { tokens: 75 }, held: {} });
    await vi.advanceTimersByTimeAsync(500);
    expect(store.teamUsage.reduce((sum, { calls }) => sum + calls, 0)).toBe(5);
    expect(new Set(store.teamUsage.map(({ keyId }) => keyId))).toEqual(new Set(['tm_1']));
    expect(store.usage.reduce((sum, { calls }) => sum + calls, 0)).toBe(5);
  });

  it('is told once, as the team’s, and its refusal says when it begins anew', async () => {
    const [one, two] = [open('one'), open('two')];
    const daily = { id: 'tm_1', name: 'Research', tokensPerDay: 200 } as Team;
    for (const [budgets, key] of [
      [one, ann],
      [two, bob],
    ] as const) {
      const hold = await reserve(budgets, key, daily);
      hold.settle(key, 'm', { promptTokens: 20, completionTokens: 80 }, 0, daily);
      await settled();
    }
    for (const budgets of [one, two]) {
      await expect(reserve(budgets, bob, daily)).rejects.toThrow(
        "The budget of the team 'Research' of this key is used up: 200 tokens a day, and what is left is less than this request may cost. The next day begins at 2026-11-21T00:00:00Z",
      );
      expect(() => budgets.requireRoom(ann, daily)).toThrow(/team 'Research'/);
    }
    const day = { of: 'team', id: 'tm_1', period: 'day', unit: 'tokens', limit: 200, used: 200 };
    expect(events).toEqual([{ ...day, state: 'spent', reset: Date.UTC(2026, 10, 21) / 1_000 }]);
    expect(await leftOf(one, ann, daily)).toEqual([
      ['own', 300, 0],
      ['Research', 0, 0],
    ]);
    vi.setSystemTime(Date.UTC(2026, 10, 21));
    expect(() => one.requireRoom(ann, daily)).not.toThrow();
    (await reserve(one, ann, daily)).release();
    await settled();
    expect(await leftOf(one, ann, daily)).toEqual([
      ['own', 300, 0],
      ['Research', 200, 0],
    ]);
  });

  it('shortens an answer that fits into the key alone, and the key’s shortens that of the team', async () => {
    const budgets = open('one');
    const hold = await reserve(budgets, ann, { ...team, tokensPerMonth: 60 });
    expect(hold.output).toBe(40);
    hold.release();
    await settled();
    const other = await reserve(budgets, { ...bob, tokensPerMonth: 70 }, team);
    expect(other.output).toBe(50);
    expect(store.row('tm_1').held).toMatchObject({ 'one.0': { tokens: 70 } });
    other.release();
    await settled();
    expect([store.row('ik_bob').held, store.row('tm_1').held]).toEqual([{}, {}]);
  });

  it('keeps a call that was begun in the team, wherever its key is by then', async () => {
    const budgets = open('one');
    const other = { id: 'tm_2', name: 'Sales', tokensPerMonth: 500 } as Team;
    const hold = await reserve(budgets, ann, team);
    await reserve(budgets, ann, other);
    hold.settle(ann, 'm', USED, 0, team);
    await settled();
    expect(await leftOf(budgets, ann)).toEqual([
      ['own', 400 - 100 - 15, 100],
      ['Research', 485, 0],
    ]);
    expect(await leftOf(budgets, ann, other)).toContainEqual(['Sales', 400, 100]);
  });

  it('that comes while a call is under way counts it, and one that has none asks the store for nothing', async () => {
    const budgets = open('one');
    const without = { id: 'tm_1', name: 'Research' } as Team;
    const free = { id: 'ik_free' } as IssuedKey;
    const before = store.trips();
    const hold = await reserve(budgets, free, without);
    const last = await reserve(budgets, free, without);
    last.settle(free, 'm', USED, 0, without);
    await settled();
    expect([store.trips() - before, await leftOf(budgets, free, without)]).toEqual([0, []]);
    hold.settle(free, 'm', USED, 0, team);
    await settled();
    expect(await leftOf(budgets, free)).toEqual([['Research', 485, 0]]);
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
