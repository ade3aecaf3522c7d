import { expect, it } from 'vitest';
import { foldAccents, isUnspaced, pairsOf, plainNumber, readTokens } from './read-tokens.ts';

const read = (text: string, options?: Parameters<typeof readTokens>[1]) =>
  readTokens(text, options).map(({ text: written, start, kind }) => `${start} ${kind} ${written}`);

it('reads words and numbers with their places', () => {
  expect(read('It’s 5, well-known 5G: 1,234.5 é ½ x2')).toEqual([
    '0 word It',
    '3 word s',
    '5 number 5',
    '8 word well',
    '13 word known',
    '19 number 5G',
    '23 number 1,234.5',
    '31 word é',
    '33 number ½',
    '35 word x2',
  ]);
  expect(read('the 1990s, 21st 3.D')).toEqual([
    '0 word the',
    '4 number 1990s',
    '11 number 21st',
    '16 number 3',
    '18 word D',
  ]);
  expect(read('٣ :;@')).toEqual(['0 number ٣']);
  expect(read('')).toEqual([]);
});

it('joins the parts of a word by what may join them', () => {
  const text = "it's well-known e.g. O’Neill";
  expect(read(text, { joins: 'apostrophes' })).toEqual([
    "0 word it's",
    '5 word well',
    '10 word known',
    '16 word e',
    '18 word g',
    '21 word O’Neill',
  ]);
  expect(read(text, { joins: 'hyphens' })).toEqual([
    "0 word it's",
    '5 word well-known',
    '16 word e.g',
    '21 word O’Neill',
  ]);
});

it('sets runs of scripts without blanks apart where that is asked for', () => {
  expect(read('東京tower 5人 éa')).toEqual(['0 word 東京tower', '8 number 5人', '11 word éa']);
  expect(read('東京tower 5人 éa', { unspaced: true })).toEqual([
    '0 unspaced 東京',
    '2 word tower',
    '8 number 5',
    '9 unspaced 人',
    '11 word éa',
  ]);
  expect(['東京', 'a東', 'été', ''].map(isUnspaced)).toEqual([true, true, false, false]);
});

it('pairs neighbours of a run', () => {
  expect(pairsOf('東')).toEqual(['東']);
  expect(pairsOf('東京')).toEqual(['東京']);
  expect(pairsOf('東京都')).toEqual(['東京', '京都']);
});

it.each([
  ['1,500', '1500'],
  ['1.500', '1500'],
  ['1,234,567', '1234567'],
  ['12.345.678', '12345678'],
  ['19th', '19'],
  ['21st', '21'],
  ['1990s', '1990'],
  ['3.5', '3.5'],
  ['0.125', '0.125'],
  ['1234.500', '1234.500'],
  ['1,50', '1,50'],
  ['1,5000', '1,5000'],
  ['1,500.5', '1500.5'],
  ['5G', '5G'],
])('the number %s is %s', (written, plain) => {
  expect(plainNumber(written)).toBe(plain);
});

it('takes accents from Latin letters alone, and writes compatibility forms plainly', () => {
  expect(foldAccents('cafe')).toBe('cafe');
  expect(foldAccents('Café Škoda')).toBe('Cafe Skoda');
  expect(foldAccents('ﬁve ①')).toBe('five 1');
  expect(foldAccents('й が')).toBe('й が');
});
