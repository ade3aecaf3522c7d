import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { Plan } from '../../domain/plan.ts';
import type { KeyPlan, KeyPlans } from '../store/key-plans.ts';
import { openStore, type Store } from '../store/store.ts';
import { createCallerIds } from './caller-id.ts';
import { openPlanDirectory, type PlanDirectory, type PlanDirectoryOptions } from './plan-directory.ts';

const free: Plan = { name: 'free', perHour: 100, perMonth: 1000, models: 'basic' };
const pro: Plan = { name: 'pro', perHour: 1000, perMonth: 50_000, models: 'all' };
const plans = new Map([free, pro].map((plan) => [plan.name, plan]));
const key = ApiKey.parse('sk-1')!;
const ids = createCallerIds('a secret');
const caller = ids.callerOf(key);
const START = Date.parse('2026-11-05T13:20:00Z');
const HOUR = 3_600_000;

describe('which plan a caller has', () => {
  let dataDir = '';
  let store: Store;
  let nowMs = START;
  const opened: PlanDirectory[] = [];
  const open = async (options: Partial<PlanDirectoryOptions> = {}) => {
    const directory = await openPlanDirectory({
      keyPlans: store.keyPlans,
      plans,
      defaultPlan: 'free',
      kid: ids.kid,
      now: () => nowMs,
      ...options,
    });
    opened.push(directory);
    return directory;
  };
  const list = (over = {}) =>
    store.keyPlans.set({ callerId: caller.id, kid: ids.kid, plan: 'pro', updatedAt: nowMs, ...over });

  beforeEach(async () => {
    nowMs = START;
    dataDir = await mkdtemp(path.join(tmpdir(), 'claimgate-plans-'));
    store = await openStore({ dataDir, now: () => nowMs });
  });
  afterEach(async () => {
    for (const directory of opened.splice(0)) await directory.close();
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  it('is the listed one, else the default', async () => {
    const directory = await open();
    expect(directory.planOf(caller)).toBe(free);
    await list();
    await directory.refresh();
    expect(directory.planOf(caller)).toEqual(pro);
    await store.keyPlans.remove([caller.id], nowMs);
    await directory.refresh();
    expect(directory.planOf(caller)).toBe(free);
  });

  it('has the numbers of the key where it has its own', async () => {
    await list({ perHour: 7 });
    const directory = await open();
    expect(directory.planOf(caller)).toEqual({ ...pro, perHour: 7 });
    await list({ perHour: 8, perMonth: 9 });
    await directory.refresh();
    expect(directory.planOf(caller)).toEqual({ ...pro, perHour: 8, perMonth: 9 });
  });

  it('changes in a running replica without being asked to', async () => {
    const directory = await open({ refreshMs: 20 });
    await list();
    await expect.poll(() => directory.planOf(caller).name, { timeout: 5000 }).toBe('pro');
  });

  it('is a fixed one whatever the list says', async () => {
    await list();
    const directory = await open({ fixed: new Map([[caller.id, free]]) });
    expect(directory.planOf(caller)).toBe(free);
  });

  it('is the default where the config no longer has the listed one, and the operator is warned once', async () => {
    const unknown: string[] = [];
    await list({ plan: 'gold' });
    await list({ callerId: 'x'.repeat(43), plan: 'gold' });
    const directory = await open({ onUnknownPlan: (name) => unknown.push(name) });
    expect(directory.planOf(caller)).toBe(free);
    expect(unknown).toEqual(['gold']);
  });

  it('holds while the store is away, and follows it again afterwards', async () => {
    let away = false;
    const failures: unknown[] = [];
    const keyPlans: KeyPlans = {
      ...store.keyPlans,
      changesSince: (since) =>
        away ? Promise.reject(new Error('away')) : store.keyPlans.changesSince(since),
    };
    await list();
    const directory = await open({ keyPlans, refreshMs: 10, onFailure: (error) => failures.push(error) });
    away = true;
    await expect.poll(() => failures.length, { timeout: 5000 }).toBeGreaterThan(2);
    expect(directory.planOf(caller)).toEqual(pro);
    expect(directory.upToDate).toBe(false);
    await store.keyPlans.remove([caller.id], nowMs);
    away = false;
    await expect.poll(() => directory.planOf(caller), { timeout: 5000 }).toBe(free);
    expect(directory.upToDate).toBe(true);
  });

  it('follows the caller to a new secret, in the store too', async () => {
    await list({ perHour: 7, note: 'Acme' });
    const rotated = createCallerIds('a new secret', ['a secret']);
    const directory = await open({ kid: rotated.kid });
    const renamed = rotated.callerOf(key);
    expect(directory.planOf(renamed)).toEqual({ ...pro, perHour: 7 });
    await directory.close();
    expect(await store.keyPlans.list()).toMatchObject([
      { callerId: renamed.id, kid: rotated.kid, plan: 'pro', perHour: 7, note: 'Acme' },
    ]);
    const onlyNew = await open();
    expect(onlyNew.planOf(createCallerIds('a new secret').callerOf(key))).toEqual({ ...pro, perHour: 7 });
    expect(onlyNew.planOf(caller)).toEqual({ ...pro, perHour: 7 });
  });

  it('is not that of before where the replica was cut off for longer than removals are kept', async () => {
    await list();
    const directory = await open();
    await store.keyPlans.remove([caller.id], nowMs);
    nowMs += 48 * HOUR;
    await store.keyPlans.prune(nowMs);
    await directory.refresh();
    expect(directory.planOf(caller)).toBe(free);
  });

  it('is forgotten by the store a day after it was taken away', async () => {
    const directory = await open();
    await list();
    await store.keyPlans.remove([caller.id], nowMs);
    nowMs += 23 * HOUR;
    await directory.refresh();
    expect((await store.keyPlans.changesSince(0)).removed).toEqual([caller.id]);
    nowMs += 2 * HOUR;
    await directory.refresh();
    expect((await store.keyPlans.changesSince(0)).removed).toEqual([]);
  });
});

describe('a list of plans in a store', () => {
  const listed: KeyPlan = { callerId: caller.id, kid: ids.kid, plan: 'pro', updatedAt: START };
  /** What the store was asked, in order. */
  const openWith = async (options: Partial<PlanDirectoryOptions> = {}, keyPlans: Partial<KeyPlans> = {}) => {
    const asked: (readonly [string, number])[] = [];
    const clock = { nowMs: START };
    const directory = await openPlanDirectory({
      keyPlans: {
        async changesSince(revision: number) {
          asked.push(['since', revision]);
          return { revision: 7, set: revision === 0 ? [listed] : [], removed: [] };
        },
        async prune(before: number) {
          asked.push(['prune', before]);
        },
        ...keyPlans,
      } as KeyPlans,
      plans,
      defaultPlan: 'free',
      kid: ids.kid,
      now: () => clock.nowMs,
      ...options,
    });
    return { directory, asked, clock };
  };

  it('is read anew after more than half a day without an answer, and cleaned up every hour', async () => {
    const { directory, asked, clock } = await openWith();
    const askedAfter = async (milliseconds: number) => {
      asked.length = 0;
      clock.nowMs += milliseconds;
      await directory.refresh();
      return asked;
    };
    expect(asked).toEqual([
      ['since', 0],
      ['prune', START - 24 * HOUR],
    ]);
    expect(await askedAfter(HOUR)).toEqual([['since', 7]]);
    expect(await askedAfter(1)).toEqual([
      ['since', 7],
      ['prune', START - 23 * HOUR + 1],
    ]);
    expect((await askedAfter(12 * HOUR))[0]).toEqual(['since', 7]);
    expect((await askedAfter(12 * HOUR + 1))[0]).toEqual(['since', 0]);
    expect(directory.planOf(caller)).toEqual(pro);
    await directory.close();
  });

  it('is followed every twenty seconds, and no more once it is closed, though a look was under way', async () => {
    vi.useFakeTimers();
    try {
      let reads = 0;
      const answer = Promise.withResolvers<void>();
      const { directory } = await openWith(
        {},
        {
          async changesSince() {
            if (++reads === 3) await answer.promise;
            return { revision: 1, set: [], removed: [] };
          },
        },
      );
      await vi.advanceTimersByTimeAsync(19_999);
      expect(reads).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(reads).toBe(2);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(reads).toBe(3);
      const closed = directory.close();
      answer.resolve();
      await closed;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(reads).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('yields to a fixed plan, and is before what a key was issued with', async () => {
    const unknown: string[] = [];
    const { directory } = await openWith({ onUnknownPlan: (name) => unknown.push(name) });
    const other = ids.callerOf(ApiKey.parse('sk-2')!);
    expect(directory.planOf(caller, 'free')).toEqual(pro);
    expect([directory.planOf(other), directory.planOf(other, 'pro')]).toEqual([free, pro]);
    expect([directory.planOf(other, 'gold'), directory.planOf(other, 'gold')]).toEqual([free, free]);
    expect(unknown).toEqual(['gold']);
    expect([directory.isListed(caller), directory.isListed(other)]).toEqual([true, false]);
    expect(directory.isListed({ id: other.id, formerIds: [caller.id] })).toBe(true);
    directory.replacePlans({ plans: new Map([['pro', free]]), defaultPlan: 'pro' });
    expect(directory.planOf(other, 'gold')).toBe(free);
    expect(unknown).toEqual(['gold', 'gold']);
    await directory.close();
  });

  it('needs a default that is one of the plans', async () => {
    await expect(openWith({ defaultPlan: 'gold' })).rejects.toThrow("There is no plan 'gold'");
    const { directory } = await openWith();
    expect(() => directory.replacePlans({ plans, defaultPlan: 'gold' })).toThrow("There is no plan 'gold'");
    expect(directory.planOf(ids.callerOf(ApiKey.parse('sk-2')!))).toBe(free);
    await directory.close();
  });

  it('says that it could not be written, and the plan holds', async () => {
    const failures: unknown[] = [];
    const away = new Error('away');
    const adopted: unknown[][] = [];
    const { directory } = await openWith(
      { onFailure: (error) => failures.push(error), kid: 'new' },
      {
        async adopt(...args: unknown[]) {
          adopted.push(args);
          throw away;
        },
      },
    );
    const renamed = createCallerIds('a new secret', ['a secret']).callerOf(key);
    expect([directory.planOf(renamed), directory.planOf(renamed)]).toEqual([pro, pro]);
    await directory.close();
    expect(failures).toEqual([away]);
    expect(adopted).toEqual([[caller.id, renamed.id, 'new', START]]);
  });
});
