import { expect, it } from 'vitest';
import { joinRankings } from './join-rankings.ts';

/** Of a query whose words the passages hold. */
const HELD = new Map([['word', 1]]);
const found = (key: number, score: number, document = key) => ({ key, document, score });
const near = (key: number, similarity?: number, document = key) => ({ key, document, similarity });
const keys = (all: ReturnType<typeof joinRankings>) => all.map(({ key }) => key);

it('puts first what both find', () => {
  const joined = joinRankings(
    [found(1, 10), found(2, 9)],
    [near(1, 0.55), near(2, 0.78), near(3, 0.8)],
    HELD,
  );
  expect(keys(joined)).toEqual([2, 3, 1]);
  expect(joined[0]?.similarity).toBe(0.78);
});

it('finds in other words, and leaves out what is neither near nor shares a word', () => {
  expect(keys(joinRankings([], [near(1, 0.8), near(2, 0.65), near(3, 0.55)], HELD))).toEqual([1, 2]);
  expect(keys(joinRankings([], [near(1, 0.3), near(2, 0.2)], HELD))).toEqual([]);
  const farWords = joinRankings([found(3, 1)], [near(1, 0.9), near(3, 0.2)], HELD);
  expect(keys(farWords)).toEqual([1, 3]);
  expect(farWords.every(({ score }) => score > 0)).toBe(true);
});

it('ranks what has no vector by its words alone', () => {
  const joined = joinRankings([found(1, 10), found(2, 5), found(3, 4)], [near(1), near(2), near(3)], HELD);
  expect(keys(joined)).toEqual([1, 2, 3]);
  expect(joined.every((one) => !('similarity' in one))).toBe(true);
});

it('keeps so many passages of a document', () => {
  const all = [near(1, 0.9, 7), near(2, 0.88, 7), near(3, 0.86, 7), near(4, 0.85, 8)];
  expect(keys(joinRankings([], all, HELD))).toEqual([1, 4]);
  expect(keys(joinRankings([], all, HELD, 2))).toEqual([1, 2, 4]);
});

it('counts words for less where no passage holds them well', () => {
  const [byWords, both] = [[found(1, 2)], [near(1, 0.6), near(2, 0.7)]];
  expect(keys(joinRankings(byWords, both, new Map([['trains', 1]])))).toEqual([1, 2]);
  const quiet = new Map([
    ['trains', 1],
    ['quiet', 4],
  ]);
  expect(keys(joinRankings(byWords, both, quiet))).toEqual([2, 1]);
});
