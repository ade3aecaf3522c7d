/** What a score comes to: a verdict only where it is over its threshold. */
import type { Pair, PairScore, Thresholds } from './pair-scorer.ts';

export type GuardedScore =
  | {
      readonly verdict: 'supported' | 'refuted';
      /** 0 to 1: how probable it is that the verdict is right. */
      readonly probability: number;
      /** A value of the claim that differs, as it is written in both; absent where none decided. */
      readonly differs?: { readonly claim: string; readonly passage: string } | undefined;
    }
  | { readonly verdict: 'undecided' };

export function guardScore(_pair: Pair, score: PairScore, thresholds: Thresholds): GuardedScore {
  const verdict = score.supported >= score.refuted ? 'supported' : 'refuted';
  const probability = score[verdict];
  return probability >= thresholds[verdict] ? { verdict, probability } : { verdict: 'undecided' };
}
