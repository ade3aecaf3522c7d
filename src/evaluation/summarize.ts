/** What a batch of evaluations comes to: means with their uncertainty, and the comparison with references. */
import type { ClaimCategory } from '../domain/claim.ts';
import type { ReportScorer, ScoredClaim } from '../domain/evaluation.ts';
import type { Similarity } from '../engine/text/similarity.ts';
import {
  compareClaims,
  type MatchCounts,
  matchClaims,
  type Quality,
  qualityOf,
} from './compare/match-claims.ts';
import { SCORE_NAMES, type ScoreName } from './report-rows.ts';

/** Thresholds of the curve. */
const THRESHOLDS: readonly number[] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
/** Classes of a histogram of scores from 0 to 1. */
const BINS = 10;
/** Samples of the bootstrap. */
export const RESAMPLES: number = 1_000;

export interface EvaluatedText {
  readonly rows: readonly ScoredClaim[];
  readonly scorer: ReportScorer;
  readonly reference?: readonly string[] | undefined;
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number };
}

export type Summary = ReturnType<ReturnType<typeof createSummarizer>['summarize']>;

interface SummarizerOptions {
  readonly similarity: Similarity;
  /** From which similarity on two claims say the same. */
  readonly threshold: number;
  /** 0 to 1, for resampling; a seeded one makes the same summary each time. */
  readonly random: () => number;
}

/** A text as the bootstrap needs it: a few numbers, so that memory hardly grows. */
interface TextSums {
  readonly claims: number;
  readonly sums: Readonly<Record<ScoreName, number>>;
  /** Absent where it has no reference claims. */
  readonly counts: MatchCounts | undefined;
}

export function createSummarizer({ similarity, threshold, random }: SummarizerOptions) {
  const texts: TextSums[] = [];
  /** How many texts each scored. */
  const scorers: Record<ReportScorer, number> = { model: 0, local: 0, mixed: 0 };
  const squares = byScore(() => 0);
  const histograms = byScore(() => new Array<number>(BINS).fill(0));
  const categories = new Map<ClaimCategory, number>();
  /** Matched claims at each of the thresholds. */
  const matchedAt = THRESHOLDS.map(() => 0);
  const usage = { promptTokens: 0, completionTokens: 0 };
  let verifiable = 0;
  let similar = 0;

  const compare = (rows: readonly ScoredClaim[], reference: readonly string[]): MatchCounts => {
    const extracted = rows.map((row) => row.extracted_claim);
    const similarities = compareClaims(extracted, reference, similarity);
    for (const [index, each] of THRESHOLDS.entries()) {
      matchedAt[index]! += matchClaims(similarities, reference.length, each).matched;
    }
    const matching = matchClaims(similarities, reference.length, threshold);
    similar += matching.similarity;
    return matching;
  };

  const summarizeScore = (name: ScoreName) => {
    const meanOf = (some: readonly TextSums[]): number => {
      const count = sum(some, (text) => text.claims);
      return count === 0 ? 0 : sum(some, (text) => text.sums[name]) / count;
    };
    const claims = sum(texts, (text) => text.claims);
    const mean = meanOf(texts);
    const variance = claims === 0 ? 0 : Math.max(0, squares[name] / claims - mean ** 2);
    return { mean, deviation: Math.sqrt(variance), ...interval(texts, meanOf, random) };
  };

  const summarizeComparison = (compared: readonly MatchCounts[]) => {
    const counts = total(compared);
    const qualities = compared.map(qualityOf);
    const macro = (part: keyof Quality) => (some: readonly Quality[]) =>
      sum(some, (quality) => quality[part]) / some.length;
    return {
      threshold,
      texts: compared.length,
      counts,
      /** Over all claims; the interval is F1's. */
      micro: { ...qualityOf(counts), ...interval(compared, (some) => qualityOf(total(some)).f1, random) },
      /** Mean over texts. */
      macro: {
        precision: macro('precision')(qualities),
        recall: macro('recall')(qualities),
        f1: macro('f1')(qualities),
        ...interval(qualities, macro('f1'), random),
      },
      /** Mean similarity of matched pairs. */
      similarity: counts.matched === 0 ? 0 : similar / counts.matched,
      curve: THRESHOLDS.map((each, index) => ({
        threshold: each,
        ...qualityOf({ ...counts, matched: matchedAt[index]! }),
      })),
    };
  };

  return {
    add({ rows, scorer, reference, usage: used }: EvaluatedText): void {
      const sums = byScore((name) => sum(rows, (row) => row[name]));
      for (const row of rows) {
        for (const name of SCORE_NAMES) {
          squares[name] += row[name] ** 2;
          histograms[name][Math.min(BINS - 1, Math.floor(row[name] * BINS))]!++;
        }
        if (row.verifiable) verifiable++;
        categories.set(row.category, (categories.get(row.category) ?? 0) + 1);
      }
      if (rows.length > 0) scorers[scorer]++;
      usage.promptTokens += used?.promptTokens ?? 0;
      usage.completionTokens += used?.completionTokens ?? 0;
      texts.push({ claims: rows.length, sums, counts: reference && compare(rows, reference) });
    },

    /** Takes some hundred milliseconds for ten thousand texts. Deviations are over claims. */
    summarize() {
      const compared = texts.flatMap(({ counts }) => counts ?? []);
      return {
        texts: texts.length,
        claims: sum(texts, (text) => text.claims),
        verifiable,
        scorers,
        usage,
        scores: byScore(summarizeScore),
        histograms,
        categories,
        /** Absent where no text had reference claims. */
        comparison: compared.length === 0 ? undefined : summarizeComparison(compared),
      };
    },
  };
}

function byScore<T>(value: (name: ScoreName) => T): Record<ScoreName, T> {
  return { accuracy: value('accuracy'), completeness: value('completeness'), coherence: value('coherence') };
}

/** The middle 95 % of a statistic over samples of the same size, drawn with replacement (Efron 1979). */
function interval<T>(
  items: readonly T[],
  statistic: (some: readonly T[]) => number,
  random: () => number,
): { low: number; high: number } {
  if (items.length < 2) return { low: statistic(items), high: statistic(items) };
  const values = Float64Array.from({ length: RESAMPLES }, () =>
    statistic(items.map(() => items[Math.floor(random() * items.length)]!)),
  ).sort();
  return { low: values[Math.floor(RESAMPLES * 0.025)]!, high: values[Math.floor(RESAMPLES * 0.975)]! };
}

function total(counts: readonly MatchCounts[]): MatchCounts {
  return {
    matched: sum(counts, (one) => one.matched),
    extracted: sum(counts, (one) => one.extracted),
    reference: sum(counts, (one) => one.reference),
  };
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((result, item) => result + value(item), 0);
}
