import { expect, it } from 'vitest';
import { fitThresholds } from './fit-thresholds.ts';
import type { Labelled } from './measure-scores.ts';

const pair = (supported: number, isRight = true): Labelled =>
  ({
    label: isRight ? 'supported' : 'refuted',
    score: { supported, refuted: 0, not_enough_info: 0 },
  }) as Labelled;
const thresholdOf = (...pairs: Labelled[]) => fitThresholds(pairs).supported;
/** In no order: the probabilities say which are stated first. */
const ten = [0.91, 0.99, 0.95, 0.93, 0.97, 0.9, 0.98, 0.92, 0.96, 0.94].map((probability) =>
  pair(probability),
);

it('is the least probability from which on nine of ten verdicts are right', () => {
  expect(thresholdOf(...ten)).toBe(0.9);
  expect(thresholdOf(...ten, pair(0.8, false))).toBe(0.8);
  expect(thresholdOf(...ten, pair(0.8, false), pair(0.7, false))).toBe(0.8);
  // Nine say nothing.
  expect(thresholdOf(...ten.slice(1))).toBe(1);
  expect(thresholdOf()).toBe(1);
});

it('states equal probabilities together, or not at all', () => {
  expect(thresholdOf(...ten, pair(0.8), pair(0.8, false), pair(0.8, false))).toBe(0.9);
});
