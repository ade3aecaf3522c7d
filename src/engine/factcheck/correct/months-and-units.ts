/** Months, units and scales as a language names them: what the runtime knows of it, and no list. */
import { foldAccents, readTokens } from '../../text/read-tokens.ts';
import { stemWord } from '../../text/stem-word.ts';

/** What names of months and units mean, by the keys of their words. */
export interface Terms {
  readonly months: ReadonlyMap<string, number>;
  readonly units: ReadonlyMap<string, string>;
}

const DIMENSIONS: Readonly<Record<string, string>> = {
  length: 'millimeter centimeter meter kilometer inch foot yard mile',
  mass: 'gram kilogram ounce pound stone',
  time: 'millisecond second minute hour day week month year',
  volume: 'milliliter liter gallon fluid-ounce',
  area: 'acre hectare',
  percent: 'percent',
  temperature: 'celsius fahrenheit',
  data: 'bit byte kilobyte megabyte gigabyte terabyte',
};
const cached = new Map<string, Terms>();

/** @param language a BCP 47 tag. */
export function termsOf(language: string): Terms {
  const cachedTerms = cached.get(language);
  if (cachedTerms !== undefined) return cachedTerms;
  const months = new Map<string, number>();
  const units = new Map<string, string>();
  const keysOf = (name: string) =>
    readTokens(name).map(({ text }) => stemWord(foldAccents(text.toLowerCase())));
  for (const style of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' });
    for (let month = 0; month < 12; month++) {
      const parts = format.formatToParts(Date.UTC(2000, month, 15));
      const [key = ''] = keysOf(parts.find(({ type }) => type === 'month')?.value ?? '');
      if (!/^\p{N}*$/u.test(key)) months.set(key, month + 1);
    }
    for (const power of [3, 6, 9, 12]) {
      const of = new Intl.NumberFormat(language, { notation: 'compact', compactDisplay: style });
      for (const count of [1, 2, 5]) {
        const name =
          of.formatToParts(count * 10 ** power).find(({ type }) => type === 'compact')?.value ?? '';
        for (const key of keysOf(name)) units.set(key, 'scale');
      }
    }
    for (const [dimension, names] of Object.entries(DIMENSIONS)) {
      for (const unit of names.split(' ')) {
        const of = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: style });
        for (const count of [1, 2, 5]) {
          const name = of.formatToParts(count).find(({ type }) => type === 'unit')?.value ?? '';
          for (const key of keysOf(name)) units.set(key, dimension);
        }
      }
    }
  }
  const terms = { months, units };
  cached.set(language, terms);
  return terms;
}

const SIGNS: Readonly<Record<string, string>> = {
  '%': 'percent',
  '٪': 'percent',
  '‰': 'percent',
  '°': 'degree',
};

/** @returns what a unit measures (`length`, `money`, `scale` for millions); `undefined` for people, games, lines. */
export function dimensionOf(unit: string, { units }: Terms): string | undefined {
  return /^\p{Sc}$/u.test(unit) ? 'money' : (SIGNS[unit] ?? units.get(unit));
}
