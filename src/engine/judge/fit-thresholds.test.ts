import { expect, it } from 'vitest';
import { fitThresholds } from './fit-thresholds.ts';
import type { Labelled, PairLabel } from './measure-scores.ts';

const pairs = (count: number, label: PairLabel, supported: number): Labelled[] =>
  Array.from({ length: count }, () => ({
    label,
    score: { supported, refuted: 0, not_enough_info: 1 - supported },
  }));

it('a threshold is the least at which nine of ten verdicts are right', () => {
  const labelled = [
    ...pairs(18, 'supported', 0.95),
    ...pairs(2, 'refuted', 0.95),
    ...pairs(9, 'supported', 0.8),
    ...pairs(1, 'not_enough_info', 0.8),
    ...pairs(5, 'supported', 0.6),
    ...pairs(5, 'refuted', 0.6),
    // The likeliest label is another one.
    ...pairs(9, 'supported', 0.4),
  ];
  expect(fitThresholds(labelled)).toEqual({ supported: 0.8, refuted: 1 });
});

it('a verdict that is too rare, or wrong too often, is never stated', () => {
  expect(fitThresholds(pairs(9, 'supported', 0.99)).supported).toBe(1);
  expect(fitThresholds([...pairs(40, 'supported', 0.9), ...pairs(5, 'refuted', 0.9)]).supported).toBe(1);
  expect(fitThresholds([])).toEqual({ supported: 1, refuted: 1 });
});
