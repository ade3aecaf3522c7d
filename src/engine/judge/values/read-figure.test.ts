import { describe, expect, it } from 'vitest';
import { plainDigits, readFigure } from './read-figure.ts';

function figureIn(text: string, language = 'en') {
  return readFigure(text, 0, language);
}

describe('a figure', () => {
  it.each([
    ['0', 0, 1],
    ['999', 999, 1],
    ['12,345,678', 12_345_678, 1],
    ['1,23,456', 123_456, 1],
    ["1'234'567", 1_234_567, 1],
    ['1’234', 1234, 1],
    ['12 345', 12_345, 1],
    ['1,234.5', 1234.5, 0.1],
    ['1.234,56', 1234.56, 0.01],
    ['1 234 567,5', 1_234_567.5, 0.1],
    ['1٬234٫5', 1234.5, 0.1],
    ['3·25', 3.25, 0.01],
    ['3٫125', 3.125, 0.001],
    ['3．5', 3.5, 0.1],
    ['3，5', 3.5, 0.1],
    ['0.125', 0.125, 0.001],
    ['1.2345', 1.2345, 0.0001],
    ['1234.567', 1234.567, 0.001],
  ])('%s is %d', (text, value, step) => {
    const figure = figureIn(text);
    expect(figure).toMatchObject({ value, step, end: text.length, plain: /^\d+$/.test(text) });
    expect(figure?.other).toBeUndefined();
  });

  it.each([
    ['en', '1,234', 1234, 1.234, 1],
    ['en', '1.234', 1.234, 1234, 0.001],
    ['de', '1.234', 1234, 1.234, 1],
    ['de', '1,234', 1.234, 1234, 0.001],
  ])('in %s %s is %d, or else %d', (language, text, value, other, step) => {
    expect(figureIn(text, language)).toMatchObject({ value, other, step, mark: text[1] });
  });

  it.each([
    // A list, a version, an address: no number with decimals.
    ['1,2,3', 1, 1],
    ['1.2.3', 1, 1],
    ['192.168.0.1', 192, 3],
    // Neither groups of three nor India's groups of two.
    ['123,45,678', 123, 3],
    ['1,23,45', 1, 1],
    ['1234,567,890', 1234, 4],
    ['0,123,456', 0, 1],
    // Another number follows.
    ['1 234 56', 1234, 5],
    ['7 8 9', 7, 1],
    ['1.234,567,89', 1234.567, 9],
    ['12. Then', 12, 2],
    ['12,', 12, 2],
  ])('of %s only %d is read', (text, value, end) => {
    expect(figureIn(text)).toMatchObject({ value, end });
  });

  it.each([
    ['40, 000', 40_000, undefined, 7],
    ['999, 000 people', 999_000, undefined, 8],
    // Maybe a list.
    ['40, 123', 40, 40_123, 2],
    ['1000, 000', 1000, undefined, 4],
    ['40, 0000', 40, undefined, 2],
    ['40, 00', 40, undefined, 2],
    ['40; 000', 40, undefined, 2],
    ['1.5, 000', 1.5, undefined, 3],
  ])('a blank behind the separator: %s', (text, value, other, end) => {
    const figure = figureIn(text);
    expect([figure?.value, figure?.other, figure?.end]).toEqual([value, other, end]);
  });

  it('longer than any number is none', () => {
    expect(figureIn('1'.repeat(30))?.value).toBeCloseTo(1.11e29, -28);
    expect(figureIn('1'.repeat(31))).toBeUndefined();
  });

  it('begins where it is asked for', () => {
    expect(readFigure('In 2020, 15,000', 9, 'en')).toMatchObject({ value: 15_000, end: 15 });
  });
});

it.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۹', '09'],
  ['०९', '09'],
  ['০৯', '09'],
  ['๐๙', '09'],
  ['໐໙', '09'],
  ['༠༩', '09'],
  ['၀၉', '09'],
  ['០៩', '09'],
  ['᠐᠙', '09'],
  ['߀߉', '09'],
  ['０９', '09'],
])('the digits of another script: %s', (written, digits) => {
  expect(plainDigits(written)).toBe(digits);
});
