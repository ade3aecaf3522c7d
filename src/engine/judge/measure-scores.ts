/** How well a model judges pairs whose labels are known. */
import type { PairScore, Thresholds } from './pair-scorer.ts';

export const LABELS = ['supported', 'refuted', 'not_enough_info'] as const;
export type PairLabel = (typeof LABELS)[number];

export interface Labelled {
  readonly label: PairLabel;
  readonly score: PairScore;
}

export interface Measured {
  readonly pairs: number;
  /** The share of pairs whose likeliest label is right. */
  readonly accuracy: number;
  /** The mean of the labels' F1, of those that occur. */
  readonly macro_f1: number;
  /** The mean of how many supported, and how many other pairs are told as such; absent where one kind is missing. */
  readonly balanced_accuracy_supported?: number;
  /** The share of pairs for which a verdict is stated, and how many of those verdicts are right; absent where none is. */
  readonly stated: number;
  readonly right_of_stated?: number;
}

/** @param labelled at least one. */
export function measureScores(labelled: readonly Labelled[], thresholds: Thresholds): Measured {
  const told = labelled.map(({ label, score }) => ({
    label,
    told: likeliest(score),
    stated: stateOf(score, thresholds),
  }));
  const share = (some: readonly unknown[], of: readonly unknown[]): number => round(some.length / of.length);
  const supported = told.filter(({ label }) => label === 'supported');
  const others = told.filter(({ label }) => label !== 'supported');
  const stated = told.filter((one) => one.stated !== undefined);
  const f1s = LABELS.flatMap((label) => {
    const isIt = told.filter((one) => one.label === label);
    const saysIt = told.filter((one) => one.told === label);
    const both = isIt.filter((one) => one.told === label);
    return isIt.length === 0 ? [] : [(2 * both.length) / (isIt.length + saysIt.length)];
  });
  return {
    pairs: told.length,
    accuracy: share(
      told.filter(({ label, told }) => label === told),
      told,
    ),
    macro_f1: round(f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length),
    ...(supported.length === 0 || others.length === 0
      ? {}
      : {
          balanced_accuracy_supported: round(
            (share(
              supported.filter(({ told }) => told === 'supported'),
              supported,
            ) +
              share(
                others.filter(({ told }) => told !== 'supported'),
                others,
              )) /
              2,
          ),
        }),
    stated: share(stated, told),
    ...(stated.length === 0
      ? {}
      : {
          right_of_stated: share(
            stated.filter((one) => one.stated === one.label),
            stated,
          ),
        }),
  };
}

function likeliest(score: PairScore): PairLabel {
  return LABELS.toSorted((a, b) => score[b] - score[a])[0] as PairLabel;
}

function stateOf(score: PairScore, thresholds: Thresholds): 'supported' | 'refuted' | undefined {
  const label = likeliest(score);
  return label !== 'not_enough_info' && score[label] >= thresholds[label] ? label : undefined;
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
