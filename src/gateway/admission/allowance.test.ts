import { describe, expect, it } from 'vitest';
import type { Plan } from '../../domain/plan.ts';
import { allowanceOf, hasRoom, rateLimitHeaders, tightestWindow } from './allowance.ts';
import { momentOf } from './windows.ts';

const free: Plan = { name: 'free', perHour: 100, perMonth: 1000, models: 'basic' };
const moment = momentOf(Date.parse('2026-11-05T13:20:00Z'));
const hourEnds = String(Date.parse('2026-11-05T14:00:00Z') / 1000);
const monthEnds = String(Date.parse('2026-12-01T00:00:00Z') / 1000);

const headers = (hour: number, month: number, plan = free) =>
  Object.values(rateLimitHeaders(allowanceOf(plan, moment, { hour, month })));

describe('the rate-limit headers', () => {
  it('speak of the window with the fewest requests left', () => {
    expect(headers(10, 10)).toEqual(['100', '90', hourEnds]);
    expect(headers(10, 995)).toEqual(['1000', '5', monthEnds]);
  });

  it('speak of the later turn where both have equally few left', () => {
    expect(headers(100, 1000)).toEqual(['1000', '0', monthEnds]);
  });

  it('speak of the one window that a plan has', () => {
    expect(headers(10, 10, { name: 'p', perHour: 20, models: 'all' })).toEqual(['20', '10', hourEnds]);
    expect(headers(10, 10, { name: 'p', perMonth: 20, models: 'all' })).toEqual(['20', '10', monthEnds]);
  });

  it('are not there where the plan has no limit', () => {
    expect(headers(10, 10, { name: 'enterprise', models: 'all' })).toEqual([]);
    expect(tightestWindow({ plan: 'enterprise', windows: [] })).toBeUndefined();
  });

  it('never say less than none, also after a plan was made smaller', () => {
    expect(headers(150, 150)).toEqual(['100', '0', hourEnds]);
  });
});

describe('room for one more', () => {
  it('is there as long as both windows have some', () => {
    expect(hasRoom(free, { hour: 99, month: 999 })).toBe(true);
    expect(hasRoom(free, { hour: 100, month: 999 })).toBe(false);
    expect(hasRoom(free, { hour: 99, month: 1000 })).toBe(false);
    expect(hasRoom({ name: 'none', perHour: 0, models: 'all' }, { hour: 0, month: 0 })).toBe(false);
  });
});
