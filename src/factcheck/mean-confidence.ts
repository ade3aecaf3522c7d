import type { Claim } from '../domain/claim.ts';

/** The mean of the detector's calibrated probabilities, 0 to 1; 1 where there is nothing to check. */
export function meanConfidence(claims: readonly Claim[]): number {
  if (claims.length === 0) return 1;
  let sum = 0;
  for (const claim of claims) sum += claim.confidence;
  return Math.round((sum / claims.length) * 1e4) / 1e4;
}
