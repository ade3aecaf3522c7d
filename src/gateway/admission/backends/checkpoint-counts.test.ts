/** When counts are written to a store, and what becomes of those that it does not take. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COUNT_BATCH, type LimitCounts } from '../../store/limit-counts.ts';
import type { Caller, CallerId } from '../caller-id.ts';
import { momentOf } from '../windows.ts';
import { CountCheckpoint } from './checkpoint-counts.ts';

const { hour: HOUR, month: NOVEMBER } = momentOf(Date.parse('2026-11-30T20:20:00Z'));
const DECEMBER = 202612;
const callerOf = (id: string): Caller => ({ id: id as CallerId, formerIds: [] });
const [ANN, BOB] = [callerOf('ann'), callerOf('bob')];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store that notes what it is asked, and takes nothing while it is away. */
function open() {
  const asked: unknown[][] = [];
  const failures: string[] = [];
  const state = { isAway: false };
  const noted =
    (name: string) =>
    async (...args: unknown[]): Promise<void> => {
      if (state.isAway) throw new Error('away');
      asked.push([name, ...args]);
    };
  const counts = {
    ...{ move: noted('move'), bringBack: noted('bring back'), prune: noted('prune') },
    add: async (hour: number, month: number, changes: Parameters<LimitCounts['add']>[2]) =>
      noted('add')(hour, month, ...changes.map(({ callerId, amount }) => `${callerId} ${amount}`)),
  };
  const checkpoint = new CountCheckpoint(counts as unknown as LimitCounts, (error) =>
    failures.push((error as Error).message),
  );
  return {
    checkpoint,
    counts,
    asked,
    failures,
    state,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}
const pruned = (month: number) => ['prune', month];

describe('counts', () => {
  it('are written half a second later, together, and once', async () => {
    const { checkpoint, asked, pass } = open();
    checkpoint.record(ANN, HOUR, 1);
    await pass(499);
    checkpoint.record(ANN, HOUR, 1);
    checkpoint.record(BOB, HOUR + 1, 1);
    expect(asked).toEqual([]);
    await pass(1);
    expect(asked).toEqual([
      ['add', HOUR, NOVEMBER, 'ann 2'],
      ['add', HOUR + 1, NOVEMBER, 'bob 1'],
      pruned(NOVEMBER),
    ]);
    await pass(5_000);
    expect(asked).toHaveLength(3);
  });

  it('that were given back are not written, and of what was written the giving back is', async () => {
    const { checkpoint, asked } = open();
    checkpoint.record(ANN, HOUR, 1);
    checkpoint.record(ANN, HOUR, -1);
    await checkpoint.flush();
    expect(asked).toEqual([]);
    checkpoint.record(ANN, HOUR, -1);
    await checkpoint.flush();
    expect(asked).toEqual([['add', HOUR, NOVEMBER, 'ann -1'], pruned(NOVEMBER)]);
  });

  it('that come while others are written wait their own half a second', async () => {
    const { checkpoint, counts, asked, pass } = open();
    checkpoint.record(ANN, HOUR, 1);
    const { add } = counts;
    counts.add = async (...args) => {
      counts.add = add;
      checkpoint.record(BOB, HOUR, 1);
      await add(...args);
    };
    await checkpoint.flush();
    expect(asked).toEqual([['add', HOUR, NOVEMBER, 'ann 1'], pruned(NOVEMBER)]);
    await pass(499);
    expect(asked).toHaveLength(2);
    await pass(1);
    expect(asked.slice(2)).toEqual([['add', HOUR, NOVEMBER, 'bob 1']]);
  });

  it('are written at once where that is asked for, and those behind them in their own time', async () => {
    const { checkpoint, asked, pass } = open();
    checkpoint.record(ANN, HOUR, 1);
    await pass(400);
    await checkpoint.flush();
    expect(asked).toHaveLength(2);
    await pass(50);
    checkpoint.record(ANN, HOUR, 1);
    await pass(499);
    expect(asked).toHaveLength(2);
    await pass(1);
    expect(asked).toHaveLength(3);
  });

  it('are written in parts where there are many', async () => {
    const { checkpoint, asked } = open();
    for (let at = 0; at <= COUNT_BATCH; at++) checkpoint.record(callerOf(`c${at}`), HOUR, 1);
    await checkpoint.flush();
    expect(asked.map(({ length }) => length)).toEqual([3 + COUNT_BATCH, 3 + 1, 2]);
  });

  it('of months that are over are removed once a month', async () => {
    const { checkpoint, asked } = open();
    for (const [hour, month] of [
      [HOUR, NOVEMBER],
      [HOUR + 1, NOVEMBER],
      [HOUR + 4, DECEMBER],
      [HOUR + 1, NOVEMBER],
      [HOUR + 5, DECEMBER],
    ] as const) {
      checkpoint.record(ANN, hour, 1);
      await checkpoint.flush();
      expect(asked).toContainEqual(['add', hour, month, 'ann 1']);
    }
    expect(asked.filter(([name]) => name === 'prune')).toEqual([pruned(NOVEMBER), pruned(DECEMBER)]);
  });
});

describe('a store that is away', () => {
  it('is tried again every half a second, and nothing is lost or written twice', async () => {
    const { checkpoint, asked, failures, state, pass } = open();
    expect(checkpoint.failing).toBe(false);
    state.isAway = true;
    checkpoint.record(ANN, HOUR, 2);
    checkpoint.record(BOB, HOUR + 4, 1);
    await pass(1_000);
    expect([failures, checkpoint.failing]).toEqual([['away', 'away'], true]);
    checkpoint.record(ANN, HOUR, 1);
    state.isAway = false;
    await pass(500);
    expect([failures.length, checkpoint.failing]).toEqual([2, false]);
    expect(asked).toEqual([
      ['add', HOUR, NOVEMBER, 'ann 3'],
      ['add', HOUR + 4, DECEMBER, 'bob 1'],
      pruned(DECEMBER),
    ]);
    await pass(5_000);
    expect(asked).toHaveLength(3);
  });

  it('that took a part is given the rest alone', async () => {
    const { checkpoint, counts, asked } = open();
    const { add } = counts;
    counts.add = async (...args) => {
      if (args[0] === HOUR + 1) throw new Error('away');
      await add(...args);
    };
    checkpoint.record(ANN, HOUR, 1);
    checkpoint.record(BOB, HOUR + 1, 1);
    await expect(checkpoint.flush()).rejects.toThrow('away');
    expect(checkpoint.failing).toBe(true);
    counts.add = add;
    await checkpoint.flush();
    expect(asked).toEqual([
      ['add', HOUR, NOVEMBER, 'ann 1'],
      ['add', HOUR + 1, NOVEMBER, 'bob 1'],
      pruned(NOVEMBER),
    ]);
  });

  it('is said to miss some where half a million wait, once until it has taken them', async () => {
    const { checkpoint, asked, failures, state } = open();
    state.isAway = true;
    for (let at = 0; at < 500_000; at++) checkpoint.record(callerOf(`c${at}`), HOUR, 1);
    expect(failures).toEqual([]);
    for (const one of [ANN, BOB]) checkpoint.record(one, HOUR, 1);
    expect(failures).toEqual(['Too many counts wait to be written to the store']);
    state.isAway = false;
    await checkpoint.flush();
    expect(JSON.stringify(asked)).not.toContain('ann');
    for (let at = 0; at < 500_000; at++) checkpoint.record(callerOf(`c${at}`), HOUR, 1);
    checkpoint.record(ANN, HOUR, 1);
    expect(failures).toHaveLength(2);
  });

  it('is told of ids that were replaced, in order, once it is back', async () => {
    const { checkpoint, asked, state, pass } = open();
    state.isAway = true;
    checkpoint.move(ANN.id, BOB.id);
    checkpoint.move(BOB.id, ANN.id);
    await pass(500);
    state.isAway = false;
    await pass(500);
    expect(asked).toEqual([
      ['move', 'ann', 'bob'],
      ['move', 'bob', 'ann'],
    ]);
  });
});

describe('a clock that was set back', () => {
  const brought = (hour: number, month: number) => ['bring back', hour + 1, hour, month];

  it('brings what was counted later to its hour, in the store and on the way there, and once', async () => {
    const { checkpoint, asked, pass } = open();
    checkpoint.record(ANN, HOUR + 4, 1);
    checkpoint.record(BOB, HOUR + 1, 1);
    checkpoint.bringBack(HOUR);
    checkpoint.bringBack(HOUR);
    checkpoint.bringBack(HOUR - 1);
    await pass(500);
    expect(asked).toEqual([
      brought(HOUR, NOVEMBER),
      ['add', HOUR, NOVEMBER, 'ann 1'],
      ['add', HOUR + 1, NOVEMBER, 'bob 1'],
      pruned(NOVEMBER),
    ]);
    await pass(500);
    checkpoint.record(ANN, HOUR, 1);
    await pass(500);
    expect(asked.filter(([name]) => name === 'bring back')).toHaveLength(1);
  });

  it('does so for what an earlier process may have counted, without any counts of its own', async () => {
    const { checkpoint, asked, state, pass } = open();
    state.isAway = true;
    checkpoint.bringBack(HOUR);
    await pass(500);
    state.isAway = false;
    await pass(500);
    expect(asked).toEqual([brought(HOUR, NOVEMBER)]);
    // What is counted ahead of it from then on may have to be brought back too.
    checkpoint.record(ANN, HOUR + 2, 1);
    checkpoint.bringBack(HOUR);
    await pass(500);
    expect(asked.slice(1)).toEqual([
      brought(HOUR, NOVEMBER),
      ['add', HOUR, NOVEMBER, 'ann 1'],
      pruned(NOVEMBER),
    ]);
  });
});
