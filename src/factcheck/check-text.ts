/** The claims of a text by itself, without a chat. */
import { detectInSlices } from '../claims/detect.ts';
import type { Claim, FactCheckMetadata } from '../domain/claim.ts';
import { meanConfidence } from './mean-confidence.ts';

/** The most UTF-16 units that a text may have. */
export const MAX_TEXT = 200_000;

/**
 * Finds the claims of a text, in slices of a millisecond or so between which other requests are served.
 *
 * @param text at most `MAX_TEXT` units; offsets of the claims are into it.
 * @param yieldTurn resolves after the event loop has turned.
 * @yields the claims of each slice, as they are found; perhaps none.
 */
export async function* findClaims(
  text: string,
  yieldTurn: () => Promise<void>,
): AsyncGenerator<readonly Claim[]> {
  let count = 0;
  for (const slice of detectInSlices(text)) {
    yield slice.map((found): Claim => {
      count += 1;
      const { text: normalized, original_text, start, end, category, confidence } = found;
      return {
        id: `claim-${count}`,
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

export function detectMetadata(claims: readonly Claim[]): FactCheckMetadata {
  return {
    claims_detected: claims.length,
    confidence_score: meanConfidence(claims),
    sources_consulted: [],
    mode: 'detect',
    claims,
  };
}
