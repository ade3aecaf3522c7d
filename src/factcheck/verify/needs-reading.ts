/** Whether a claim must be read in its context before it is looked up. */
import type { Claim } from '../../domain/claim.ts';

/** @param before what stands before the claim in its text. */
export function needsReading(claim: Pick<Claim, 'text' | 'original_text'>, before: string): boolean {
  return leavesOpen(claim, before);
}

/** @returns whether the claim by itself leaves open whom or what it is about. */
export function leavesOpen({ text }: Pick<Claim, 'text' | 'original_text'>, _before: string): boolean {
  return /^(?:He|She|It|They|His|Her|Its|Their|This|That|These|Those)\b/.test(text);
}
