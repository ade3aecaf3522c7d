/** How well the claims of a conversation were extracted: what is scored, and the scores. */
import type { ClaimCategory } from './claim.ts';

export type EvaluationStatus = 'running' | 'completed' | 'failed';

/** What the answer says of its evaluation, in the wire's names. */
export interface EvaluationNotice {
  /** The completion's id. */
  readonly id: string;
  readonly status: EvaluationStatus;
  /** Path below the gateway's address. */
  readonly report_url: string;
}

/** Who scored one claim. */
type Scorer = 'model' | 'local';

/** Who scored a whole report. */
export type ReportScorer = Scorer | 'mixed';

/** One text that claims were extracted from: a message of the conversation, or a document. */
export interface Passage {
  readonly role: 'user' | 'assistant' | 'text';
  readonly text: string;
}

/** A claim as it was extracted, and where. */
export interface ExtractedClaim {
  readonly id: string;
  /** The claim, as it is to stand alone. */
  readonly text: string;
  /** What it was extracted from; `''` where that is not known. */
  readonly original_text: string;
  /** Index of its passage. */
  readonly passage: number;
  /** UTF-16 offset into the passage; absent where the place is not known. */
  readonly start?: number;
  readonly category: ClaimCategory;
  /** Probability, 0 to 1, that this is a verifiable factual claim. */
  readonly confidence: number;
}

/** What there is to score. */
export interface Extraction {
  readonly passages: readonly Passage[];
  readonly claims: readonly ExtractedClaim[];
}

/** How well one claim was extracted; `docs/evaluations.md` defines each score. */
export interface ClaimScores {
  /** 0 to 1: the claim says what the text says, and adds nothing. */
  readonly accuracy: number;
  /** 0 to 1: how much of what the text around it claims is held by the extraction. */
  readonly completeness: number;
  /** 0 to 1: it stands alone, is one statement, and is grammatical. */
  readonly coherence: number;
  readonly verifiable: boolean;
  /** Parts of the claim that the text does not say. */
  readonly added: readonly string[];
  /** What the text around it claims and no extracted claim says. */
  readonly missing: readonly string[];
  /** Why it does not stand alone. */
  readonly faults: readonly string[];
}

/** One row of a report. */
export interface ScoredClaim extends ClaimScores {
  readonly claim_id: string;
  readonly original_text: string;
  readonly extracted_claim: string;
  readonly confidence: number;
  readonly category: ClaimCategory;
  /** Unix milliseconds at which it was scored. */
  readonly timestamp: number;
}
