import { expect, it } from 'vitest';
import { baseOf, IRREGULAR_PASTS, isBaseVerb, pastOf, thirdPersonOf } from './verbs.ts';

it.each([
  ['win', 'won'],
  ['put', 'put'],
  ['invade', 'invaded'],
  ['marry', 'married'],
  ['play', 'played'],
  ['walk', 'walked'],
  ['stop', 'stopped'],
  ['visit', 'visited'],
])('%s in the past is %s', (base, past) => {
  expect(pastOf(base)).toBe(past);
});

it.each([
  ['have', 'has'],
  ['be', 'is'],
  ['cross', 'crosses'],
  ['fix', 'fixes'],
  ['buzz', 'buzzes'],
  ['reach', 'reaches'],
  ['wash', 'washes'],
  ['go', 'goes'],
  ['fly', 'flies'],
  ['play', 'plays'],
  ['walk', 'walks'],
])('one who %s %s', (base, form) => {
  expect(thirdPersonOf(base)).toBe(form);
});

it.each([
  ['went', 'go'],
  ['gone', 'go'],
  ['won', 'win'],
  ['put', 'put'],
  // A noun or adjective as well.
  ['found', 'found'],
  ['walked', 'walked'],
  ['house', 'house'],
])('%s is a form of %s', (form, base) => {
  expect(baseOf(form)).toBe(base);
});

it('knows verbs of action, regular ones and irregular ones', () => {
  expect(['win', 'invade', 'house of', 'won'].map(isBaseVerb)).toEqual([true, true, false, false]);
});

it('has no past form that is the base as well', () => {
  expect(IRREGULAR_PASTS).toContain('won');
  expect(IRREGULAR_PASTS).not.toContain('put');
});
