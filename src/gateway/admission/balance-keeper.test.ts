import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredBalance } from '../store/key-balances.ts';
import type { Balance } from './balance.ts';
import { createBalanceKeeper, LEASE, type Spender } from './balance-keeper.ts';
import type { Ask, Limits } from './reserve.ts';

const [KEY, MONTH] = ['ik_1', 5];
const LIMITS = { tokens: 1_000 };
/** Who spends, in a month that need not be the present one. */
const of = (month = MONTH, limits: Limits = LIMITS): Spender => ({ holder: KEY, month, day: 0, limits });
/** Of 100 tokens. */
const ASK: Ask = { input: 20, output: 80, choices: 1, isChosen: true, inputPrice: 0, outputPrice: 0 };
const used = (tokens: number) => ({ tokens, nanos: 0 });
const START = 1_000_000;

/** A store that processes share; it may be away, before or after it has written. */
function createStore() {
  const rows = new Map<string, StoredBalance>();
  let away: 'before' | 'after' | undefined;
  const store = {
    /** Milliseconds that a change takes. */
    slow: 0,
    finds: 0,
    swaps: 0,
    /** What was used of each key without a budget. */
    used: used(0),
    /** The months and days that this was asked for. */
    usedIn: [] as number[],
    setAway(how: typeof away): void {
      away = how;
    },
    row: (month = MONTH): Balance | undefined => {
      const state = rows.get(`${KEY} ${month}`)?.state;
      return state === undefined ? undefined : (JSON.parse(state) as Balance);
    },
    find: async (holder: string, month: number) => {
      store.finds++;
      if (away === 'before') throw new Error('away');
      return rows.get(`${holder} ${month}`);
    },
    swap: async (holder: string, month: number, version: number, state: string) => {
      store.swaps++;
      if (store.slow > 0) await new Promise((resolve) => setTimeout(resolve, store.slow));
      if (away === 'before') throw new Error('away');
      const place = `${holder} ${month}`;
      const isAsRead = (rows.get(place)?.version ?? 0) === version;
      if (isAsRead) rows.set(place, { version: version + 1, state });
      if (away === 'after') throw new Error('no answer');
      return isAsRead;
    },
  };
  return store;
}

let store: ReturnType<typeof createStore>;
let failures: unknown[];
const open = (owner = 'one') =>
  createBalanceKeeper({
    ...{ balances: store, owner, now: () => Date.now() },
    usedIn: async (_holder, period) => {
      store.usedIn.push(period);
      return store.used;
    },
    ...{ nearly: 0.8, onNews: () => {} },
    onFailure: (error) => void failures.push(error),
  });
type Keeper = ReturnType<typeof open>;
const settled = () => vi.advanceTimersByTimeAsync(10);
async function reserve(keeper: Keeper, ask = ASK, limits = LIMITS) {
  const asked = keeper.reserve(of(MONTH, limits), ask);
  asked.catch(() => {});
  await settled();
  const outcome = await asked;
  return 'refusal' in outcome ? outcome.refusal : outcome;
}
async function hold(keeper: Keeper, ask = ASK) {
  const held = await reserve(keeper, ask);
  if (typeof held === 'string') throw new Error(held);
  return held;
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  store = createStore();
  failures = [];
});
afterEach(() => void vi.useRealTimers());

describe('a reservation', () => {
  it('stands under its process until it is settled, once', async () => {
    const held = await hold(open());
    expect(held.output).toBe(80);
    const { held: all } = store.row()!;
    expect(all).toEqual({ 'one.0': { ...used(100), until: expect.any(Number) } });
    const done = vi.fn();
    held.end(used(30), done);
    held.end(used(30), done);
    expect(done).not.toHaveBeenCalled();
    await settled();
    expect(done).toHaveBeenCalledTimes(1);
    expect(store.row()).toEqual({ spent: used(30), held: {} });
  });

  it('is decided by what is known, together with what is asked at once, behind what is under way', async () => {
    const keeper = open();
    await hold(keeper);
    expect([store.finds, store.swaps]).toEqual([1, 1]);
    store.slow = 50;
    const first = [reserve(keeper), reserve(keeper)];
    await settled();
    const second = reserve(keeper);
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all([...first, second]);
    expect([store.finds, store.swaps]).toEqual([1, 3]);
    expect(store.row()!.held).toMatchObject({ 'one.0': used(400) });
  });

  it('is decided anew where another process was first', async () => {
    const [one, two] = [open('one'), open('two')];
    const holds = await Promise.all([reserve(one), reserve(two), reserve(one), reserve(two)]);
    expect(holds.every((one) => typeof one !== 'string')).toBe(true);
    expect(store.row()!.held).toMatchObject({ 'one.0': used(200), 'two.0': used(200) });
  });

  it('is refused only by what the store says now', async () => {
    const [one, two] = [open('one'), open('two')];
    const big = { ...ASK, output: 980 };
    const held = await hold(two, big);
    expect(await reserve(one, big)).toBe('reserved');
    held.end(used(0));
    await settled();
    // It knows a balance without room, and reads it again.
    const finds = store.finds;
    expect(await reserve(one, big)).toMatchObject({ output: 980 });
    expect(store.finds - finds).toBe(1);
    expect(await reserve(one, big, { tokens: 10 })).toBe('used_up');
  });

  it('that is refused at the first look is not looked at twice, and writes nothing', async () => {
    expect(await reserve(open(), ASK, { tokens: 10 })).toBe('used_up');
    expect([store.finds, store.swaps]).toEqual([1, 0]);
    expect(store.row()).toBeUndefined();
  });

  it('counts what was used while the key had no budget, where that is more', async () => {
    const held = await hold(open());
    held.end(used(100));
    await settled();
    store.used = used(50);
    await hold(open('two'));
    expect(store.row()!.spent).toEqual(used(100));
    store.used = used(990);
    expect(await reserve(open('three'))).toBe('used_up');
  });

  it.each([LIMITS, { day: { tokens: 1_000 } }])(
    'does not forget that where the balance, in which it is not written yet, is read again (%j)',
    async (limits) => {
      store.used = used(990);
      const keeper = open();
      await keeper.read({ ...of(MONTH, limits), day: 'day' in limits ? 20261105 : 0 });
      const asked = keeper.reserve({ ...of(MONTH, limits), day: 'day' in limits ? 20261105 : 0 }, ASK);
      await settled();
      expect(await asked).toMatchObject({ refusal: 'used_up' });
      expect(store.finds).toBe(2);
    },
  );

  it('counts that of each day anew, and looks it up once', async () => {
    const limits = { day: { tokens: 1_000 } };
    const keeper = open();
    const spentOn = async (day: number) => {
      vi.setSystemTime(Date.now() + 1_000);
      return (await keeper.read({ ...of(MONTH, limits), day })).day;
    };
    store.used = used(990);
    expect(await spentOn(20261105)).toMatchObject({ of: 20261105, spent: used(990) });
    await spentOn(20261105);
    expect(store.usedIn).toEqual([MONTH, 20261105]);
    store.used = used(5);
    expect(await spentOn(20261106)).toMatchObject({ of: 20261106, spent: used(5) });
    await spentOn(20261106);
    expect(store.usedIn).toEqual([MONTH, 20261105, 20261106]);
  });

  it('lapses where its process is not heard of', async () => {
    await hold(open('dead'));
    vi.clearAllTimers();
    vi.setSystemTime(START + 10 + LEASE);
    await hold(open('two'));
    expect(store.row()).toMatchObject({ spent: used(100), held: { 'two.0': used(100) } });
    expect(store.row()!.held).not.toHaveProperty('dead.0');
  });
});

describe('a process that lives', () => {
  it('says so every half minute while something is reserved', async () => {
    const keeper = open();
    const [first, second] = [await hold(keeper), await hold(keeper)];
    const until = () => store.row()!.held['one.0']!.until;
    const before = until();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(until()).toBeGreaterThanOrEqual(before + 29_000);
    // One of two is over: the other one is still renewed.
    first.end(used(1));
    await settled();
    const between = until();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(until()).toBeGreaterThan(between);
    second.end(used(1));
    await settled();
    await vi.advanceTimersByTimeAsync(60_000);
    const { swaps } = store;
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.swaps).toBe(swaps);
    // And again where something is reserved later.
    await hold(keeper);
    const later = until();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(until()).toBeGreaterThan(later);
  });
});

describe('a store that is away', () => {
  it('lets nothing be reserved, and the next one stands under another name', async () => {
    const keeper = open();
    store.setAway('before');
    await expect(reserve(keeper)).rejects.toThrow('away');
    expect(failures).toHaveLength(1);
    store.setAway(undefined);
    await hold(keeper);
    expect(Object.keys(store.row()!.held)).toEqual(['one.1']);
  });

  it('gets what was used a second after it is back', async () => {
    const keeper = open();
    const held = await hold(keeper);
    store.setAway('before');
    const done = vi.fn();
    held.end(used(30), done);
    keeper.spend(of(), used(5), done);
    await settled();
    store.setAway(undefined);
    await vi.advanceTimersByTimeAsync(900);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(done).toHaveBeenCalledTimes(2);
    expect(store.row()).toEqual({ spent: used(35), held: {} });
  });

  it('is not told twice what it wrote without an answer', async () => {
    const keeper = open();
    const held = await hold(keeper);
    store.setAway('after');
    const done = vi.fn();
    held.end(used(30), done);
    await settled();
    store.setAway(undefined);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(done).toHaveBeenCalledTimes(1);
    expect(store.row()).toEqual({ spent: used(30), held: {} });
  });

  it('is waited for at the end, five seconds at most', async () => {
    const keeper = open();
    const held = await hold(keeper);
    store.setAway('before');
    held.end(used(30));
    const closed = vi.fn();
    void keeper.close().then(closed);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(closed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(closed).toHaveBeenCalled();
  });

  it('is not waited for where all is settled', async () => {
    const keeper = open();
    const held = await hold(keeper);
    held.end(used(30));
    const closed = vi.fn();
    void keeper.close().then(closed);
    await settled();
    expect(closed).toHaveBeenCalled();
    expect(store.row()).toEqual({ spent: used(30), held: {} });
  });
});

describe('a balance that is looked at', () => {
  it('is as it was read half a second ago', async () => {
    const [one, two] = [open('one'), open('two')];
    await hold(one);
    const spentBy = async (keeper: Keeper) => Object.keys((await keeper.read(of())).held);
    vi.setSystemTime(START + 10_000);
    expect(await spentBy(one)).toEqual(['one.0']);
    await hold(two);
    vi.setSystemTime(START + 10_499);
    expect(await spentBy(one)).toEqual(['one.0']);
    vi.setSystemTime(START + 10_500);
    expect(await spentBy(one)).toEqual(['one.0', 'two.0']);
  });

  it('is what is known while the store is away, or nothing', async () => {
    const keeper = open();
    store.setAway('before');
    expect(await keeper.read(of())).toEqual({ spent: used(0), held: {} });
    expect(failures).toHaveLength(1);
    store.setAway(undefined);
    await hold(keeper);
    vi.setSystemTime(START + 60_000);
    store.setAway('before');
    expect((await keeper.read(of())).held).toHaveProperty('one.0');
  });

  it('has spent what lapsed meanwhile', async () => {
    const keeper = open();
    await hold(keeper);
    vi.clearAllTimers();
    vi.setSystemTime(START + 20 + LEASE);
    expect(await keeper.read(of())).toEqual({ spent: used(100), held: {} });
  });

  it('is known from the last look, until it is forgotten or the month is over', async () => {
    const keeper = open();
    expect(keeper.lastKnown(KEY, MONTH)).toBeUndefined();
    const held = await hold(keeper);
    expect(keeper.lastKnown(KEY, MONTH)?.held).toHaveProperty('one.0');
    await keeper.read(of(MONTH + 1));
    // What is reserved is still to be settled.
    expect(keeper.lastKnown(KEY, MONTH)).toBeDefined();
    held.end(used(1));
    await settled();
    await keeper.read(of(MONTH + 2));
    expect(keeper.lastKnown(KEY, MONTH)).toBeUndefined();
    expect(keeper.lastKnown(KEY, MONTH + 2)).toBeDefined();
    keeper.forget(KEY, MONTH + 2);
    expect(keeper.lastKnown(KEY, MONTH + 2)).toBeUndefined();
  });
});
