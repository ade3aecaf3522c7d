import { describe, expect, it } from 'vitest';
import { isReport, MYTHS, ownWords } from './reported-speech.ts';

describe('a sentence that only reports', () => {
  it.each([
    'It is often said that carrots improve night vision.',
    'A common myth is that carrots improve night vision.',
    'The union claimed that the plant is closed.',
    'The plant is closed, the union said.',
    'Allegedly the plant is closed.',
    'The union said the plant is closed.',
    'Es wird behauptet, dass Karotten helfen.',
    '  It is said that it rained.',
  ])('%s', (sentence) => {
    expect(isReport(sentence)).toBe(true);
  });

  it.each([
    'Carrots improve night vision.',
    // A text or a finding vouches for what it says.
    'The contract says that the rent is due.',
    'A study of 2019 found that carrots help.',
    'The agreement, signed in May, is old.',
  ])('not: %s', (sentence) => {
    expect(isReport(sentence)).toBe(false);
  });
});

it.each([
  ['Carrots are healthy, but beets are too.', 'Carrots are healthy, but beets are too.'],
  ['It is said that carrots help.', ''],
  ['It is said that carrots help, but they do not.', ' they do not.'],
  ['Carrots are orange; it is said that they help.', 'Carrots are orange'],
  ['Although it is said that carrots help, they do not.', ' they do not.'],
])('without what it only reports: %s', (sentence, own) => {
  expect(ownWords(sentence)).toBe(own);
});

it('a heading of myths is one', () => {
  expect(MYTHS.test('Common myths about carrots\nThey help.')).toBe(true);
  expect(MYTHS.test('Common facts about carrots\nMyths help.')).toBe(false);
});
