import { expect, it } from 'vitest';
import { bareText, wordsOf } from './words-of.ts';

it.each<[string, string[]]>([
  ['', []],
  ['It is an old car', []],
  ['that', ['that']],
  ['Paint', ['paint']],
  ['painting', ['paint']],
  ['1,234 of 5', ['1234', '5']],
  ['дом и сад', ['дом', 'и', 'сад']],
])('compares %j by %j', (text, words) => {
  expect([...wordsOf(text)]).toEqual(words);
});

it('leaves letters and numbers of a text', () => {
  expect(bareText('  “Über 9 m” — Ja! ')).toBe('über 9 m ja');
  expect(bareText('?!')).toBe('');
});
