import { describe, expect, it } from 'vitest';
import { readDate } from './read-dates.ts';
import { scanTokens } from './scan-tokens.ts';

/** The date in short: year or years, month or months, day; and how many tokens are left. */
function read(text: string, language = 'en') {
  const tokens = scanTokens(text);
  const found = readDate(tokens, 0, language);
  if (found === undefined) return undefined;
  const { from, to, month, lastMonth, day, swappable } = found.date;
  const years = from === to ? `${from ?? '–'}` : `${from}–${to}`;
  const months =
    month === undefined
      ? ''
      : lastMonth === undefined || lastMonth === month
        ? `/${month}`
        : `/${month}–${lastMonth}`;
  return [
    `${years}${months}${day === undefined ? '' : `/${day}`}${swappable ? '?' : ''}`,
    tokens.length - found.to,
  ];
}

describe('a date', () => {
  it.each([
    ['2020-05-03', '2020/5/3'],
    ['03.05.2020', '2020/5/3'],
    ['03/05/2020', '2020/3/5?'],
    ['05/05/2020', '2020/5/5'],
    ['13/05/2020', '2020/5/13'],
    ['12/13/2020', '2020/12/13'],
    ['12/12/2020', '2020/12/12'],
    ['31.12.1999', '1999/12/31'],
    ['01.01.69', '2069/1/1'],
    ['01.01.70', '1970/1/1'],
    ['3 May 2020', '2020/5/3'],
    ['May 3, 2020', '2020/5/3'],
    ['May 2020', '2020/5'],
    ['3 May', '–/5/3'],
    ['2020年5月3日', '2020/5/3'],
    ['2020年5月', '2020/5'],
    ['2020年', '2020'],
    ['Q1 2020', '2020/1–3'],
    ['Q4 2020', '2020/10–12'],
    ['first quarter of 2020', '2020/1–3'],
    ['third quarter of 2020', '2020/7–9'],
    ['fifth century', '400–499'],
  ])('%s', (text, date) => {
    expect(read(text)).toEqual([date, 0]);
  });

  it.each(['31.13.2020', '00.12.2020', '32.12.2020', '01.00.2020', '1.2.3', '10:20:30', 'tower', '5'])(
    '%s is none',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});
