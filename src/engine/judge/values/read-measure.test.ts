import { describe, expect, it } from 'vitest';
import { unitAt } from './name-tables.ts';
import { amountAt, type Scan } from './read-amount.ts';
import {
  compoundBehind,
  inBase,
  perBehind,
  prefixAt,
  rangeBehind,
  scaleLike,
  unitBehind,
} from './read-measure.ts';
import { scanTokens } from './scan-tokens.ts';

function scanOf(text: string, language = 'en'): Scan {
  return { text, tokens: scanTokens(text), language };
}

/** The amount that a text begins with. */
function amountOf(scan: Scan) {
  return amountAt(scan, 0)!;
}

function unitOf(name: string) {
  return unitAt(name, scanTokens(name), 0)!.unit;
}

describe('a unit of several spellings', () => {
  it.each([
    ['km', 1000],
    ['MB', 1e6],
    ['Mb/s', 1e6],
    ['MB/s', 8e6],
    ['kilometer Per Hour', 1000 / 3600],
    ['mb', 1e6],
    ['square metres', 1],
    ['Square Metres', 1],
    ['nautical miles', 1852],
    ['mW', 1e6],
  ])('%s', (name, factor) => {
    const tokens = scanTokens(name);
    expect(unitAt(name, tokens, 0)).toMatchObject({ unit: { factor }, to: tokens.length });
  });

  it('the longest that stands there counts', () => {
    const text = 'miles per day, miles per hour';
    const tokens = scanTokens(text);
    expect(unitAt(text, tokens, 0)).toMatchObject({ unit: { dimension: 'length' }, to: 1 });
    expect(unitAt(text, tokens, 4)).toMatchObject({ unit: { dimension: 'speed' }, to: 7 });
  });

  it('another word, or none, is no unit', () => {
    expect(unitAt('horses', scanTokens('horses'), 0)).toBeUndefined();
    expect(unitAt('km', scanTokens('km'), 1)).toBeUndefined();
    expect(unitAt('square', scanTokens('square'), 0)).toBeUndefined();
  });
});

describe('before an amount', () => {
  it.each([
    ['$5', 'USD'],
    ['US$ 5', 'USD'],
    ['EUR 5', 'EUR'],
    ['Rs 5', 'INR'],
    ['%25', ''],
    // Another thing has the sign; a word is no sign.
    ['a%25', undefined],
    ['% 25', undefined],
    ['euro 5', undefined],
    ['percent5', undefined],
    ['km 5', undefined],
    ['won 5', undefined],
  ])('%s', (text, code) => {
    const scan = scanOf(text);
    const at = text.startsWith('a') ? 1 : 0;
    expect(prefixAt(scan, at)?.unit.code).toBe(code);
  });
});

describe('behind an amount', () => {
  it.each([
    ['5 km', 'length'],
    ['5-km race', 'length'],
    ['5 million of dollars', 'money'],
    ['5 m', 'length'],
    ['5 m.', 'length'],
    ['5 g/l', 'mass'],
    ['5 m/s', 'speed'],
    ['5 KM', 'length'],
    ['5%-rule', 'percent'],
    ['5 times', 'times'],
    ['two times', 'times'],
    // A hyphen alone, or one between figures.
    ['5 -km', undefined],
    ['5- km', undefined],
    ['5-6', undefined],
    ['5 of dollars', undefined],
    // Another letter, another word.
    ['5 G', undefined],
    ["5 m's", undefined],
    ['5 an hour', undefined],
    ['one times', undefined],
    ['5 horses', undefined],
    ['5', undefined],
  ])('%s', (text, dimension) => {
    const scan = scanOf(text);
    const amount = amountOf(scan);
    expect(unitBehind(scan, amount.to, amount)?.unit.dimension).toBe(dimension);
  });

  it('a French year is one where the text is French', () => {
    const [en, fr] = [scanOf('5 an'), scanOf('5 an', 'fr')];
    expect(unitBehind(en, 1, amountOf(en))).toBeUndefined();
    expect(unitBehind(fr, 1, amountOf(fr))?.unit.dimension).toBe('time');
  });

  it.each([
    ['5 per month', '/time2629800', 3],
    ['5/h', '/time3600', 3],
    ['5 per euro', undefined, undefined],
    ['5 per person', undefined, undefined],
    ['5 month', undefined, undefined],
  ])('per what: %s', (text, per, to) => {
    const found = perBehind(scanOf(text), 1);
    expect([found?.per, found?.to]).toEqual([per, to]);
  });
});

describe('a second amount', () => {
  const range = (text: string, at: number, { prefix = '', between = false, from = false } = {}) =>
    rangeBehind(scanOf(text), at, prefix === '' ? undefined : unitOf(prefix), between, from)?.value;

  it('ends a range', () => {
    expect(range('3 to 5', 1)).toBe(5);
    expect(range('3-5', 1)).toBe(5);
    expect(range('three to five', 1)).toBe(5);
    expect(range('$3 to $5', 2, { prefix: '$' })).toBe(5);
    expect(range('$3 to 5 m', 2, { prefix: '$' })).toBe(5e6);
    expect(range('3 and 5', 1, { between: true })).toBe(5);
  });

  it('ends none', () => {
    expect(range('3 and 5', 1)).toBeUndefined();
    expect(range('3 to 5', 1, { from: true })).toBeUndefined();
    expect(range('3 or 5', 1, { between: true })).toBeUndefined();
    expect(range('3 - five', 1)).toBeUndefined();
    expect(range('3 to one', 1)).toBeUndefined();
    expect(range('3 to horses', 1)).toBeUndefined();
    expect(range('$3 to €5', 2, { prefix: '$' })).toBeUndefined();
    expect(range('3', 1)).toBeUndefined();
  });

  const compound = (text: string, unit: string, language = 'en') => {
    const found = compoundBehind(scanOf(text, language), 0, unitOf(unit));
    return found === undefined ? undefined : [Number(found.value.toPrecision(9)), found.to];
  };

  it('adds to the first', () => {
    expect(compound('10 inches', 'feet')).toEqual([0.254, 2]);
    expect(compound('10 in', 'feet')).toEqual([0.254, 2]);
    expect(compound('and 30 minutes', 'hour')).toEqual([1800, 3]);
    expect(compound('thirty minutes', 'hour')).toEqual([1800, 2]);
    expect(compound(', 3 days', 'week')).toEqual([259_200, 3]);
    // All of the greater one.
    expect(compound('60 minutes', 'hour')).toEqual([3600, 2]);
  });

  it('is a value of its own', () => {
    expect(compound('61 minutes', 'hour')).toBeUndefined();
    expect(compound('12 in', 'feet')).toBeUndefined();
    expect(compound('10 in', 'metres')).toBeUndefined();
    expect(compound('2 hours', 'hour')).toBeUndefined();
    expect(compound('2 days', 'hour')).toBeUndefined();
    expect(compound('2 grams', 'hour')).toBeUndefined();
    expect(compound('2 horses', 'hour')).toBeUndefined();
    expect(compound('minutes', 'hour')).toBeUndefined();
    expect(compound('50 cents', 'euros')).toBeUndefined();
    expect(compound('', 'hour')).toBeUndefined();
  });

  it.each([
    ['3', '5 million', 1e6],
    ['3', '5 billion', 1e9],
    ['3', '5 thousand', 1000],
    ['3', '5.25 million', 1e6],
    ['3.5', '5 million', 1e6],
    ['3', '5', 1],
    ['3', '5000000', 1],
    ['1000', '5 million', 1],
    ['3 million', '5 million', 1],
  ])('%s to %s: the first has the scale %d', (low, high, scale) => {
    expect(scaleLike(amountOf(scanOf(low)), amountOf(scanOf(high)))).toBe(scale);
  });
});

it.each([
  [5, 'km', 5000],
  [212, '°F', 100],
  [100, '°C', 100],
  [0.1, 'mm', 0.0001],
])('%d %s are %d of the base unit', (value, unit, base) => {
  expect(inBase(value, unitOf(unit))).toBe(base);
});

it('a number without a unit stays as it is', () => {
  expect(inBase(0.1 + 0.2, undefined)).toBe(0.1 + 0.2);
  expect(inBase(0.3, unitOf('kg'))).toBe(300);
});
