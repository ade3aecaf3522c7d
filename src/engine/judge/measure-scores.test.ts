import { describe, expect, it } from 'vitest';
import { type Labelled, measureScores } from './measure-scores.ts';

const THRESHOLDS = { supported: 0.8, refuted: 0.7 };
const score = (supported: number, refuted: number) => ({
  supported,
  refuted,
  not_enough_info: Math.round((1 - supported - refuted) * 100) / 100,
});
const pair = (label: Labelled['label'], supported: number, refuted: number): Labelled => ({
  label,
  score: score(supported, refuted),
});

describe('measureScores', () => {
  it('says how many are right, of all and of each kind', () => {
    const measured = measureScores(
      [
        pair('supported', 0.9, 0.05),
        pair('supported', 0.1, 0.2),
        pair('refuted', 0.1, 0.8),
        pair('refuted', 0.85, 0.1),
        pair('not_enough_info', 0.2, 0.1),
      ],
      THRESHOLDS,
    );
    expect(measured).toEqual({
      pairs: 5,
      accuracy: 0.6,
      // 2/4 of supported, 2/3 of refuted, 2/3 of the rest.
      macro_f1: 0.6111,
      // 1/2 of the supported, and 2/3 of the others.
      balanced_accuracy_supported: 0.5834,
      stated: 0.6,
      right_of_stated: 0.6667,
    });
  });

  it('states what is at its threshold, and nothing below it', () => {
    const stated = (...labelled: Labelled[]) => measureScores(labelled, THRESHOLDS).stated;
    expect(stated(pair('supported', 0.8, 0.1))).toBe(1);
    expect(stated(pair('supported', 0.79, 0.1))).toBe(0);
    expect(stated(pair('refuted', 0.1, 0.7))).toBe(1);
    expect(stated(pair('refuted', 0.1, 0.69))).toBe(0);
    expect(stated(pair('not_enough_info', 0, 0))).toBe(0);
  });

  it('leaves out what cannot be said where one kind is missing', () => {
    expect(measureScores([pair('supported', 0.6, 0.1)], THRESHOLDS)).toEqual({
      pairs: 1,
      accuracy: 1,
      macro_f1: 1,
      stated: 0,
    });
    const others = measureScores([pair('refuted', 0.1, 0.9)], THRESHOLDS);
    expect(others).toEqual({ pairs: 1, accuracy: 1, macro_f1: 1, stated: 1, right_of_stated: 1 });
  });
});
