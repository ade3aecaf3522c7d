/**
 * Scores claims without a model: where there is no key, where a model fails, and for what a process that died
 * has left behind. `docs/evaluations.md` says what it can see and what it cannot.
 */
import type { ClaimScores, Extraction } from '../domain/evaluation.ts';
import { readExtraction } from './local/read-passages.ts';
import { scoreAccuracy } from './local/score-accuracy.ts';
import { scoreCoherence } from './local/score-coherence.ts';
import { createCompleteness } from './local/score-completeness.ts';

/** From this probability on, a claim counts as verifiable. */
const VERIFIABLE = 0.5;

/** @returns the scores of every claim, in order. Takes about 50 µs a claim, and is synchronous. */
export function scoreLocally(extraction: Extraction): ClaimScores[] {
  const read = readExtraction(extraction);
  const completenessOf = createCompleteness(read);
  return read.claims.map((claim) => {
    const { score: accuracy, added } = scoreAccuracy(claim, read);
    const { score: completeness, missing } = completenessOf(claim);
    const { score: coherence, faults } = scoreCoherence(claim.claim.text, claim.words);
    const verifiable = claim.claim.confidence >= VERIFIABLE;
    return { accuracy, completeness, coherence, verifiable, added, missing, faults };
  });
}
