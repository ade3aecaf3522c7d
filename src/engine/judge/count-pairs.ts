import type { PairScorer } from './pair-scorer.ts';

/** What a judge was asked since it was opened. */
export interface PairCounts {
  /** Pairs that it scored. */
  readonly judged: number;
  /** Pairs that it did not: too many waited, or the model failed. */
  readonly refused: number;
}

/** @returns the same judge, and what it was asked up to now. */
export function countPairs(scorer: PairScorer): PairScorer & { readonly counts: () => PairCounts } {
  let [judged, refused] = [0, 0];
  return {
    ...scorer,
    async score(pairs, signal) {
      const scores = await scorer.score(pairs, signal);
      const scored = scores.filter((score) => score !== undefined).length;
      judged += scored;
      // Nobody waits for what was given up.
      if (!signal.aborted) refused += pairs.length - scored;
      return scores;
    },
    counts: () => ({ judged, refused }),
  };
}
