import { expect, it } from 'vitest';
import { countPairs } from './count-pairs.ts';
import type { PairScore, PairScorer } from './pair-scorer.ts';

const SCORE: PairScore = { supported: 1, refuted: 0, not_enough_info: 0 };

it('counts the pairs that were judged and refused, and none that were given up', async () => {
  let scores: readonly (PairScore | undefined)[] = [];
  const scorer: PairScorer = {
    state: () => 'ready',
    thresholds: { supported: 0.9, refuted: 0.9 },
    maxPairs: 8,
    deadlineMs: 1_000,
    score: async () => scores,
    close: async () => {},
  };
  const counted = countPairs(scorer);
  const pair = { claim: 'a', passage: 'b' };
  const ask = (said: typeof scores, signal = new AbortController().signal) => {
    scores = said;
    return counted.score(
      said.map(() => pair),
      signal,
    );
  };
  expect(await ask([SCORE, undefined, SCORE])).toEqual([SCORE, undefined, SCORE]);
  await ask([undefined, undefined], AbortSignal.abort());
  expect(counted.counts()).toEqual({ judged: 2, refused: 1 });
  expect(counted.state()).toBe('ready');
});
