/** The claims of a text by itself, without a chat. */
import { detectInSlices } from '../claims/detect.ts';
import type { Claim, FactCheckMetadata } from '../domain/claim.ts';
import { type ClaimCount, listClaims, MOST_LISTED } from './list-claims.ts';

/** The most UTF-16 units that a text may have. */
export const MAX_TEXT = 200_000;

/**
 * Finds the claims of a text, in slices of a millisecond or so between which other requests are served.
 *
 * @param text at most `MAX_TEXT` units; offsets of the claims are into it.
 * @param count counts all claims that are found.
 * @param yieldTurn resolves after the event loop has turned.
 * @yields the claims of each slice, as they are found, as long as they can be listed; perhaps none.
 */
export async function* findClaims(
  text: string,
  count: ClaimCount,
  yieldTurn: () => Promise<void>,
): AsyncGenerator<readonly Claim[]> {
  for (const slice of detectInSlices(text)) {
    const room = Math.max(0, MOST_LISTED - count.detected);
    const before = count.detected;
    for (const found of slice) count.add(found);
    yield slice.slice(0, room).map((found, index): Claim => {
      const { text: normalized, original_text, start, end, category, confidence } = found;
      return {
        id: `claim-${before + index + 1}`,
        text: normalized,
        original_text,
        role: 'text',
        message_index: 0,
        start,
        end,
        category,
        confidence,
      };
    });
    await yieldTurn();
  }
}

/** @param claims those of `count` that are kept. */
export function detectMetadata(claims: readonly Claim[], count: ClaimCount): FactCheckMetadata {
  return {
    claims_detected: count.detected,
    confidence_score: count.meanConfidence,
    sources_consulted: [],
    mode: 'detect',
    ...listClaims(claims, count.detected - claims.length),
  };
}
