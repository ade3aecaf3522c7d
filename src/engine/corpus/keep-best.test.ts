import { describe, expect, it } from 'vitest';
import { bestPlaces, firstOfEach, keepBest } from './keep-best.ts';

const isGreater = (a: number, b: number) => a > b;

describe('keepBest', () => {
  it.each([
    [[], 2, []],
    [[1], 2, [1]],
    [[1, 2], 2, [2, 1]],
    [[2, 1, 3], 2, [3, 2]],
    [[3, 1, 2], 2, [3, 2]],
    [[1, 2, 3, 4], 3, [4, 3, 2]],
    [[4, 3, 2, 1], 1, [4]],
    [[1, 2, 3], 1, [3]],
  ])('of %j the best %i are %j', (items, most, best) => {
    expect(keepBest(items, most, isGreater)).toEqual(best);
  });
});

describe('firstOfEach', () => {
  it.each([
    [1, [11, 21, 31]],
    [2, [11, 12, 21, 22, 31]],
    [3, [11, 12, 21, 22, 13, 31]],
  ])('keeps %i of each ten, in their order', (most, kept) => {
    const items = [11, 12, 21, 22, 13, 14, 31];
    expect(firstOfEach(items, (item) => Math.floor(item / 10), most)).toEqual(kept);
  });
});

it('of equals keeps those that come first', () => {
  const items = ['b1', 'a1', 'b2', 'a2', 'a3'];
  const isEarlier = (a: string, b: string) => a[0]! < b[0]!;
  expect(keepBest(items, 4, isEarlier)).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(keepBest(items, 2, isEarlier)).toEqual(['a1', 'a2']);
});

describe('bestPlaces', () => {
  const best = (places: number[], scores: number[], most: number) =>
    bestPlaces(places, Float64Array.from(scores), most);

  it('puts the highest scores first', () => {
    expect(best([0, 1, 2, 3], [1, 4, 2, 3], 3)).toEqual([1, 3, 2]);
    expect(best([0, 1, 2], [3, 2, 1], 2)).toEqual([0, 1]);
    expect(best([0, 1, 2], [1, 2, 3], 2)).toEqual([2, 1]);
    expect(best([2], [0, 0, 5], 2)).toEqual([2]);
    expect(best([], [], 2)).toEqual([]);
  });

  it('of equals keeps the lower places, whatever their order', () => {
    expect(best([0, 1, 2], [1, 1, 1], 2)).toEqual([0, 1]);
    expect(best([2, 1, 0], [1, 1, 1], 2)).toEqual([0, 1]);
    expect(best([1, 2, 0], [1, 1, 1], 3)).toEqual([0, 1, 2]);
    expect(best([3, 0, 2, 1], [1, 2, 2, 1], 3)).toEqual([1, 2, 0]);
  });
});
