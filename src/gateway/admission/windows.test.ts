import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOf, momentOf, momentOfHour } from './windows.ts';

const at = (text: string) => Date.parse(text);

describe('clock hours and calendar months', () => {
  it('turn at the full hour and on the first, UTC', () => {
    const before = momentOf(at('2026-12-31T23:59:59.999Z'));
    const after = momentOf(at('2027-01-01T00:00:00.000Z'));
    expect(before.month).toBe(202612);
    expect(after.month).toBe(202701);
    expect(after.hour).toBe(before.hour + 1);
    expect(before.hourResets * 1000).toBe(at('2027-01-01T00:00:00Z'));
    expect(before.monthResets * 1000).toBe(at('2027-01-01T00:00:00Z'));
  });

  it('end where the next one begins, months as days', () => {
    const ends = [202611, 202612, 20261130, 20261231, 20280228].map((period) =>
      new Date(endOf(period) * 1_000).toISOString().slice(0, 10),
    );
    expect(ends).toEqual(['2026-12-01', '2027-01-01', '2026-12-01', '2027-01-01', '2028-02-29']);
  });

  it('know leap years', () => {
    expect(momentOf(at('2028-02-29T12:00:00Z')).monthResets * 1000).toBe(at('2028-03-01T00:00:00Z'));
    expect(momentOf(at('2027-02-28T23:30:00Z')).monthResets * 1000).toBe(at('2027-03-01T00:00:00Z'));
  });

  it('always hold the moment they were asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: at('2100-01-01') }), (nowMs) => {
        const moment = momentOf(nowMs);
        expect(moment.hourResets * 1000).toBeGreaterThan(nowMs);
        expect(moment.hourResets * 1000 - nowMs).toBeLessThanOrEqual(3_600_000);
        expect(moment.monthResets).toBeGreaterThanOrEqual(moment.hourResets);
        expect(momentOfHour(moment.hour)).toEqual(moment);
        expect(momentOf(moment.monthResets * 1000).month).toBeGreaterThan(moment.month);
      }),
    );
  });
});
