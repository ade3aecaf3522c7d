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
