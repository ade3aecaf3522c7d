import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import type { ShownClaim } from './claim-state.ts';
import { placeDiffering } from './differing-parts.ts';
import { correctionOf } from './person-decision.ts';
import { splitAround } from './split-around.ts';
import { strikeOut } from './strike-out.tsx';

/**
 * Marks each part of a claim by its own verdict, where these differ.
 * @param shown the claim's text as it is drawn.
 * @returns `undefined` where the claim is to be marked as a whole: a person decided it, or its parts are not found.
 */
export function markParts(shown: ReactNode, claim: ShownClaim): ReactNode | undefined {
  const text = Array.isArray(shown) && shown.length === 1 ? shown[0] : shown;
  if (typeof text !== 'string') return undefined;
  const places = placeDiffering(text, claim);
  if (places === undefined) return undefined;
  const correction = correctionOf(claim);
  const drawn: ReactNode[] = [];
  let at = 0;
  for (const { start, end, state } of places) {
    const words = text.slice(start, end);
    // What is wrong stands once in the whole sentence.
    const isWrong = correction !== undefined && splitAround(text, correction.wrong) !== undefined;
    drawn.push(
      text.slice(at, start),
      <span key={start} className={`claim-part claim-${state}`}>
        {isWrong ? strikeOut(words, correction) : words}
        <span className="unseen"> ({texts.verdicts[state]})</span>
      </span>,
    );
    at = end;
  }
  drawn.push(text.slice(at));
  return drawn;
}
