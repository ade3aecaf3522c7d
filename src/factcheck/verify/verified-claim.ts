import type { Usage } from '../../domain/chat.ts';
import type { Claim, Evidence, Verdict } from '../../domain/claim.ts';

/** A claim with all that verification says of it. */
export interface VerifiedClaim extends Claim {
  readonly verdict: Verdict;
  /** One or two sentences, at most 500 UTF-16 units, without URLs. */
  readonly explanation: string;
  /** What the verdict rests on, the weightiest first; each quote is a slice of the retrieved text. */
  readonly evidence: readonly Evidence[];
  /** Probability, 0 to 1, that the verdict is right; see `confidence.ts`. */
  readonly verdict_confidence: number;
}

/** What verification did for one request. */
export interface Verification {
  /** Every claim that was added, in order. */
  readonly claims: readonly VerifiedClaim[];
  /** Names of the sources that answered, each once, in order of use. */
  readonly sources: readonly string[];
  /** What the judge's provider counted, of its own searches too; zeros where it was not asked. */
  readonly usage: Usage;
  /** Whether the confidences went through a calibration that was fitted for this judge. */
  readonly calibrated: boolean;
  /** 0 to 1: the mean of the claims' `verdict_confidence`; 1 where there is no claim. */
  readonly confidence_score: number;
  readonly counts: VerificationCounts;
}

export interface VerificationCounts {
  /** Calls to the judge, repairs included. */
  readonly judgeCalls: number;
  /** Times that the sources were asked. */
  readonly searches: number;
  /** Searches of the judge's own. */
  readonly native: number;
  /** Judgements that came out of the cache. */
  readonly cached: number;
}
