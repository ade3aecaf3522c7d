/** Judges labelled pairs as the gateway does: the document cut into passages, of which the judge reads excerpts. */
import { splitPassages } from '../../src/engine/corpus/split-passages.ts';
import type { ShownItem } from '../../src/engine/factcheck/choose/choose-items.ts';
import { openLocalJudge } from '../../src/engine/factcheck/judge/judge-locally.ts';
import type { PairScore, PairScorer } from '../../src/engine/judge/pair-scorer.ts';
import { judgeByValues, type ValueComparison } from '../../src/engine/judge/values/judge-by-values.ts';
import type { HeldLabel, HeldPair } from './read-held-pairs.ts';

interface ReadPair {
  readonly score: PairScore;
  readonly compared: ValueComparison;
}

export interface JudgedPair {
  readonly label: HeldLabel;
  /** Of the excerpt that says most of the claim; of none, that nothing is said. */
  readonly score: PairScore;
  /** What was read, with what the comparison of values says of it. */
  readonly read: readonly ReadPair[];
  /** What the gateway would state; absent where it would leave the claim undecided. */
  readonly stated?: 'supported' | 'refuted' | 'conflicting' | undefined;
}

const NOTHING: PairScore = { supported: 0, refuted: 0, not_enough_info: 1 };

export async function judgePairs(
  pairs: readonly HeldPair[],
  scorer: PairScorer,
): Promise<readonly JudgedPair[]> {
  const judged: JudgedPair[] = [];
  for (const pair of pairs) judged.push(await judgePair(pair, scorer));
  return judged;
}

async function judgePair(
  { claim, title, document, label }: HeldPair,
  scorer: PairScorer,
): Promise<JudgedPair> {
  const read: ReadPair[] = [];
  const listening: PairScorer = {
    ...scorer,
    async score(pairs, signal) {
      const scores = await scorer.score(pairs, signal);
      for (const [index, score] of scores.entries()) {
        const asked = pairs[index];
        if (score === undefined || asked === undefined) throw new Error('a pair was not scored');
        read.push({ score, compared: judgeByValues(asked.claim, asked.passage) });
      }
      return scores;
    },
  };
  const items = splitPassages(document).map(({ text }, passage): ShownItem => {
    const item = { source: 'context', title, url: '', text, passage };
    return { item, excerpt: text, start: 0, relevance: 1, hash: String(passage) };
  });
  const judge = openLocalJudge(listening);
  const result = await judge.judge(claim, items, new AbortController().signal);
  const verdict = 'judgement' in result ? result.judgement?.verdict : undefined;
  return {
    label,
    read,
    score:
      read.map((one) => one.score).toSorted((a, b) => a.not_enough_info - b.not_enough_info)[0] ?? NOTHING,
    stated: verdict === 'not_enough_evidence' ? undefined : verdict,
  };
}
