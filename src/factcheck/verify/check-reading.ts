/** Holds what a model says of a claim against the claim and its text. */
import type { Claim } from '../../domain/claim.ts';

type Written = Pick<Claim, 'text' | 'original_text'>;

/**
 * @param reading what the model says that the claim says.
 * @param context the question and the text up to the claim, the claim's sentence included.
 * @returns the reading, as one line; `undefined` where it says more, less or something else than the claim.
 */
export function checkReading(reading: string, claim: Written, context: string): string | undefined {
  return reading === claim.text && context !== '' ? reading : undefined;
}

/**
 * @param claim its `text` is its reading, where it has one.
 * @returns the parts; none where one of them, or all together, say more or less than the claim.
 */
export function checkParts(parts: readonly string[], claim: Written, context: string): readonly string[] {
  return parts.every((part) => checkReading(part, claim, context) !== undefined) ? parts : [];
}
