import { describe, expect, it } from 'vitest';
import { isDerived } from './derive-value.ts';
import type { ReadValue } from './value.ts';

const value = (dimension: string, low: number, from = 0, high = low): ReadValue =>
  ({ dimension, interval: { low, high, open: false }, from, to: from + 1 }) as ReadValue;
const count = (amount: number, from = 0) => value('count', amount, from);
const percent = (amount: number, from = 0) => value('percent', amount, from);

describe('a value follows', () => {
  it.each<[string, ReadValue, ReadValue[]]>([
    ['as a sum', count(54), [count(40), count(14)]],
    ['as a difference', count(54), [count(68), count(14)]],
    ['as a difference, the lesser first', count(54), [count(14), count(68)]],
    ['as the rest of a hundred', percent(30), [percent(70)]],
    ['as a share', percent(25), [count(20), count(80)]],
    ['as a share, the whole first', percent(25), [count(80), count(20)]],
    ['as a part of a whole', count(20), [percent(25), count(80)]],
    ['as a part of a whole that comes first', count(20), [count(80), percent(25)]],
    ['as the rest of a whole', count(60), [percent(25), count(80)]],
    ['as a whole and a part more', count(100), [percent(25), count(80)]],
    ['as a product of a count', value('length', 60), [count(3), value('length', 20)]],
    ['within a hundredth or so', count(1_005), [count(500), count(500)]],
    ['from the low end of a range', value('count', 54, 0, Number.POSITIVE_INFINITY), [count(40), count(14)]],
    ['from a bound above', value('count', Number.NEGATIVE_INFINITY, 0, 54), [count(40), count(14)]],
    ['from what stands near', count(20), [percent(25, 0), count(80, 25)]],
  ])('%s', (_how, wanted, passage) => {
    expect(isDerived(wanted, passage)).toBe(true);
  });

  it.each<[string, ReadValue, ReadValue[]]>([
    ['from one value', count(54), [count(54)]],
    ['from other numbers', count(55), [count(40), count(14)]],
    ['beyond the tolerance', count(1_007), [count(500), count(500)]],
    ['from values of another kind', count(54), [value('length', 40), value('length', 14)]],
    ['from two kinds', count(54), [count(40), value('length', 14)]],
    ['as a product without a count', value('length', 60), [value('money', 3), value('length', 20)]],
    ['as a product of another kind', value('money', 60), [count(3), value('length', 20)]],
    ['as a part of what is of another kind', count(20), [percent(25), value('length', 80)]],
    ['from what stands far apart', count(20), [percent(25, 0), count(80, 26)]],
    ['from a range', count(54), [count(40), value('count', 14, 0, 15)]],
    ['where it is a date', value('date', 54), [count(40), count(14)]],
    ['from a date', count(54), [count(40), value('date', 14)]],
    ['where it is nothing', count(0), [count(14), count(14)]],
    ['where it is endless', value('count', Number.POSITIVE_INFINITY), [count(14), count(14)]],
    ['as the rest of a hundred that is counted', count(30), [percent(70)]],
  ])('not %s', (_how, wanted, passage) => {
    expect(isDerived(wanted, passage)).toBe(false);
  });

  it('from the first forty alone', () => {
    const others = Array.from({ length: 39 }, () => count(1e9));
    expect(isDerived(percent(30), [...others, percent(70)])).toBe(true);
    expect(isDerived(percent(30), [...others, count(1e9), percent(70)])).toBe(false);
  });
});
