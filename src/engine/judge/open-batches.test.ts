import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LaneEvents, openBatches } from './open-batches.ts';
import type { Lane } from './open-lane.ts';

type Result = { readonly of: string };
const NEVER = new AbortController().signal;

interface Opened {
  readonly events: LaneEvents;
  /** What it was handed, batch by batch. */
  readonly batches: (readonly string[])[];
  /** Answers the batch that it reads. */
  answer(): Promise<void>;
  /** Has no answer to it. */
  fail(): Promise<void>;
  closed: boolean;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function open(over: Partial<Parameters<typeof openBatches>[0]> = {}) {
  const lanes: Opened[] = [];
  const faults: string[] = [];
  const openLane = (events: LaneEvents): Lane<string, Result> => {
    let answer: ((results: readonly Result[] | undefined) => void) | undefined;
    const settle = async (results: readonly Result[] | undefined): Promise<void> => {
      const given = answer;
      answer = undefined;
      given?.(results);
      await new Promise(setImmediate);
    };
    const lane: Opened = {
      events,
      batches: [],
      closed: false,
      answer: () => settle(lane.batches.at(-1)!.map((of) => ({ of }))),
      fail: () => settle(undefined),
    };
    lanes.push(lane);
    return {
      isBusy: () => answer !== undefined,
      read(batch: readonly string[]) {
        lane.batches.push(batch);
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      close() {
        lane.closed = true;
      },
    } as unknown as Lane<string, Result>;
  };
  const batches = openBatches<string, Result>({
    ...{ state: 'ready', lanes: 1, atOnce: 2, mostWaiting: 4, kept: 100 },
    keyOf: (input) => input.toLowerCase(),
    sizeOf: (key) => key.length,
    onFault: (why) => void faults.push(why),
    ...(over as object),
    openLane,
  });
  const read = (words: string, signal = NEVER, goesFirst?: boolean) =>
    batches
      .read(words.split(' '), signal, goesFirst)
      .then((results) => results.map((result) => result?.of ?? '–').join(' '));
  return { batches, lanes, faults, read };
}

describe('what is read', () => {
  it('is handed over in batches, and answered in order', async () => {
    const { lanes, read } = open();
    const all = read('a b c');
    expect(lanes.map((lane) => lane.batches)).toEqual([[['a', 'b']]]);
    await lanes[0]!.answer();
    expect(lanes[0]!.batches).toEqual([['a', 'b'], ['c']]);
    await lanes[0]!.answer();
    expect(await all).toBe('a b c');
  });

  it('is read once, and known afterwards', async () => {
    const { batches, lanes, read } = open();
    const both = [read('a'), read('A b')];
    await lanes[0]!.answer();
    await lanes[0]!.answer();
    expect(await Promise.all(both)).toEqual(['a', 'a b']);
    expect(lanes[0]!.batches).toEqual([['a'], ['b']]);
    expect(batches.known('A')).toEqual({ of: 'a' });
    expect(batches.known('c')).toBeUndefined();
    expect(await read('b A')).toBe('b a');
    expect(lanes[0]!.batches).toHaveLength(2);
  });

  it('has as many lanes as it needs, up to so many', async () => {
    const { lanes, read } = open({ lanes: 2 });
    void read('a b');
    expect(lanes).toHaveLength(1);
    void read('c');
    expect(lanes.map((lane) => lane.batches)).toEqual([[['a', 'b']], [['c']]]);
    void read('d');
    expect(lanes).toHaveLength(2);
    await lanes[1]!.answer();
    expect(lanes[1]!.batches).toEqual([['c'], ['d']]);
  });

  it('waits in order, unless it goes first', async () => {
    const { lanes, read } = open({ atOnce: 1 });
    const all = [read('a'), read('b'), read('c d', NEVER, true)];
    for (let at = 0; at < 4; at++) await lanes[0]!.answer();
    expect(lanes[0]!.batches.flat()).toEqual(['a', 'c', 'd', 'b']);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c d']);
  });

  it('is left out where too much waits', async () => {
    const { lanes, read } = open({ atOnce: 1, mostWaiting: 2 });
    const all = [read('a'), read('b c d'), read('e'), read('b')];
    for (let at = 0; at < 3; at++) await lanes[0]!.answer();
    expect(await Promise.all(all)).toEqual(['a', 'b c –', '–', 'b']);
  });

  it('is left out where nobody waits for it any more', async () => {
    const { lanes, read } = open({ atOnce: 1 });
    const left = new AbortController();
    const all = [read('a'), read('b c', left.signal), read('c')];
    left.abort();
    await lanes[0]!.answer();
    await lanes[0]!.answer();
    // Another one still waits for it.
    expect(await Promise.all(all)).toEqual(['a', '– c', 'c']);
    expect(lanes[0]!.batches).toEqual([['a'], ['c']]);
    expect(await read('d', left.signal)).toBe('–');
  });
});

describe('what fails', () => {
  it('is not asked for ten seconds, and said once until it works again', async () => {
    const { batches, lanes, faults, read } = open({ atOnce: 1 });
    const all = [read('a'), read('b')];
    lanes[0]!.events.onFailure('busy');
    await lanes[0]!.fail();
    expect(await Promise.all(all)).toEqual(['–', '–']);
    expect(batches.state()).toBe('failed');
    expect(await read('a')).toBe('–');
    vi.advanceTimersByTime(9_999);
    expect(batches.state()).toBe('failed');
    vi.advanceTimersByTime(1);
    expect(batches.state()).toBe('ready');
    expect(faults).toEqual(['busy']);
  });

  it('is said again where it has worked meanwhile', async () => {
    const { lanes, faults, read } = open({ atOnce: 1 });
    const fail = async (): Promise<void> => {
      const asked = read('a');
      lanes[0]!.events.onFailure('busy');
      lanes[0]!.events.onFailure('busy');
      await lanes[0]!.fail();
      await asked;
      vi.advanceTimersByTime(10_000);
    };
    const answered = async (word: string): Promise<void> => {
      const asked = read(word);
      await lanes[0]!.answer();
      expect(await asked).toBe(word);
    };
    await answered('x');
    await fail();
    await answered('y');
    await fail();
    expect(faults).toHaveLength(2);
  });

  it('for good is asked no more', async () => {
    const { batches, lanes, faults, read } = open({ atOnce: 1 });
    const all = [read('a'), read('b')];
    lanes[0]!.events.onUnusable('no model');
    lanes[0]!.events.onUnusable('no model');
    expect(lanes[0]!.closed).toBe(true);
    await lanes[0]!.fail();
    expect(await Promise.all(all)).toEqual(['–', '–']);
    expect(batches.state()).toBe('failed');
    expect(faults).toEqual(['no model']);
    expect(await read('c')).toBe('–');
    expect(lanes).toHaveLength(1);
  });

  it('by its process is opened anew, three times in a row', async () => {
    const { batches, lanes, faults, read } = open({ atOnce: 1 });
    const end = async (lane: Opened): Promise<void> => {
      lane.events.onEnd();
      await lane.fail();
    };
    void read('a b c d');
    await end(lanes[0]!);
    await end(lanes[1]!);
    expect([lanes.length, batches.state()]).toEqual([3, 'ready']);
    // An answer between them begins the count anew.
    await lanes[2]!.answer();
    expect(batches.known('c')).toEqual({ of: 'c' });
    await end(lanes[2]!);
    const last = read('e f');
    await end(lanes[3]!);
    expect(faults).toEqual([]);
    await end(lanes[4]!);
    expect(faults).toEqual(['its process ended']);
    expect(batches.state()).toBe('failed');
    expect(await last).toBe('– –');
  });
});

it('what is closed reads nothing, and lets nobody wait', async () => {
  const { batches, lanes, faults, read } = open({ atOnce: 1 });
  const all = [read('a'), read('b')];
  batches.close();
  expect(batches.state()).toBe('off');
  expect(lanes[0]!.closed).toBe(true);
  await lanes[0]!.answer();
  expect(await Promise.all(all)).toEqual(['a', '–']);
  expect(await read('c')).toBe('–');
  lanes[0]!.events.onUnusable('ended');
  expect(faults).toEqual([]);
});

it.each(['off', 'absent', 'failed'] as const)('what is %s reads nothing', async (state) => {
  const { batches, lanes, read } = open({ state });
  expect(await read('a b')).toBe('– –');
  expect(lanes).toHaveLength(0);
  expect(batches.state()).toBe(state);
});
