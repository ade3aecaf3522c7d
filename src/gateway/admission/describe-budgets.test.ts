import { describe, expect, it } from 'vitest';
import type { BudgetTerms } from '../store/budget-terms.ts';
import { type Balance, EMPTY, turn } from './balance.ts';
import { budgetStates, explainRefusal, limitsOf, standingsOf } from './describe-budgets.ts';
import { budgetsOf, type Limits } from './reserve.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const [MONTH, DAY] = [202611, 20261129];
const [MONTH_ENDS, DAY_ENDS] = [Date.UTC(2026, 11, 1) / 1_000, Date.UTC(2026, 10, 30) / 1_000];
const spender = (limits: Limits) => ({ holder: 'k', month: MONTH, day: DAY, limits });
const DOLLAR = 1e9;

describe('the limits of a key', () => {
  it.each<[BudgetTerms, Limits | undefined]>([
    [{}, undefined],
    [{ tokensPerMonth: 0 }, { tokens: 0 }],
    [{ nanosPerMonth: 5 }, { nanos: 5 }],
    [{ tokensPerDay: 0 }, { day: { tokens: 0 } }],
    [{ nanosPerDay: 5 }, { day: { nanos: 5 } }],
    [
      { tokensPerMonth: 9, nanosPerDay: 5 },
      { tokens: 9, day: { nanos: 5 } },
    ],
  ])('of the terms %j are %j', (terms, limits) => {
    expect(limitsOf(terms)).toEqual(limits);
  });
});

describe('what is left', () => {
  const held = { p: { tokens: 30, nanos: DOLLAR, until: NOW + 1 } };
  const balance: Balance = { spent: { tokens: 60, nanos: 4 * DOLLAR }, held };

  it('is what is neither spent nor reserved, of the key itself or of its team', () => {
    const limits = { tokens: 100, nanos: 6 * DOLLAR };
    const states = budgetStates(balance, spender(limits));
    expect(states).toEqual([
      ...[{ period: 'month', unit: 'tokens', limit: 100, remaining: 10, reserved: 30, reset: MONTH_ENDS }],
      ...[{ period: 'month', unit: 'usd', limit: 6, remaining: 1, reserved: 1, reset: MONTH_ENDS }],
    ]);
    expect(states[0]).not.toHaveProperty('team');
    expect(budgetStates(balance, spender(limits), 'blue')).toMatchObject([
      ...[{ team: 'blue' }, { team: 'blue' }],
    ]);
  });

  it('is never less than nothing', () => {
    expect(budgetStates(balance, spender({ tokens: 70 }))).toMatchObject([{ remaining: 0, reserved: 30 }]);
  });

  it('of a day is that of today', () => {
    const limits = { day: { tokens: 100 } };
    const today = { period: 'day', unit: 'tokens', limit: 100, reset: DAY_ENDS };
    const spentOn = (day: number) => turn(EMPTY, day, { tokens: 40, nanos: 0 });
    expect(budgetStates(spentOn(DAY), spender(limits))).toMatchObject([{ ...today, remaining: 60 }]);
    expect(budgetStates(spentOn(DAY - 1), spender(limits))).toMatchObject([{ ...today, remaining: 100 }]);
  });
});

describe('what the budgets have come to', () => {
  const NOTHING = { tokens: 0, nanos: 0 };
  const now = { month: NOTHING, day: NOTHING, nearly: 0.8, nowMs: NOW };

  it('is nothing where there is none, and open where no call was counted yet', () => {
    expect(standingsOf({}, EMPTY, now)).toEqual([]);
    expect(standingsOf({ nanosPerMonth: 2 * DOLLAR, tokensPerDay: 9 }, undefined, now)).toEqual([
      { period: 'month', unit: 'usd', limit: 2, used: 0, state: 'open', reset: MONTH_ENDS },
      { period: 'day', unit: 'tokens', limit: 9, used: 0, state: 'open', reset: DAY_ENDS },
    ]);
  });

  it('is what is known to be used beside the balance, and what a process that ended had reserved', () => {
    const used = { ...now, month: { tokens: 5, nanos: 0 }, day: { tokens: 8, nanos: 0 } };
    const terms = { tokensPerMonth: 10, tokensPerDay: 10 };
    expect(standingsOf(terms, EMPTY, used)).toMatchObject([
      ...[
        { used: 5, state: 'open' },
        { used: 8, state: 'nearly_spent' },
      ],
    ]);
    const reserved = (until: number) => ({ ...EMPTY, held: { p: { tokens: 10, nanos: 0, until } } });
    const [ended, lives] = [reserved(NOW), reserved(NOW + 1)].map((balance) =>
      standingsOf({ tokensPerMonth: 10 }, balance, now),
    );
    expect(ended).toMatchObject([{ used: 10, state: 'spent' }]);
    expect(lives).toMatchObject([{ used: 0, state: 'open' }]);
  });
});

describe('a call that is refused', () => {
  const limits = { tokens: 5_000, nanos: 2 * DOLLAR, day: { tokens: 100 } };
  const [tokens, dollars, today] = budgetsOf(EMPTY, limits);

  it('learns what is reserved, and may come again', () => {
    const refused = { refusal: 'reserved', lacked: [] } as const;
    expect(explainRefusal(refused, spender(limits), NOW)).toMatchObject({
      ...{ code: 'budget_reserved', retryAfter: '1' },
      message:
        'The rest of the budget of this key (5,000 tokens and $2 a month, 100 tokens a day) is reserved for its requests under way. What they do not use is free again',
    });
    const team = explainRefusal(refused, spender({ tokens: 9 }), NOW, 'blue').message;
    expect(team).toContain("of the team 'blue' of this key (9 tokens a month)");
    expect(team).toContain('requests of its keys');
  });

  it.each([
    ['month', '2026-12-01T00:00:00Z', '$2 a month', [dollars!], 36 * 3_600],
    [
      'month',
      '2026-12-01T00:00:00Z',
      '5,000 tokens a month, 100 tokens a day',
      [tokens!, today!],
      36 * 3_600,
    ],
    ['day', '2026-11-30T00:00:00Z', '100 tokens a day', [today!], 12 * 3_600],
  ])('learns when the next %s begins (%s) where %s is spent', (period, begins, what, lacked, seconds) => {
    const error = explainRefusal({ refusal: 'used_up', lacked }, spender(limits), NOW);
    expect(error).toMatchObject({
      ...{ code: 'insufficient_quota', retryAfter: String(seconds) },
      message: `The budget of this key is used up: ${what}, and what is left is less than this request may cost. The next ${period} begins at ${begins}`,
    });
  });
});
