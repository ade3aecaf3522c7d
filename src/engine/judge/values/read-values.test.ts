import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../evaluation/seeded-random.ts';
import { judgeByValues } from './judge-by-values.ts';
import { readValues } from './read-values.ts';
import { relate } from './relate-values.ts';

const LANGUAGES = ['en', 'es', 'de', 'fr', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'hi', 'zh'];
/** Regions that write numbers otherwise, and digits of other scripts. */
const LOCALES = [
  ...LANGUAGES,
  'de-CH',
  'de-AT',
  'fr-CH',
  'en-IN',
  'en-ZA',
  'es-MX',
  'pt-PT',
  'ar-EG',
  'hi-u-nu-deva',
  'ar-u-nu-arab',
];
const random = seededRandom(7);
const anyNumber = (): number => {
  const size = 10 ** Math.floor(random() * 9);
  return random() < 0.5 ? Math.floor(random() * size) : Math.round(random() * size * 100) / 100;
};

function only(text: string) {
  const { values } = readValues(text);
  expect(values, text).toHaveLength(1);
  return values[0]!;
}

describe('readValues', () => {
  it.each(LOCALES)('reads the numbers that Intl writes in %s', (locale) => {
    for (let turn = 0; turn < 300; turn++) {
      const number = anyNumber();
      const written = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(number);
      const { interval, other } = only(`(${written})`);
      // Without words around it, 1.234 may be either.
      expect([interval.low, other?.low], `${written} in ${locale}`).toContain(number);
    }
  });

  it.each(LOCALES)('reads percentages and money that Intl writes in %s', (locale) => {
    for (let turn = 0; turn < 60; turn++) {
      const number = Math.round(random() * 10_000 + 100) / 100;
      const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
        number / 100,
      );
      const found = only(percent);
      expect(found.dimension, percent).toBe('percent');
      expect(found.interval.low, percent).toBeCloseTo(number, 6);
      for (const currencyDisplay of ['symbol', 'code'] as const) {
        const money = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency: 'EUR',
          currencyDisplay,
        }).format(number);
        expect(only(money), money).toMatchObject({
          dimension: 'money',
          unit: 'EUR',
          interval: { low: number },
        });
      }
    }
  });

  it.each(LANGUAGES)('reads units that Intl writes in %s', (locale) => {
    const units = {
      kilometer: 5000,
      meter: 5,
      kilogram: 5000,
      hour: 18_000,
      minute: 300,
      day: 432_000,
      liter: 5,
    };
    for (const [unit, base] of Object.entries(units)) {
      for (const unitDisplay of ['long', 'short'] as const) {
        const written = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(5);
        expect(only(written).interval.low, written).toBe(base);
      }
    }
  });

  it.each(LANGUAGES)('reads the dates that Intl writes in %s', (locale) => {
    for (let turn = 0; turn < 120; turn++) {
      const day = new Date(
        Date.UTC(1950 + Math.floor(random() * 100), Math.floor(random() * 12), 1 + Math.floor(random() * 28)),
      );
      const format = new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      });
      const written = format.format(day);
      const date = readValues(written).values.find(({ dimension }) => dimension === 'date')?.date;
      expect(date, written).toMatchObject({
        from: day.getUTCFullYear(),
        month: day.getUTCMonth() + 1,
        day: day.getUTCDate(),
      });
    }
  });

  it('says where a value stands, with its unit and its currency', () => {
    const text = 'It cost $4.5 million on 3 May 2020 — 12 % more, or 90 minutes; 5 ft 10 in.';
    const { values } = readValues(text);
    expect(values.map((value) => value.text)).toEqual([
      '$4.5 million',
      '3 May 2020',
      '12 %',
      '90 minutes',
      '5 ft 10 in',
    ]);
    for (const { start, end, text: part } of values) expect(text.slice(start, end)).toBe(part);
  });

  it.each(['COVID-19', 'the Boeing F-16', 'v1.2.3', '192.168.0.1', 'mp3', 'a B2B deal', '5G'])(
    'sees no value in %s',
    (text) => {
      expect(readValues(text).values).toEqual([]);
    },
  );

  it('never fails, whatever a text is made of', () => {
    const pieces = [
      '1',
      '.',
      ',',
      ' ',
      '-',
      '%',
      '$',
      'm',
      '万',
      'two',
      'of',
      'May',
      '/',
      '\n',
      '|',
      '٫',
      '½',
      '(',
      'and',
      '年',
      "'",
      '2020',
      ':',
    ];
    for (let turn = 0; turn < 3000; turn++) {
      const text = Array.from({ length: 12 }, () => pieces[Math.floor(random() * pieces.length)]).join(
        random() < 0.5 ? '' : ' ',
      );
      for (const { start, end, interval } of readValues(text).values) {
        expect(end, text).toBeGreaterThan(start);
        expect(Number.isNaN(interval.low), text).toBe(false);
      }
      judgeByValues(text, `${text}\n${text}`);
    }
  });

  it('a value is the same as itself', () => {
    for (const text of [
      '4,000 people',
      '3 May 2020',
      'at least 5 km',
      '10–12 days',
      '5 pm',
      '3rd',
      '2020s',
      '72 °F',
    ]) {
      const [value] = readValues(text).values;
      expect(relate(value!, value!), text).toBe('same');
    }
  });
});

describe('corrections', () => {
  it('spans of both sides are those of the texts as they were given', () => {
    const claim = 'Shipping costs 25 euros for orders abroad.';
    const passage = 'id,what,price\n1,a,2\n2,b,3\n\nShipping costs 20 euros for orders abroad.';
    const [pair] = judgeByValues(claim, passage).differs;
    expect(claim.slice(pair!.claim.start, pair!.claim.end)).toBe('25 euros');
    expect(passage.slice(pair!.passage.start, pair!.passage.end)).toBe('20 euros');
  });

  it('goes on behind a half of nothing that is named', () => {
    expect(readValues('The half was 5 km long.').values).toMatchObject([{ interval: { low: 5_000 } }]);
  });
});
