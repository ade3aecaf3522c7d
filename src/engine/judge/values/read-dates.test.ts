import { describe, expect, it } from 'vitest';
import { readDate, readYear } from './read-dates.ts';
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
  it.each<[string, string, number?]>([
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
    ['2020-5-3', '2020/5/3'],
    ['2020-12-31', '2020/12/31'],
    ['2020-01-01', '2020/1/1'],
    ['2020/05/03', '2020/5/3'],
    ['2020.05.03', '2020/5/3'],
    ['2020-05-03.', '2020/5/3', 1],
    ['2020-05-03T10:00', '2020/5/3', 4],
    ['01-02-20', '2020/1/2?'],
    ['1/2/20', '2020/1/2?'],
    ['1/2/1000', '1000/1/2?'],
    ['1/2/2199', '2199/1/2?'],
    ['31/12/99 more', '1999/12/31', 1],
    ['2020年5', '2020', 1],
    ['2020年5月3', '2020/5', 1],
    ['5月3日', '–/5/3'],
    ['2020년 5월 3일', '2020/5/3'],
    ['3. Mai 2020', '2020/5/3'],
    ['3rd of May 2020', '2020/5/3'],
    ['3rd May', '–/5/3'],
    ['3 of the May', '–/5/3'],
    ['3º Mai', '–/5/3'],
    ['31 May', '–/5/31'],
    ['3 May, 2020', '2020/5/3'],
    ['3 May 2020%', '–/5/3', 2],
    ['3 May 2020.5', '–/5/3', 3],
    ['3 May 2200', '–/5/3', 1],
    ['19th century', '1800–1899'],
    ['21st century', '2000–2099'],
    ['19. Jahrhundert', '1800–1899'],
    ['siglo XX', '1900–1999'],
    ['siècle xix', '1800–1899'],
    ['secolo iv', '300–399'],
    ['1st quarter 2020', '2020/1–3'],
    ['4th quarter of 2020', '2020/10–12'],
    ['2. Quartal 2020', '2020/4–6'],
    ['fourth quarter', '–/10–12'],
    ['Q2', '–/4–6'],
    ['May. 3', '–/5/3'],
    ['Sept. 2020', '2020/9'],
    ['May the 3rd, 2020', '2020/5/3'],
    ['May 3rd 2020', '2020/5/3'],
    ['May 3rd', '–/5/3'],
    ['March 3', '–/3/3'],
    ['june 5, 2020', '2020/6/5'],
  ])('%s', (text, date, left = 0) => {
    expect(read(text)).toEqual([date, left]);
  });

  it('may be a month alone behind a word of time', () => {
    const month = (text: string, language: string) => {
      const tokens = scanTokens(text);
      return readDate(tokens, 1, language)?.date.month;
    };
    expect(month('in May there', 'en')).toBe(5);
    expect(month('in may there', 'en')).toBeUndefined();
    expect(month('was May there', 'en')).toBeUndefined();
    expect(read('May')).toBeUndefined();
  });

  it.each([
    '31.13.2020',
    '00.12.2020',
    '32.12.2020',
    '01.00.2020',
    '1.2.3',
    '10:20:30',
    'tower',
    '5',
    '2020- 05-03',
    '2020 -05-03',
    '2020-05- 03',
    '2020-05 -03',
    '2020-05/03',
    '2020-05-03.5',
    '2020-05-03,5',
    '2020-13-03',
    '2020-05-32',
    '2020-05-00',
    '2020-00-05',
    '1-2-20',
    '1/2/200',
    '1/2/2200',
    '1/2/0999',
    '13/13/2020',
    '5月3',
    '3000年',
    '3 of of of May',
    '3, May 2020',
    '3 may 2020',
    '32 May',
    '0 May',
    '22nd century',
    '19 century',
    '5th quarter of 2020',
    'fifth quarter',
    'siglo',
    'siglo xxx',
    'Q5 2020',
    'Q0',
    'Q 2 2020',
    'Q12',
    'May 3%',
    'May 3.5',
    'may 3, 2020',
    'May 32',
    '1.2.3.4',
  ])('%s is none', (text) => {
    expect(read(text)).toBeUndefined();
  });
});

describe('a year by itself', () => {
  /** Of the first token that is one: from–to, how many tokens, and whether nothing but its digits says so. */
  const read = (text: string) => {
    const tokens = scanTokens(text);
    for (const at of tokens.keys()) {
      const found = readYear(tokens, at);
      if (found === undefined) continue;
      const { from, to, span } = found.date;
      return [`${from}–${to}`, span && 'span', found.to - at, found.bare && 'bare'].filter(Boolean).join(' ');
    }
    return undefined;
  };

  it.each([
    ['in 1990', '1990–1990 1'],
    ['about 1990', '1990–1990 1'],
    ['1990 Cats', '1990–1990 1'],
    ['1990 and', '1990–1990 1 bare'],
    ['1400 cats', '1400–1400 1 bare'],
    ['in 1400 cats', '1400–1400 1'],
    ['in 1399', '1399–1399 1'],
    ['2199', '2199–2199 1'],
    ['over 1990', '1990–1990 1'],
    ['over 1990 Cats', '1990–1990 1'],
    // Decades and centuries.
    ['in 1990s', '1990–1999 2'],
    ['the 1900s', '1900–1999 2'],
    ['1990er', '1990–1999 2'],
    ["the 1990's", '1990–1999 3'],
    ['the 1990’s', '1990–1999 3'],
    ['the 1995’s', '1995–1995 1'],
    ["in 1990's", '1990–1990 1'],
    // Spans, forwards.
    ['1990-95', '1990–1995 span 3'],
    ['1990-1995', '1990–1995 span 3'],
    ['1990 - 1995', '1990–1995 span 3'],
    ['1990/91', '1990–1991 span 3'],
    ['1990–1990', '1990–1990 1'],
    ['1990-89', '1990–1990 1'],
    ['1990 - 95', '1990–1990 1'],
    ['1990-95.5', '1990–1990 1'],
    ['1990/5', '1990–1990 1'],
  ])('in "%s" is %s', (text, year) => {
    expect(read(text)).toBe(year);
  });

  it.each(['1399', '999', '2200', '1990.5', '1990,5', '1990m', 'in 1995s', 'over 1990 cats'])(
    'is not in "%s"',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});
