/** Which of the claims that were found are listed, and what is said of all of them. */
import type { Claim, FactCheckMetadata } from '../domain/claim.ts';

/** The most claims that are listed with one answer; the others are counted. */
export const MOST_LISTED = 1_000;

/** Counts claims that need not be kept. */
export interface ClaimCount {
  add(claim: Pick<Claim, 'confidence'>): void;
  readonly detected: number;
  /** The mean of the detector's calibrated probabilities, 0 to 1; 1 where there is nothing to check. */
  readonly meanConfidence: number;
}

export function createClaimCount(): ClaimCount {
  let detected = 0;
  let sum = 0;
  return {
    add({ confidence }) {
      detected += 1;
      sum += confidence;
    },
    get detected() {
      return detected;
    },
    get meanConfidence() {
      return detected === 0 ? 1 : Math.round((sum / detected) * 1e4) / 1e4;
    },
  };
}

/**
 * @param claims those that are wanted, in order.
 * @param unkept how many more were found behind them, and only counted.
 */
export function listClaims(
  claims: readonly Claim[],
  unkept: number,
): Pick<FactCheckMetadata, 'claims' | 'claims_omitted'> {
  const listed = claims.length > MOST_LISTED ? claims.slice(0, MOST_LISTED) : claims;
  const omitted = claims.length - listed.length + unkept;
  return { claims: listed, ...(omitted === 0 ? {} : { claims_omitted: omitted }) };
}
