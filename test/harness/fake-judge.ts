/** The gateway's own judge without a model: it says of each pair what a test says. */
import type { JudgeState, Pair, PairScore, PairScorer } from '../../src/engine/judge/pair-scorer.ts';

export interface FakeJudge extends PairScorer {
  /** What it was asked, in order. */
  readonly pairs: Pair[];
}

interface FakeJudgeOptions {
  readonly state?: JudgeState;
  readonly maxPairs?: number;
  /** Milliseconds. */
  readonly deadlineMs?: number;
}

export const UNSURE: PairScore = { supported: 0.3, refuted: 0.2, not_enough_info: 0.5 };
export const SUPPORTS: PairScore = { supported: 0.96, refuted: 0.01, not_enough_info: 0.03 };
export const REFUTES: PairScore = { supported: 0.01, refuted: 0.97, not_enough_info: 0.02 };

/** @param say `undefined`: the pair is not scored; a promise: it is scored then. */
export function fakeJudge(
  say: (pair: Pair) => PairScore | undefined | Promise<PairScore | undefined>,
  { state = 'ready', maxPairs = 200, deadlineMs = 2_000 }: FakeJudgeOptions = {},
): FakeJudge {
  const pairs: Pair[] = [];
  return {
    pairs,
    state: () => state,
    thresholds: { supported: 0.9, refuted: 0.9 },
    maxPairs,
    deadlineMs,
    score(asked) {
      pairs.push(...asked);
      return Promise.all(asked.map(say));
    },
    async close() {},
  };
}
