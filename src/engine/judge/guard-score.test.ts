import { describe, expect, it } from 'vitest';
import { guardScore } from './guard-score.ts';

const THRESHOLDS = { supported: 0.8, refuted: 0.8 };
const score = (supported: number, refuted: number) => ({
  supported,
  refuted,
  not_enough_info: 1 - supported - refuted,
});
const SAME = { claim: 'The hall seats 4,000 people.', passage: 'The hall seats 4000 people.' };
const OTHER_YEAR = {
  claim: 'The tower was completed in 1989 by the city.',
  passage: 'The tower was completed in 1889 by the city.',
};

describe('guardScore', () => {
  it('takes a sentence that is the claim for support, where its author stands by it', () => {
    expect(guardScore(SAME, score(0.02, 0.97), THRESHOLDS, true)).toMatchObject({ verdict: 'supported' });
    expect(guardScore(SAME, score(0.02, 0.97), THRESHOLDS, false)).toMatchObject({ verdict: 'undecided' });
  });

  it('shows the value that differs, as both write it', () => {
    expect(guardScore(OTHER_YEAR, score(0.1, 0.85), THRESHOLDS, false)).toEqual({
      verdict: 'refuted',
      probability: 0.95,
      differs: { claim: '1989', passage: '1889' },
    });
  });

  it('shows no value beside a support, and none where none differs', () => {
    const supported = guardScore(SAME, score(0.9, 0.05), THRESHOLDS, false);
    expect(supported).toEqual({ verdict: 'supported', probability: 0.9, differs: undefined });
    const words = { claim: 'Cats sleep a lot.', passage: 'Cats hardly sleep.' };
    expect(guardScore(words, score(0.05, 0.9), THRESHOLDS, false)).toEqual({
      verdict: 'refuted',
      probability: 0.9,
      differs: undefined,
    });
  });

  it('says no more than that it is undecided', () => {
    const words = { claim: 'Cats sleep a lot.', passage: 'Dogs bark.' };
    expect(guardScore(words, score(0.5, 0.3), THRESHOLDS, true)).toEqual({
      verdict: 'undecided',
      isReport: false,
    });
  });

  it('is sooner sure of a claim that one sentence has whole, where no value differs', () => {
    const thresholds = { ...THRESHOLDS, supportedWhole: 0.6 };
    const whole = { claim: 'Cats sleep twelve hours.', passage: 'Most cats sleep for twelve hours a day.' };
    const verdictOf = (pair: typeof whole, supported: number, given = thresholds) =>
      guardScore(pair, score(supported, 0.1), given, false).verdict;
    expect([0.6, 0.59].map((supported) => verdictOf(whole, supported))).toEqual(['supported', 'undecided']);
    expect(verdictOf(whole, 0.7, THRESHOLDS as typeof thresholds)).toBe('undecided');
    expect(verdictOf({ ...whole, claim: 'Cats sleep thirteen hours.' }, 0.7)).not.toBe('supported');
    expect(verdictOf({ ...whole, claim: 'Cats sleep twelve hours outside.' }, 0.7)).toBe('undecided');
  });
});
