/** How counts in memory outlive the process. What they do meanwhile is in the conformance suite. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import type { Allowance, Plan } from '../../../domain/plan.ts';
import { openStore, type Store } from '../../store/store.ts';
import { createCallerIds } from '../caller-id.ts';
import type { LimitBackend } from '../limit-backend.ts';
import { openMemoryBackend } from './memory.ts';

const plan: Plan = { name: 'pro', perHour: 10, perMonth: 100, models: 'all' };
const NOW = Date.parse('2026-11-05T13:20:00Z');
const key = ApiKey.parse('sk-1')!;
const caller = createCallerIds('a secret').callerOf(key);
const left = (allowance: Allowance) => allowance.windows.map((window) => window.remaining);

describe('counts in memory', () => {
  let dataDir = '';
  let store: Store;
  let failures: unknown[] = [];
  const open = (nowMs = NOW): Promise<LimitBackend> =>
    openMemoryBackend({
      counts: store.limitCounts,
      now: () => nowMs,
      onCheckpointFailure: (error) => failures.push(error),
    });
  const restart = async (backend: LimitBackend, nowMs = NOW) => {
    await backend.close();
    await store.close();
    store = await openStore({ dataDir, now: () => nowMs });
    return open(nowMs);
  };

  beforeEach(async () => {
    failures = [];
    dataDir = await mkdtemp(path.join(tmpdir(), 'claimgate-memory-'));
    store = await openStore({ dataDir, now: () => NOW });
  });
  afterEach(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  it('are the same after a restart, in both windows', async () => {
    const backend = await open();
    for (let i = 0; i < 4; i++) await backend.reserve(caller, plan, NOW);
    const again = await restart(backend);
    expect(left(await again.peek(caller, plan, NOW))).toEqual([6, 96]);
    await again.reserve(caller, plan, NOW);
    const nextHour = NOW + 3_600_000;
    const later = await restart(again, nextHour);
    expect(left(await later.peek(caller, plan, nextHour))).toEqual([10, 95]);
    const nextMonth = Date.parse('2026-12-01T00:00:00Z');
    const december = await restart(later, nextMonth);
    expect(left(await december.peek(caller, plan, nextMonth))).toEqual([10, 100]);
  });

  it('are the same after a restart with the clock set back, and begin anew at the next turn', async () => {
    const backend = await open();
    for (let i = 0; i < 4; i++) await backend.reserve(caller, plan, NOW);
    for (const back of ['2026-11-05T12:40:00Z', '2026-11-05T09:20:00Z', '2026-10-31T23:20:00Z']) {
      const again = await restart(backend, Date.parse(back));
      expect(left(await again.peek(caller, plan, Date.parse(back)))).toEqual([6, 96]);
      await again.close();
    }
    const then = Date.parse('2026-11-01T00:00:00Z');
    const later = await restart(backend, then);
    expect(left(await later.peek(caller, plan, then))).toEqual([10, 100]);
  });

  it('of a clock that was far ahead are not found again with every restart', async () => {
    const backend = await open();
    for (let i = 0; i < 4; i++) await backend.reserve(caller, plan, Date.parse('2030-06-01T00:00:00Z'));
    await backend.reserve(caller, plan, NOW);
    const again = await restart(backend);
    expect(left(await again.peek(caller, plan, NOW))).toEqual([5, 95]);
    const nextMonth = Date.parse('2026-12-01T00:00:00Z');
    const december = await restart(again, nextMonth);
    expect(left(await december.peek(caller, plan, nextMonth))).toEqual([10, 100]);
  });

  it('that cannot be written are said so, and go on', async () => {
    const backend = await open();
    expect(backend.healthy).toBe(true);
    await store.close();
    await backend.reserve(caller, plan, NOW);
    await expect.poll(() => backend.healthy, { timeout: 5_000 }).toBe(false);
    expect(failures.length).toBeGreaterThan(0);
    expect((await backend.reserve(caller, plan, NOW)).passed).toBe(true);
    store = await openStore({ dataDir, now: () => NOW });
  });

  it('are written without being asked to, a moment later', async () => {
    const backend = await open();
    const held = await backend.reserve(caller, plan, NOW);
    await backend.reserve(caller, plan, NOW);
    await held.release(NOW);
    await expect.poll(() => storedCounts(), { timeout: 5000 }).toEqual([[caller.id, 1]]);
  });

  it('leave nothing behind of callers whose places were given back', async () => {
    const backend = await open();
    const held = await backend.reserve(caller, plan, NOW);
    await expect.poll(() => storedCounts(), { timeout: 5000 }).toHaveLength(1);
    await held.release(NOW);
    await backend.close();
    expect(await storedCounts()).toEqual([]);
  });

  it('follow a caller to the id that a new secret gives it', async () => {
    const backend = await open();
    for (let i = 0; i < 4; i++) await backend.reserve(caller, plan, NOW);
    const renamed = createCallerIds('a new secret', ['a secret']).callerOf(key);
    const rotated = await restart(backend);
    expect(left(await rotated.peek(renamed, plan, NOW))).toEqual([6, 96]);
    await rotated.reserve(renamed, plan, NOW);
    const after = await restart(rotated);
    const onlyNew = createCallerIds('a new secret').callerOf(key);
    expect(left(await after.peek(onlyNew, plan, NOW))).toEqual([5, 95]);
    expect(await storedCounts()).toEqual([[onlyNew.id, 5]]);
  });

  it('follow a caller of a single request, and of none, and are moved once', async () => {
    const moved: unknown[][] = [];
    const { limitCounts } = store;
    const counts: typeof limitCounts = {
      ...limitCounts,
      async move(...args) {
        moved.push(args);
        await limitCounts.move(...args);
      },
    };
    const backend = await openMemoryBackend({ counts, now: () => NOW });
    await backend.reserve(caller, plan, NOW);
    const rotated = createCallerIds('a new secret', ['a secret']);
    const [renamed, unknown] = [key, ApiKey.parse('sk-2')!].map((one) => rotated.callerOf(one));
    for (let time = 0; time < 2; time++) {
      expect(left(await backend.peek(renamed!, plan, NOW))).toEqual([9, 99]);
      expect(left(await backend.peek(unknown!, plan, NOW))).toEqual([10, 100]);
    }
    await backend.close();
    expect(moved).toEqual([[caller.id, renamed!.id]]);
  });

  it('of the next hour stay there where the clock is set back to this one, and are brought back from later', async () => {
    const hourOf = (time: string) => Math.floor(Date.parse(time) / 3_600_000);
    const brought: unknown[][] = [];
    const counts = {
      ...store.limitCounts,
      async bringBack(...args: Parameters<typeof store.limitCounts.bringBack>) {
        brought.push(args);
        await store.limitCounts.bringBack(...args);
      },
    };
    const next = Date.parse('2026-11-05T14:10:00Z');
    const backend = await open(next);
    await backend.reserve(caller, plan, next);
    await backend.close();
    const resetsAfter = async (nowMs: number) => {
      const again = await openMemoryBackend({ counts, now: () => nowMs });
      const { windows } = await again.peek(caller, plan, nowMs);
      await again.close();
      return [windows[0]?.remaining, new Date(windows[0]!.reset * 1_000).toISOString().slice(11, 16)];
    };
    expect(await resetsAfter(NOW)).toEqual([9, '15:00']);
    expect(brought).toEqual([]);
    expect(await resetsAfter(NOW - 3_600_000)).toEqual([9, '13:00']);
    expect(brought.map(([, to]) => to)).toEqual([hourOf('2026-11-05T12:00:00Z')]);
  });

  it('that belong to another id, or to an earlier hour, are moved in the store though nothing is counted', async () => {
    const later = NOW + 3 * 3_600_000;
    const backend = await open(later);
    for (let i = 0; i < 4; i++) await backend.reserve(caller, plan, later);
    const renamed = createCallerIds('a new secret', ['a secret']).callerOf(key);
    const rotated = await restart(backend, later);
    await rotated.peek(renamed, plan, later);
    await expect.poll(() => storedCounts(), { timeout: 5000 }).toEqual([[renamed.id, 4]]);
    await rotated.peek(renamed, plan, NOW);
    await expect.poll(storedHours, { timeout: 5000 }).toEqual([Math.floor(NOW / 3_600_000)]);
  });

  it('forget the month before when the new one is written', async () => {
    await store.limitCounts.add(497_000, 202610, [{ callerId: 'o'.repeat(43), amount: 7 }]);
    const backend = await open();
    await backend.reserve(caller, plan, NOW);
    await backend.close();
    expect(await storedCounts(0)).toEqual([[caller.id, 1]]);
  });

  it('are kept and written later where the store fails', async () => {
    const { limitCounts } = store;
    let broken = true;
    const flaky: typeof limitCounts = {
      ...limitCounts,
      add: (...args) => (broken ? Promise.reject(new Error('disk full')) : limitCounts.add(...args)),
    };
    const backend = await openMemoryBackend({
      counts: flaky,
      now: () => NOW,
      onCheckpointFailure: (error) => failures.push(error),
    });
    await backend.reserve(caller, plan, NOW);
    await backend.reserve(caller, plan, NOW + 3_600_000);
    await expect.poll(() => failures.length, { timeout: 5000 }).toBeGreaterThan(0);
    failures = [];
    await backend.close();
    expect(String(failures)).toContain('disk full');
    broken = false;
    await backend.close();
    expect(await storedCounts()).toEqual([[caller.id, 2]]);
  });

  async function storedHours(): Promise<number[]> {
    const hours: number[] = [];
    for await (const page of store.limitCounts.load(202611)) hours.push(...page.map(({ hour }) => hour));
    return hours;
  }

  async function storedCounts(month = 202611): Promise<[string, number][]> {
    const rows: [string, number][] = [];
    for await (const page of store.limitCounts.load(month)) {
      rows.push(...page.map((row): [string, number] => [row.callerId, row.monthCount]));
    }
    return rows;
  }
});
