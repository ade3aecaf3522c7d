import type { DetectedClaim } from '../domain/claim.ts';
import { categorize } from './categorize.ts';
import { CLAIM_THRESHOLD, estimateClaim } from './estimate-claim.ts';
import { openSentenceScan, type Sentence } from './scan-sentences.ts';

/** Finds the claims of a text that is still being written. */
export interface ClaimScan {
  /**
   * Adds text, in pieces of any size.
   * @returns the claims of the sentences that are now complete, in order; offsets are into all the text so far.
   */
  push(text: string): readonly DetectedClaim[];
  /** No more text will come. @returns the claims that were still open. */
  end(): readonly DetectedClaim[];
}

export interface ClaimScanOptions {
  /** What was said before: it may name what a pronoun means. It is not searched for claims. */
  readonly preceding?: string;
}

const NONE: readonly DetectedClaim[] = [];

/**
 * Opens a scan. Whatever the pieces, the claims that are returned are together those of `detectClaims`
 * on the whole text. Memory is bounded: at most one sentence is kept.
 */
export function openClaimScan(_options: ClaimScanOptions = {}): ClaimScan {
  const sentences = openSentenceScan();
  const drain = (): readonly DetectedClaim[] => {
    let sentence = sentences.next();
    if (!sentence) return NONE;
    const claims: DetectedClaim[] = [];
    for (; sentence; sentence = sentences.next()) {
      const claim = judge(sentence, sentences.slice(sentence));
      if (claim) claims.push(claim);
    }
    return claims;
  };
  return {
    push(text) {
      sentences.append(text);
      return drain();
    },
    end() {
      sentences.finish();
      return drain();
    },
  };
}

function judge(sentence: Sentence, text: string): DetectedClaim | undefined {
  if (sentence.kind === 'code' || sentence.kind === 'heading') return undefined;
  const confidence = estimateClaim(text);
  if (confidence < CLAIM_THRESHOLD) return undefined;
  const { start, end } = sentence;
  return { text, original_text: text, start, end, category: categorize(text), confidence };
}
