/** What a score comes to: a verdict where it is over its threshold and neither values nor words speak against it. */
import type { Pair, PairScore, Thresholds } from './pair-scorer.ts';
import { guardVerdict } from './values/guard-verdict.ts';
import { judgeByValues } from './values/judge-by-values.ts';
import { weighWords } from './weigh-words.ts';

export type GuardedScore =
  | {
      readonly verdict: 'supported' | 'refuted';
      /** 0 to 1: how probable it is that the verdict is right. */
      readonly probability: number;
      /** A value of the claim that surely differs, as it is written in both; absent where none does. */
      readonly differs?: { readonly claim: string; readonly passage: string } | undefined;
    }
  | {
      readonly verdict: 'undecided';
      /** What speaks for the claim is only that somebody says so. */
      readonly isReport: boolean;
    };

/**
 * @param isOwnWord whether the passage's sentences are what their author says: then one that is the claim, word for word,
 *   supports it.
 */
export function guardScore(
  { claim, passage }: Pair,
  score: PairScore,
  thresholds: Thresholds,
  isOwnWord: boolean,
): GuardedScore {
  const compared = judgeByValues(claim, passage);
  const said = weighWords(claim, passage);
  const { supported, supportedWhole = supported } = thresholds;
  const isWhole = said.isWhole && compared.differs.length === 0;
  const guarded = guardVerdict(score, isOwnWord ? compared : { ...compared, verbatim: false }, {
    ...thresholds,
    supported: isWhole ? supportedWhole : supported,
  });
  // What values alone decide, they decide by whole sentences.
  const words = guarded.verdict !== 'undecided' && guarded.by === 'values' ? undefined : said;
  const fits = guarded.verdict === 'supported' ? words?.maySupport : words?.mayRefute;
  if (guarded.verdict === 'undecided' || fits === false) {
    return { verdict: 'undecided', isReport: words?.isReport === true };
  }
  const { verdict, probability } = guarded;
  const differing = verdict === 'refuted' ? compared.differs.find(({ sure }) => sure) : undefined;
  return {
    verdict,
    probability,
    differs: differing && { claim: differing.claim.text, passage: differing.passage.text },
  };
}
