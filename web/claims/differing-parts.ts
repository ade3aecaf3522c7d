/** The parts of a claim that came out differently, where each of them stands in its sentence. */
import type { Claim, Span } from '../api/types.ts';
import { stateOf } from './claim-state.ts';
import { placeParts } from './place-parts.ts';

export interface PlacedPart extends Span {
  readonly state: ReturnType<typeof stateOf>;
}

/**
 * @param text the claim's own.
 * @returns UTF-16 offsets into it; `undefined` where the claim is to be marked as a whole: all parts came out alike, a
 * person decided it, or its parts are not found.
 */
export function placeDiffering(
  text: string,
  { parts = [], decision }: Pick<Claim, 'parts' | 'decision'>,
): readonly PlacedPart[] | undefined {
  const states = parts.map(stateOf);
  if (decision !== undefined || new Set(states).size < 2) return undefined;
  return placeParts(text, parts)?.map((span, index) => ({ ...span, state: states[index] ?? 'found' }));
}
