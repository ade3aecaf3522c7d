/** The rows of a report: what was extracted and what it scored, kept in sealed pages. */
import type { ClaimScores, Extraction, ScoredClaim } from '../domain/evaluation.ts';
import { inBatches } from '../domain/in-batches.ts';
import type { TextKey } from '../gateway/store/seal-text.ts';

export const SCORE_NAMES = ['accuracy', 'completeness', 'coherence'] as const;
export type ScoreName = (typeof SCORE_NAMES)[number];

/** Rows of a page: most reports have no more, and a page is held in memory whole. */
const ROWS_A_PAGE = 200;

/**
 * @param scores one for each claim, in the same order.
 * @param timestamp when it was scored, Unix milliseconds.
 */
export function toRows(
  { claims }: Extraction,
  scores: readonly ClaimScores[],
  timestamp: number,
): ScoredClaim[] {
  return claims.map((claim, index) => ({
    ...scores[index]!,
    claim_id: claim.id,
    original_text: claim.original_text,
    extracted_claim: claim.text,
    confidence: claim.confidence,
    category: claim.category,
    timestamp,
  }));
}

export function sealRows(rows: readonly ScoredClaim[], key: TextKey): string[] {
  return inBatches(rows, ROWS_A_PAGE).map((some, page) => key.seal(JSON.stringify(some), purposeOf(page)));
}

/** @throws Unreadable where it is not the key of this evaluation, or another page. */
export function openRows(sealed: string, key: TextKey, page: number): ScoredClaim[] {
  return JSON.parse(key.open(sealed, purposeOf(page))) as ScoredClaim[];
}

function purposeOf(page: number): string {
  return `page ${page}`;
}
