/** How a claim is understood in its context. */
import type { Claim } from '../../../domain/claim.ts';

/** Where a claim stands. */
export interface Surroundings {
  /** The text that it stands in, so far as it is known: the claim's offsets are into it. */
  readonly text: string;
  /** What the text answers; `""` where it answers nothing. */
  readonly question: string;
}

export interface Reading {
  /** One sentence that stands alone: the claim's own text, or one that says the same with its references resolved. */
  readonly text: string;
  /** The statements that its sentence makes, each standing alone; none where it makes one. */
  readonly parts: readonly string[];
  /** What stands before the claim, for the judge, where the claim by itself leaves open what it means. */
  readonly context?: string;
}

/** @returns the claim as it stands. */
export function asWritten({ text }: Pick<Claim, 'text'>): Reading {
  return { text, parts: [] };
}

/** @returns what is judged by itself: the claim's parts, or the claim. */
export function statementsOf({ text, parts }: Reading): readonly string[] {
  return parts.length === 0 ? [text] : parts;
}
