import { expect, it } from 'vitest';
import { HASH_START, hashFirst, hashSecond, TermTable } from './term-table.ts';

const hashesOf = (word: string) =>
  [hashFirst, hashSecond].map((hash) =>
    [...word].reduce((sofar, letter) => hash(sofar, letter.charCodeAt(0)), HASH_START),
  ) as [number, number];

it('numbers words in the order in which they first come, however many there are', () => {
  const table = new TermTable();
  const words = Array.from({ length: 20_000 }, (_, at) => `word${at}`);
  expect(words.map((word) => table.numberOf(...hashesOf(word)))).toEqual([...words.keys()]);
  expect(words.map((word) => table.numberOf(...hashesOf(word)))).toEqual([...words.keys()]);
  expect(table.size).toBe(20_000);
});

it('takes words as the same where both hashes are', () => {
  const table = new TermTable();
  expect(
    [
      [1, 1],
      [1, 2],
      [2, 1],
      // The same place of the table as that of the first.
      [1 + (1 << 20), 1],
      [1, 1],
      [1, 2],
      [2, 1],
    ].map(([first, second]) => table.numberOf(first!, second!)),
  ).toEqual([0, 1, 2, 3, 0, 1, 2]);
});

it('has hashes that tell the order of letters apart', () => {
  const [one, other] = [hashesOf('tea'), hashesOf('eat')];
  expect(one[0]).not.toBe(other[0]);
  expect(one[1]).not.toBe(other[1]);
  // FNV-1a of "a", as its authors give it.
  expect(hashesOf('a')[0] >>> 0).toBe(0xe40c292c);
});
