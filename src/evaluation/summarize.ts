/** What a batch of evaluations comes to: means with their uncertainty, and the comparison with references. */
import type { ClaimCategory } from '../domain/claim.ts';
import type { ReportScorer, ScoredClaim } from '../domain/evaluation.ts';
import type { Similarity } from '../text/similarity.ts';
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

export interface Estimate {
  readonly mean: number;
  /** Standard deviation over claims. */
  readonly deviation: number;
  /** 95 % interval of the mean: bootstrap over texts. */
  readonly low: number;
  readonly high: number;
}

export interface Comparison {
  readonly threshold: number;
  readonly texts: number;
  readonly counts: MatchCounts;
  /** Over all claims; the interval is F1's. */
  readonly micro: Quality & { readonly low: number; readonly high: number };
  /** Mean over texts. */
  readonly macro: Quality & { readonly low: number; readonly high: number };
  /** Mean similarity of matched pairs. */
  readonly similarity: number;
  readonly curve: readonly (Quality & { readonly threshold: number })[];
}

export interface Summary {
  readonly texts: number;
  readonly claims: number;
  readonly verifiable: number;
  readonly scorers: Readonly<Record<ReportScorer, number>>;
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number };
  readonly scores: Readonly<Record<ScoreName, Estimate>>;
  readonly histograms: Readonly<Record<ScoreName, readonly number[]>>;
  readonly categories: ReadonlyMap<ClaimCategory, number>;
  /** Absent where no text had reference claims. */
  readonly comparison?: Comparison;
}

export interface EvaluatedText {
  readonly rows: readonly ScoredClaim[];
  readonly scorer: ReportScorer;
  readonly reference?: readonly string[] | undefined;
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number };
}

export interface Summarizer {
  add(text: EvaluatedText): void;
  /** Takes some hundred milliseconds for ten thousand texts. */
  summarize(): Summary;
}

export interface SummarizerOptions {
  readonly similarity: Similarity;
  /** From which similarity on two claims say the same. */
  readonly threshold: number;
  /** 0 to 1, for resampling; a seeded one makes the same summary each time. */
  readonly random: () => number;
}

/** Samples of the bootstrap. */
export const RESAMPLES = 1_000;

/** A text as the bootstrap needs it: a few numbers, so that memory hardly grows. */
interface TextSums {
  readonly claims: number;
  readonly sums: Readonly<Record<ScoreName, number>>;
  readonly counts?: MatchCounts;
}

export function createSummarizer({ similarity, threshold, random }: SummarizerOptions): Summarizer {
  const texts: TextSums[] = [];
  const scorers: Record<ReportScorer, number> = { model: 0, local: 0, mixed: 0 };
  const squares: Record<ScoreName, number> = { accuracy: 0, completeness: 0, coherence: 0 };
  const histograms = Object.fromEntries(
    SCORE_NAMES.map((name) => [name, new Array<number>(BINS).fill(0)]),
  ) as Record<ScoreName, number[]>;
  const categories = new Map<ClaimCategory, number>();
  /** Matched claims at each of the thresholds. */
  const matchedAt = THRESHOLDS.map(() => 0);
  const usage = { promptTokens: 0, completionTokens: 0 };
  let verifiable = 0;
  let similar = 0;

  const compare = (rows: readonly ScoredClaim[], reference: readonly string[]): MatchCounts => {
    const similarities = compareClaims(
      rows.map((row) => row.extracted_claim),
      reference,
      similarity,
    );
    for (const [index, each] of THRESHOLDS.entries()) {
      matchedAt[index]! += matchClaims(similarities, reference.length, each).matched;
    }
    const matching = matchClaims(similarities, reference.length, threshold);
    similar += matching.similarity;
    return matching;
  };

  return {
    add({ rows, scorer, reference, usage: used }) {
      const sums: Record<ScoreName, number> = { accuracy: 0, completeness: 0, coherence: 0 };
      for (const row of rows) {
        for (const name of SCORE_NAMES) {
          sums[name] += row[name];
          squares[name] += row[name] ** 2;
          histograms[name][Math.min(BINS - 1, Math.floor(row[name] * BINS))]!++;
        }
        if (row.verifiable) verifiable++;
        categories.set(row.category, (categories.get(row.category) ?? 0) + 1);
      }
      if (rows.length > 0) scorers[scorer]++;
      usage.promptTokens += used?.promptTokens ?? 0;
      usage.completionTokens += used?.completionTokens ?? 0;
      texts.push({
        claims: rows.length,
        sums,
        ...(reference === undefined ? {} : { counts: compare(rows, reference) }),
      });
    },

    summarize() {
      const claims = sum(texts, (text) => text.claims);
      const compared = texts.flatMap(({ counts }) => (counts === undefined ? [] : [counts]));
      const estimate = (name: ScoreName): Estimate => {
        const meanOf = (some: readonly TextSums[]): number => {
          const count = sum(some, (text) => text.claims);
          return count === 0 ? 0 : sum(some, (text) => text.sums[name]) / count;
        };
        const mean = meanOf(texts);
        const variance = claims === 0 ? 0 : Math.max(0, squares[name] / claims - mean ** 2);
        return { mean, deviation: Math.sqrt(variance), ...interval(texts, meanOf, random) };
      };
      return {
        texts: texts.length,
        claims,
        verifiable,
        scorers,
        usage,
        scores: {
          accuracy: estimate('accuracy'),
          completeness: estimate('completeness'),
          coherence: estimate('coherence'),
        },
        histograms,
        categories,
        ...(compared.length === 0 ? {} : { comparison: summarizeComparison(compared) }),
      };
    },
  };

  function summarizeComparison(compared: readonly MatchCounts[]): Comparison {
    const counts = total(compared);
    const qualities = compared.map(qualityOf);
    const meanOf = (some: readonly Quality[], part: keyof Quality): number =>
      sum(some, (quality) => quality[part]) / some.length;
    const macro = (part: keyof Quality): number => meanOf(qualities, part);
    return {
      threshold,
      texts: compared.length,
      counts,
      micro: { ...qualityOf(counts), ...interval(compared, (some) => qualityOf(total(some)).f1, random) },
      macro: {
        precision: macro('precision'),
        recall: macro('recall'),
        f1: macro('f1'),
        ...interval(qualities, (some) => meanOf(some, 'f1'), random),
      },
      similarity: counts.matched === 0 ? 0 : similar / counts.matched,
      curve: THRESHOLDS.map((each, index) => ({
        threshold: each,
        ...qualityOf({ ...counts, matched: matchedAt[index]! }),
      })),
    };
  }
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
