import { describe, expect, it } from 'vitest';
import {
  areaUnderCurve,
  averagePrecision,
  bootstrapInterval,
  calibrationError,
  f1Scores,
} from '../../bench/claims/score-detection.ts';
import { meteor, rougeL, tokenize } from '../../bench/claims/score-normalization.ts';

const words = (text: string) => text.toLowerCase().split(' ');

/** The sentences of NLTK's documentation of `meteor_score` (after Papineni et al. 2002). */
const HYPOTHESIS_1 = words(
  'It is a guide to action which ensures that the military always obeys the commands of the party',
);
const HYPOTHESIS_2 = words(
  'It is to insure the troops forever hearing the activity guidebook that party direct',
);
const REFERENCE_1 = words(
  'It is a guide to action that ensures that the military will forever heed Party commands',
);
const REFERENCE_2 = words(
  'It is the guiding principle which guarantees the military forces always being under the command of the Party',
);
const REFERENCE_3 = words(
  'It is the practical guide for the army always to heed the directions of the party',
);

describe('METEOR', () => {
  it("gives the value that NLTK's documentation prints", () => {
    expect(meteor(HYPOTHESIS_1, REFERENCE_1)).toBeCloseTo(0.6944, 4);
    expect(meteor(words('this is a cat'), words('non matching hypothesis'))).toBe(0);
  });

  it('gives what NLTK 3.9 computes without a dictionary', () => {
    expect(meteor(HYPOTHESIS_1, REFERENCE_2)).toBeCloseTo(0.625, 4);
    expect(meteor(HYPOTHESIS_1, REFERENCE_3)).toBeCloseTo(0.5114, 4);
    expect(meteor(HYPOTHESIS_2, REFERENCE_1)).toBeCloseTo(0.3035, 4);
    expect(meteor(HYPOTHESIS_2, REFERENCE_2)).toBeCloseTo(0.2114, 4);
    expect(meteor(HYPOTHESIS_2, REFERENCE_3)).toBeCloseTo(0.3035, 4);
  });
});

describe('ROUGE-L', () => {
  it('is the F1 of the longest common subsequence', () => {
    // Lin (2004), section 3.1: "police kill the gunman" beside "police killed the gunman", then reversed.
    expect(rougeL(words('police kill the gunman'), words('police killed the gunman'))).toBeCloseTo(0.75, 10);
    expect(rougeL(words('the gunman kill police'), words('police killed the gunman'))).toBeCloseTo(0.5, 10);
    expect(rougeL([], ['a'])).toBe(0);
  });
});

describe('words', () => {
  it('are separated from marks, in any script', () => {
    expect(tokenize("It's 5 p.m., isn’t it?")).toEqual([
      "it's",
      '5',
      'p',
      '.',
      'm',
      '.',
      ',',
      'isn’t',
      'it',
      '?',
    ]);
    expect(tokenize('भारत में 5 लोग।')).toEqual(['भारत', 'में', '5', 'लोग', '।']);
    expect(tokenize('กรุงเทพมีประชากรมาก').length).toBeGreaterThan(1);
  });
});

describe('detection scores', () => {
  const labels = [1, 1, 0, 0];

  it('average precision is the mean of the precision at each claim', () => {
    expect(averagePrecision([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])).toBeCloseTo((1 + 2 / 3) / 2, 10);
    expect(averagePrecision([0, 0, 1], [0.9, 0.8, 0.7])).toBeCloseTo(1 / 3, 10);
    expect(averagePrecision([1, 1, 0], [3, 2, 1])).toBe(1);
  });

  it('know perfect, useless and reversed detectors', () => {
    expect(f1Scores(labels, [0.9, 0.8, 0.1, 0.2], 0.5)).toEqual({ f1: 1, macroF1: 1 });
    expect(f1Scores(labels, [0.9, 0.9, 0.9, 0.9], 0.5).macroF1).toBeCloseTo(1 / 3, 10);
    expect(areaUnderCurve(labels, [0.9, 0.8, 0.1, 0.2])).toBe(1);
    expect(areaUnderCurve(labels, [0.5, 0.5, 0.5, 0.5])).toBe(0.5);
    expect(areaUnderCurve(labels, [0.1, 0.2, 0.8, 0.9])).toBe(0);
  });

  it('measure how far probabilities are from frequencies', () => {
    expect(calibrationError([1, 1, 1, 0], [0.75, 0.75, 0.75, 0.75])).toBe(0);
    expect(calibrationError([1, 1, 0, 0], [0.95, 0.95, 0.95, 0.95])).toBeCloseTo(0.45, 10);
  });

  it('give the same interval every time', () => {
    const mean = (sample: Int32Array) => sample.reduce((sum, at) => sum + labels[at]!, 0) / sample.length;
    const interval = bootstrapInterval(labels.length, mean);
    expect(interval).toEqual(bootstrapInterval(labels.length, mean));
    expect(interval[0]).toBeLessThan(0.5);
    expect(interval[1]).toBeGreaterThan(0.5);
  });
});
