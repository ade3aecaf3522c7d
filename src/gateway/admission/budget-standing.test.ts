import { describe, expect, it } from 'vitest';
import { type Balance, EMPTY, turn } from './balance.ts';
import { note, standingOf } from './budget-standing.ts';
import { budgetsOf } from './reserve.ts';

const spent = (tokens: number): Balance => ({ ...EMPTY, spent: { tokens, nanos: 0 } });
const LIMITS = { tokens: 1_000 };
const told = (balance: Balance, limits = LIMITS, lacked = budgetsOf(EMPTY, {})) => {
  const { balance: noted, news } = note(balance, limits, 0.8, lacked);
  return { noted, states: news.map(({ standing }) => standing) };
};

describe('what a budget has come to', () => {
  it('is told where the share is used, and where all is, once each', () => {
    expect(told(spent(799))).toEqual({ noted: spent(799), states: [] });
    const { noted, states } = told(spent(800));
    expect(states).toEqual(['nearly_spent']);
    expect(told(noted)).toEqual({ noted, states: [] });
    const all = told({ ...noted, spent: { tokens: 1_000, nanos: 0 } });
    expect(all.states).toEqual(['spent']);
    expect(told(all.noted).states).toEqual([]);
  });

  it('is told in one word where one call uses all that was left', () => {
    const { noted, states } = told(spent(1_000));
    expect(states).toEqual(['spent']);
    expect(told(noted).states).toEqual([]);
  });

  it('counts as spent where a call does not fit into the little that is left', () => {
    const lacked = budgetsOf(spent(0), LIMITS);
    expect(told(spent(500), LIMITS, lacked).states).toEqual([]);
    const { noted, states } = told(spent(950), LIMITS, lacked);
    expect(states).toEqual(['spent']);
    expect(standingOf(budgetsOf(noted, LIMITS)[0]!, 0.8)).toBe('spent');
  });

  it('is told again of a budget that was raised since, and not of one that was lowered', () => {
    const { noted } = told(spent(1_000));
    const raised = { tokens: 1_200 };
    expect(standingOf(budgetsOf(noted, raised)[0]!, 0.8)).toBe('nearly_spent');
    const again = told(noted, raised);
    expect(again.states).toEqual(['nearly_spent']);
    expect(told(again.noted, LIMITS).states).toEqual([]);
    expect(told({ ...again.noted, spent: { tokens: 1_200, nanos: 0 } }, raised).states).toEqual(['spent']);
  });

  it('is told of each budget by itself: tokens and money, month and day', () => {
    const limits = { tokens: 1_000, nanos: 10, day: { tokens: 100 } };
    const month = { ...EMPTY, spent: { tokens: 850, nanos: 9 } };
    const { balance, news } = note(turn(month, 20261128, { tokens: 90, nanos: 0 }), limits, 0.8, []);
    expect(news.map(({ period, unit }) => [period, unit])).toEqual([
      ['month', 'tokens'],
      ['month', 'nanos'],
      ['day', 'tokens'],
    ]);
    expect(note(balance, limits, 0.8, []).news).toEqual([]);
    const next = turn(balance, 20261129, { tokens: 85, nanos: 0 });
    expect(note(next, limits, 0.8, []).news).toMatchObject([{ period: 'day', limit: 100, spent: 85 }]);
  });
});

it('of a day is noted in that day, and nowhere where the balance speaks of none yet', () => {
  const limits = { day: { tokens: 9 } };
  const ofNone = note(EMPTY, limits, 0, []);
  expect(ofNone.news).toMatchObject([{ period: 'day', standing: 'nearly_spent' }]);
  expect(ofNone.balance).toEqual(EMPTY);
  const ofDay = note(turn(EMPTY, 20261128, { tokens: 9, nanos: 0 }), limits, 0.8, []);
  expect(ofDay.news).toMatchObject([{ period: 'day', standing: 'spent' }]);
  expect(ofDay.balance).toMatchObject({
    spent: { tokens: 0 },
    day: { of: 20261128, told: { tokens: { nearly_spent: 9, spent: 9 } } },
  });
  expect(ofDay.balance).not.toHaveProperty('told');
});
