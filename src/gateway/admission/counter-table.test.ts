import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallerId } from './caller-id.ts';
import { CounterTable } from './counter-table.ts';
import { momentOf } from './windows.ts';

const idOf = (n: number) => createHash('sha256').update(String(n)).digest('base64url') as CallerId;
const november = momentOf(Date.parse('2026-11-30T22:30:00Z'));
const laterThatDay = momentOf(Date.parse('2026-11-30T23:30:00Z'));
const december = momentOf(Date.parse('2026-12-01T00:30:00Z'));

describe('counters', () => {
  it('count both windows, and begin anew when one turns', () => {
    const counters = new CounterTable(1000);
    for (let i = 0; i < 3; i++) counters.add(idOf(1), november, 1);
    expect(counters.read(idOf(1), november)).toEqual({ hour: 3, month: 3 });
    expect(counters.read(idOf(1), laterThatDay)).toEqual({ hour: 0, month: 3 });
    expect(counters.read(idOf(1), december)).toEqual({ hour: 0, month: 0 });
    counters.add(idOf(1), laterThatDay, 1);
    expect(counters.read(idOf(1), laterThatDay)).toEqual({ hour: 1, month: 4 });
    expect(counters.read(idOf(2), november)).toEqual({ hour: 0, month: 0 });
  });

  it('give back into the windows it was taken from, or nowhere', () => {
    const counters = new CounterTable(1000);
    counters.add(idOf(1), november, 1);
    counters.add(idOf(1), laterThatDay, 1);
    counters.add(idOf(1), november, -1);
    expect(counters.read(idOf(1), laterThatDay)).toEqual({ hour: 1, month: 1 });
    counters.add(idOf(1), december, 1);
    counters.add(idOf(1), laterThatDay, -1);
    expect(counters.read(idOf(1), december)).toEqual({ hour: 1, month: 1 });
    counters.add(idOf(3), december, -1);
    expect(counters.read(idOf(3), december)).toEqual({ hour: 0, month: 0 });
  });

  it('are the same as those of a plain map, however many callers come and go', () => {
    const step = fc.record({ caller: fc.nat(200), amount: fc.constantFrom(1, 1, 1, -1) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 1000 }), (steps) => {
        const counters = new CounterTable(100_000);
        const plain = new Map<number, number>();
        for (const { caller, amount } of steps) {
          counters.add(idOf(caller), november, amount);
          plain.set(caller, Math.max(0, (plain.get(caller) ?? 0) + amount));
        }
        for (const [caller, count] of plain) {
          expect(counters.read(idOf(caller), november)).toEqual({ hour: count, month: count });
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are kept of as many callers as there is room for', () => {
    const counters = new CounterTable(100_000);
    for (let i = 0; i < 50_000; i++) counters.add(idOf(i), november, 1);
    expect(counters.evicted).toBe(0);
    expect([counters.read(idOf(0), november), counters.read(idOf(49_999), november)]).toEqual([
      { hour: 1, month: 1 },
      { hour: 1, month: 1 },
    ]);
  });

  it('take no memory for callers whose places were all given back', () => {
    const counters = new CounterTable(1_000_000);
    for (let i = 0; i < 50_000; i++) {
      counters.add(idOf(i), november, 1);
      counters.add(idOf(i), november, -1);
    }
    expect(counters.bytes).toBeLessThan(300_000);
  });

  it('stay within their bound when there are too many, and never say less than the truth', () => {
    const counters = new CounterTable(2000);
    const truth = new Map<number, number>();
    const add = (caller: number) => {
      counters.add(idOf(caller), november, 1);
      truth.set(caller, (truth.get(caller) ?? 0) + 1);
    };
    for (let round = 0; round < 5; round++) for (let i = 0; i < 50; i++) add(i);
    for (let i = 0; i < 20_000; i++) add(i);
    expect(counters.bytes).toBeLessThan(500_000);
    expect(counters.evicted).toBeGreaterThan(15_000);
    for (const [caller, count] of truth) {
      const known = counters.read(idOf(caller), november);
      expect(known.hour).toBeGreaterThanOrEqual(count);
      expect(known.month).toBeGreaterThanOrEqual(count);
    }
  });

  it('forget what they gave up with the window it was counted in', () => {
    const counters = new CounterTable(500);
    for (let i = 0; i < 5000; i++) counters.add(idOf(i), november, 1);
    expect(counters.read(idOf(9999), november).month).toBeGreaterThan(0);
    expect(counters.read(idOf(9999), laterThatDay)).toEqual({
      hour: 0,
      month: counters.read(idOf(9999), november).month,
    });
    expect(counters.read(idOf(9999), december)).toEqual({ hour: 0, month: 0 });
  });
});

it('callers whose ids are the same but for one word of them are counted apart', () => {
  const counters = new CounterTable(1000);
  const ids = [0, 4, 8, 12].map((at) => {
    const id = Buffer.alloc(32);
    id.writeUInt32LE(16, at);
    return id.toString('base64url') as CallerId;
  });
  for (const [n, id] of ids.entries()) counters.add(id, november, n + 1);
  expect(ids.map((id) => counters.read(id, november).hour)).toEqual([1, 2, 3, 4]);
});

describe('a clock that was set back', () => {
  const at = (time: string) => Date.parse(`2026-11-30T${time}Z`);
  const counted = () => {
    const counters = new CounterTable(1000);
    for (let i = 0; i < 3; i++) counters.add(idOf(1), laterThatDay, 1);
    return counters;
  };

  it('by less than an hour leaves a caller in the hour that it was counted in', () => {
    const counters = counted();
    const brought: unknown[] = [];
    const moment = counters.momentFor(idOf(1), at('22:59:00'), (to) => brought.push(to));
    expect([moment, brought]).toEqual([momentOf(at('23:00:00')), []]);
    expect(counters.read(idOf(1), moment)).toEqual({ hour: 3, month: 3 });
  });

  it('by more brings a caller back with its counts, once', () => {
    const counters = counted();
    const brought: unknown[] = [];
    for (let time = 0; time < 2; time++) {
      const moment = counters.momentFor(idOf(1), at('21:59:00'), (to) => brought.push(to));
      expect(moment).toEqual(momentOf(at('21:59:00')));
      expect(counters.read(idOf(1), moment)).toEqual({ hour: 3, month: 3 });
    }
    expect(brought).toEqual([momentOf(at('21:59:00'))]);
    expect(counters.read(idOf(1), laterThatDay)).toEqual({ hour: 0, month: 3 });
  });

  it('brings nobody back who is not known, or was counted before', () => {
    const counters = counted();
    const never = () => expect.unreachable();
    expect(counters.momentFor(idOf(2), at('20:00:00'), never)).toEqual(momentOf(at('20:00:00')));
    const later = Date.parse('2026-12-01T09:00:00Z');
    expect(counters.momentFor(idOf(1), later, never)).toEqual(momentOf(later));
  });

  it('brings back over the turn of the month too, and the counts live on', () => {
    const counters = new CounterTable(100_000);
    counters.add(idOf(1), momentOf(Date.parse('2026-12-01T05:00:00Z')), 2);
    const moment = counters.momentFor(idOf(1), at('22:30:00'));
    // Others come, for which the table grows.
    for (let other = 2; other < 20_000; other++) counters.add(idOf(other), moment, 1);
    expect(counters.read(idOf(1), moment)).toEqual({ hour: 2, month: 2 });
    expect(counters.evicted).toBe(0);
  });
});

describe('counts that another place knows better', () => {
  it('are set with a stamp, which stays where they are only added to', () => {
    const counters = new CounterTable(1000);
    expect(counters.stampOf(idOf(1))).toBeUndefined();
    counters.add(idOf(1), november, 1);
    expect(counters.stampOf(idOf(1))).toBe(0);
    counters.set(idOf(1), november, { hour: 7, month: 9 }, 5);
    counters.set(idOf(2), november, { hour: 1, month: 1 });
    counters.add(idOf(1), november, 1);
    expect([counters.stampOf(idOf(1)), counters.stampOf(idOf(2))]).toEqual([5, 0]);
    expect(counters.read(idOf(1), november)).toEqual({ hour: 8, month: 10 });
    expect(counters.read(idOf(1), laterThatDay)).toEqual({ hour: 0, month: 10 });
  });

  it('may add other amounts to the month than to the hour', () => {
    const counters = new CounterTable(1000);
    counters.add(idOf(1), november, 0, 2);
    expect(counters.read(idOf(1), november)).toEqual({ hour: 0, month: 2 });
    counters.add(idOf(1), november, 1, -5);
    expect(counters.read(idOf(1), november)).toEqual({ hour: 1, month: 0 });
  });

  it('are taken out with the caller, which begins at nought then', () => {
    const counters = new CounterTable(1000);
    expect(counters.drain(idOf(1), november)).toBeUndefined();
    counters.set(idOf(1), november, { hour: 2, month: 3 });
    expect(counters.drain(idOf(1), november)).toEqual({ hour: 2, month: 3 });
    expect(counters.read(idOf(1), november)).toEqual({ hour: 0, month: 0 });
    counters.set(idOf(1), november, { hour: 2, month: 3 });
    expect(counters.drain(idOf(1), laterThatDay)).toEqual({ hour: 0, month: 3 });
  });
});

describe('a full table', () => {
  /** Callers that lie beside each other. */
  const neighbour = (n: number) => {
    const id = Buffer.alloc(32);
    id.writeUInt32LE(n);
    return id.toString('base64url') as CallerId;
  };
  const filled = (counts: readonly number[]) => {
    const counters = new CounterTable(32 * 256);
    for (const [n, count] of counts.entries()) counters.add(neighbour(n), november, count);
    return counters;
  };

  it('gives up the lowest eighth, and lets those that it does not know begin with the highest of it', () => {
    const counters = filled([...Array(31).keys(), 31].map((n) => n + 1));
    expect(counters.evicted).toBe(0);
    counters.add(neighbour(100), november, 1);
    expect(counters.evicted).toBe(4);
    const read = (n: number) => counters.read(neighbour(n), november).month;
    expect([0, 3, 4, 31].map(read)).toEqual([4, 4, 5, 32]);
    // Whom it did not know before it gave any up was none of them.
    expect([read(100), read(200)]).toEqual([1, 4]);
    counters.add(neighbour(200), november, 1);
    expect(read(200)).toBe(5);
  });

  it('keeps those of many requests, in whatever order they came', () => {
    const counters = filled(Array.from({ length: 32 }, (_, n) => 32 - n));
    counters.add(neighbour(100), november, 1);
    const read = (n: number) => counters.read(neighbour(n), november).month;
    expect([0, 27, 28, 31].map(read)).toEqual([32, 5, 4, 4]);
  });

  it('gives up nobody where enough of them are of a month that is over, or gave all back', () => {
    const counters = filled(Array(32).fill(1));
    for (let n = 0; n < 4; n++) counters.add(neighbour(n), november, -1);
    counters.add(neighbour(100), november, 1);
    expect(counters.evicted).toBe(0);
    expect(counters.read(neighbour(0), november)).toEqual({ hour: 0, month: 0 });
    const later = filled(Array(32).fill(1));
    later.add(neighbour(100), december, 1);
    expect([later.evicted, later.read(neighbour(200), december).month]).toEqual([0, 0]);
    expect(later.read(neighbour(0), november).month).toBe(0);
  });

  it('forgets the floor of an earlier window for that of a later one, and not the other way round', () => {
    const counters = filled(Array.from({ length: 32 }, (_, n) => n + 1));
    counters.add(neighbour(100), laterThatDay, 1);
    expect(counters.read(neighbour(200), november)).toEqual({ hour: 4, month: 4 });
    // Those that are given up next were counted in a later hour.
    for (let n = 101; n < 110; n++) counters.add(neighbour(n), laterThatDay, 1);
    expect(counters.evicted).toBeGreaterThan(4);
    expect(counters.read(neighbour(200), november).hour).toBe(0);
    expect(counters.read(neighbour(200), laterThatDay).month).toBeGreaterThanOrEqual(5);
  });
});
