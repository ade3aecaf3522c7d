import { expect, it } from 'vitest';
import { percentileOf } from './read-traffic.ts';

it.each<[string, readonly number[], number, number | null]>([
  ['of nothing is none', [0, 0, 0], 0.5, null],
  ['lies within its bucket, spread evenly', [0, 10, 0], 0.5, 1.5],
  ['of one is the upper bound at most', [1, 0, 0], 0.95, 0.95],
  ['at the end of a bucket is its bound', [5, 5, 0], 0.5, 1],
  ['beyond the last bound is that bound', [1, 1, 98], 0.95, 2],
])('a percentile %s', (_what, counts, share, expected) => {
  expect(percentileOf(counts, [1, 2], share)).toBe(expected);
});
