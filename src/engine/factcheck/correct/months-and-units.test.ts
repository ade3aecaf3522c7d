import { expect, it } from 'vitest';
import { dimensionOf, termsOf } from './months-and-units.ts';

it.each([
  ['en', 'januari', 1],
  ['en', 'decemb', 12],
  ['en', 'mai', 5],
  ['de', 'mai', 5],
  ['fr', 'aout', 8],
  ['zh', '5', undefined],
])('in %s, %s is month %s', (language, key, month) => {
  expect(termsOf(language).months.get(key)).toBe(month);
});

it.each([
  ['en', 'km', 'length'],
  ['en', 'mile', 'length'],
  ['en', 'kg', 'mass'],
  ['en', 'hour', 'time'],
  ['en', 'million', 'scale'],
  ['en', 'thousand', 'scale'],
  ['en', 'bn', undefined],
  ['de', 'million', 'scale'],
  ['en', 'hectar', 'area'],
  ['en', 'litr', undefined],
  ['en', 'people', undefined],
  ['en', '%', 'percent'],
  ['en', '‰', 'percent'],
  ['en', '°', 'degree'],
  ['en', '€', 'money'],
  ['en', '€€', undefined],
  ['en', '', undefined],
])('in %s, %j measures %s', (language, unit, dimension) => {
  expect(dimensionOf(unit, termsOf(language))).toBe(dimension);
});

it('reads the terms of a language once', () => {
  expect(termsOf('en')).toBe(termsOf('en'));
  expect(termsOf('en')).not.toBe(termsOf('de'));
});
