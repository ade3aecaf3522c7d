import { expect, it } from 'vitest';
import { stemWord } from './stem-word.ts';

it.each([
  ['running', 'runs'],
  ['colour', 'color'],
  ['colours', 'colors'],
  ['coloured', 'colored'],
  ['anaemia', 'anemia'],
  ['oestrogen', 'estrogen'],
  ['paediatric', 'pediatric'],
  ['foetus', 'fetus'],
  ['organise', 'organize'],
  ['organisation', 'organization'],
  ['analyse', 'analyze'],
  ['centre', 'center'],
  ['metres', 'meters'],
  ['dialogue', 'dialog'],
])('%s is %s', (one, other) => {
  expect(stemWord(one)).toBe(stemWord(other));
});

it.each([
  ['hours', 'hors'],
  ['four', 'for'],
  ['rise', 'rize'],
])('%s is not %s', (one, other) => {
  expect(stemWord(one)).not.toBe(stemWord(other));
});

it('says the same twice', () => {
  expect(stemWord('walking')).toBe('walk');
  expect(stemWord('walking')).toBe('walk');
});

it('leaves a word with other letters as it is', () => {
  expect(stemWord('größten')).toBe('größten');
  expect(stemWord("don't")).toBe("don't");
});
