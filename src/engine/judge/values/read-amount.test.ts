import { describe, expect, it } from 'vitest';
import { amountAt, isPoint, type Scan, scaleAt } from './read-amount.ts';
import { scanTokens } from './scan-tokens.ts';

function scanOf(text: string, language = 'en'): Scan {
  return { text, tokens: scanTokens(text), language };
}

describe('an amount', () => {
  it.each([
    ['½', 0.5, 0.1],
    ['3½', 3.5, 1],
    ['3 ½', 3.5, 1],
    ['3/4', 0.75, 1],
    ['1/100', 0.01, 1],
    ['.25', 0.25, 0.01],
    ['2.5', 2.5, 0.1],
    ['5 million', 5e6, 1e6],
    ['2.5 million', 2.5e6, 1e5],
    ['5 hundred thousand', 5e5, 1e5],
    ['5k', 5000, 1000],
    ['5M', 5e6, 1e6],
    ['5B', 5e9, 1e9],
    ['5bn', 5e9, 1e9],
    ['5 bn', 5e9, 1e9],
    ['5 m euros', 5e6, 1e6],
    ['5 lakh', 5e5, 1e5],
    ['5 dozen', 60, 12],
    ['two thousand', 2000, 1],
    ['ten thousand', 10_000, 10_000],
    ['twelve thousand', 12_000, 1000],
    ['twenty thousand five hundred', 20_500, 100],
    ['two and a half', 2.5, 0.1],
    ['two and a half million', 2.5e6, 0.1],
    ['3万', 30_000, 10_000],
    ['3万5千', 35_000, 1000],
    ['1亿2000万', 1.2e8, 10_000],
  ])('%s', (text, value, step) => {
    const scan = scanOf(text);
    const amount = amountAt(scan, 0);
    expect(amount).toMatchObject({ value, article: false });
    expect(amount!.step).toBeCloseTo(step, 9);
    const unit = text.endsWith(' euros') ? 1 : 0;
    expect(amount!.to).toBe(scan.tokens.length - unit);
  });

  it.each([
    // Blanks around the stroke; no part of a whole; too small a part.
    ['3 / 4', 3],
    ['3/ 4', 3],
    ['3/four', 3],
    ['4/3', 4],
    ['4/4', 4],
    ['1/101', 1],
    ['1.5/2', 1.5],
    ['3/4.5', 3],
    // Units, not scales.
    ['5 k', 5],
    ['5 M', 5],
    ['5m', 5],
    ['5 m', 5],
    ['5T', 5],
    ['5Mm', 5],
    ['5 mm', 5],
    // Another number follows.
    ['3万 5', 30_000],
    ['3万50000', 30_000],
    ['3. 4', 3],
    ['5 and 6', 5],
    ['5 k thousand', 5],
  ])('of "%s" only %d', (text, value) => {
    expect(amountAt(scanOf(text), 0)?.value).toBe(value);
  });

  it.each([
    ['5 k', 5000],
    ['5 m', 5e6],
    ['5 M', 5e6],
    ['5 t', 5e12],
  ])('with a currency before it "%s" is %d', (text, value) => {
    expect(amountAt(scanOf(text), 0, true)?.value).toBe(value);
  });

  it.each(['3.4.1', '192.168.0.1', '1.5:2', '1'.repeat(31), 'horses', '-', '.', '. 5'])(
    '"%s" has none',
    (text) => {
      expect(amountAt(scanOf(text), 0)).toBeUndefined();
      expect(amountAt(scanOf(text), 9)).toBeUndefined();
    },
  );

  it.each([
    ['fr', 'deux et demi', 2.5],
    ['es', 'dos y medio millones', 2.5e6],
    ['it', 'due e mezzo', 2.5],
    ['pt', 'dois e meio', 2.5],
  ])('a half behind words, in %s: %s', (language, text, value) => {
    const scan = scanOf(text, language);
    expect(amountAt(scan, 0)).toMatchObject({ value, to: scan.tokens.length });
  });

  it('says whether it stands in words, and what else its point may mean', () => {
    expect(amountAt(scanOf('two'), 0)).toMatchObject({ inWords: true, article: false });
    expect(amountAt(scanOf('one'), 0)).toMatchObject({ inWords: true, article: true });
    expect(amountAt(scanOf('2'), 0)).toMatchObject({ inWords: false });
    expect(amountAt(scanOf('.5'), 0)).toMatchObject({ inWords: false });
    expect(amountAt(scanOf('1.234 million'), 0)).toMatchObject({
      value: 1_234_000,
      other: 1.234e9,
      mark: '.',
    });
  });
});

describe('a scale behind an amount', () => {
  it.each([
    ['million', 1e6, 1],
    ['Mio. Euro', 1e6, 2],
    // The end of a sentence.
    ['Mio.', 1e6, 1],
    ['million. Then', 1e6, 1],
    ['hundred', 100, 1],
    ['thousand', 1000, 1],
    ['dozen', 12, 1],
  ])('%s', (text, size, to) => {
    expect(scaleAt(scanOf(text), 0, false, false)).toEqual({ size, to });
  });

  it.each(['twenty', 'twelve', '5', '.', 'horses'])('%s is none', (text) => {
    expect(scaleAt(scanOf(text), 0, false, false)).toBeUndefined();
    expect(scaleAt(scanOf(text), 1, false, false)).toBeUndefined();
  });

  it('a second one is a word, or a sign of Chinese', () => {
    expect(scaleAt(scanOf('million'), 0, false, true)?.size).toBe(1e6);
    expect(scaleAt(scanOf('万'), 0, false, true)?.size).toBe(1e4);
    expect(scaleAt(scanOf('bn'), 0, false, true)).toBeUndefined();
    expect(scaleAt(scanOf('crore'), 0, false, true)).toBeUndefined();
  });
});

it.each([
  ['.5', 0, true],
  ['$.5', 1, true],
  ['(.5', 1, true],
  ['a .5', 1, true],
  ['a.5', 1, false],
  ['5.', 1, false],
  ['. 5', 0, false],
  ['.a', 0, false],
])('a point that begins a number: %s', (text, at, point) => {
  expect(isPoint(scanOf(text), at)).toBe(point);
});
