/** What extracted claims come to beside reference claims. */
import { countMatched } from './match-claims.ts';
import type { Result } from './measure-row.ts';

interface MatchCounts {
  readonly matched: number;
  readonly extracted: number;
  readonly reference: number;
}

interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface ReferenceScores {
  /** Rows that have reference claims and were measured. */
  readonly rows: number;
  readonly counts: MatchCounts;
  /** Over all claims. */
  readonly micro: Quality;
  /** The mean over rows. */
  readonly macro: Quality;
}

/** A row is matched once, however often what it comes to is shown. */
const known = new WeakMap<Result, MatchCounts>();

function countMatches(result: Result, reference: readonly string[]): MatchCounts {
  const before = known.get(result);
  if (before !== undefined) return before;
  const extracted = result.scored.map((claim) => claim.extracted_claim);
  const matched = countMatched(extracted, reference);
  const counts = { matched, extracted: extracted.length, reference: reference.length };
  known.set(result, counts);
  return counts;
}

/** @param references of each row; `undefined` where it has none. @returns `undefined` without rows to compare. */
export function scoreReferences(
  results: readonly (Result | undefined)[],
  references: readonly (readonly string[] | undefined)[],
): ReferenceScores | undefined {
  const each = results.flatMap((result, index) => {
    const reference = references[index];
    if (result === undefined || result.failure !== undefined || reference === undefined) return [];
    return [countMatches(result, reference)];
  });
  if (each.length === 0) return undefined;
  const total = (part: keyof MatchCounts): number => each.reduce((sum, counts) => sum + counts[part], 0);
  const counts = { matched: total('matched'), extracted: total('extracted'), reference: total('reference') };
  const qualities = each.map(qualityOf);
  const mean = (part: keyof Quality): number =>
    qualities.reduce((sum, quality) => sum + quality[part], 0) / qualities.length;
  return {
    rows: each.length,
    counts,
    micro: qualityOf(counts),
    macro: { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') },
  };
}

/** Where nothing was extracted and nothing was to be, all are 1. */
function qualityOf({ matched, extracted, reference }: MatchCounts): Quality {
  const precision = extracted === 0 ? Number(reference === 0) : matched / extracted;
  const recall = reference === 0 ? Number(extracted === 0) : matched / reference;
  const sum = precision + recall;
  return { precision, recall, f1: sum === 0 ? 0 : (2 * precision * recall) / sum };
}
