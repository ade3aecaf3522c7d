/** The rows of a report: what was extracted, and what it scored. */
import type { ClaimScores, Extraction, ScoredClaim } from '../domain/evaluation.ts';

/**
 * @param scores one a claim, in the same order.
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
