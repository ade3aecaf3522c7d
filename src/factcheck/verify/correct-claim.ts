/** What is wrong in a refuted claim, and what stands in its place in the evidence: both copied, neither written. */
import type { Correction, Evidence } from '../../domain/claim.ts';

/** What the judge says is wrong in a claim, and what is right: any words at all. */
export interface ProposedPair {
  readonly wrong: string;
  readonly right: string;
}

/**
 * @param originalText the claim as it stands in its text.
 * @param proposed what the judge said, the likeliest first; pairs that do not hold are passed over.
 * @param evidence the claim's, as it is returned; only quotes that refute count.
 * @returns the correction; `undefined` where nothing is certain.
 */
export function correctionFor(
  originalText: string,
  proposed: readonly ProposedPair[],
  evidence: readonly Evidence[],
): Correction | undefined {
  void [originalText, proposed, evidence];
  return undefined;
}
