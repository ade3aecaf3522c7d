/** Rows of a report as they are kept: numbers in the open, texts sealed. */
import type { ClaimCategory } from '../domain/claim.ts';
import type { ScoredClaim } from '../domain/evaluation.ts';
import type { StoredClaim } from '../store/evaluations.ts';
import type { TextKey } from './encrypt-text.ts';

interface Texts {
  readonly id: string;
  readonly original: string;
  readonly claim: string;
  readonly added: readonly string[];
  readonly missing: readonly string[];
  readonly faults: readonly string[];
}

export function sealRows(rows: readonly ScoredClaim[], key: TextKey): StoredClaim[] {
  return rows.map((row, position) => {
    const texts: Texts = {
      id: row.claim_id,
      original: row.original_text,
      claim: row.extracted_claim,
      added: row.added,
      missing: row.missing,
      faults: row.faults,
    };
    return {
      sealed: key.seal(JSON.stringify(texts), `row ${position}`),
      accuracy: row.accuracy,
      completeness: row.completeness,
      coherence: row.coherence,
      confidence: row.confidence,
      category: row.category,
      verifiable: row.verifiable ? 1 : 0,
      scored_at: row.timestamp,
    };
  });
}

/** @param from position of the first. @throws Unreadable where it is not the key of this evaluation. */
export function openRows(rows: readonly StoredClaim[], key: TextKey, from: number): ScoredClaim[] {
  return rows.map((row, index) => {
    const texts = JSON.parse(key.open(row.sealed, `row ${from + index}`)) as Texts;
    return {
      claim_id: texts.id,
      original_text: texts.original,
      extracted_claim: texts.claim,
      accuracy: row.accuracy,
      completeness: row.completeness,
      coherence: row.coherence,
      confidence: row.confidence,
      category: row.category as ClaimCategory,
      verifiable: row.verifiable === 1,
      added: texts.added,
      missing: texts.missing,
      faults: texts.faults,
      timestamp: row.scored_at,
    };
  });
}
