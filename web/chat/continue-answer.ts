/** Continuing an answer that stopped: what is sent, how the two pieces become one, and whose claims are whose. */
import type { Claim, FactCheckMetadata } from '../api/types.ts';
import { isUnchecked } from '../claims/claim-state.ts';

/** Said to the model after its own words: a conversation that ends with them is refused by some models. */
export const CONTINUE =
  'Continue your answer exactly where it stopped. Repeat nothing of it, and add no words about continuing.';

/** A word that may not be whole, after a space; a longer run of letters is no word. */
const LAST_WORD = /(?<=\s)[\p{L}\p{M}\p{N}'’_-]{1,40}$/u;

/** The part of a stopped answer that stays: without its last word, which the model writes again as a whole. */
export function keepWholeWords(text: string): string {
  const kept = text.replace(LAST_WORD, '');
  return kept.trim() === '' ? text : kept;
}

/** Joins an answer and its continuation by the wider of the spaces between them. */
export function joinPieces(kept: string, more: string): string {
  const head = kept.trimEnd();
  const rest = more.trimStart();
  if (rest === '') return kept;
  const before = kept.slice(head.length);
  const after = more.slice(0, more.length - rest.length);
  const gap = before.length >= after.length ? before : after;
  return head + (gap === '' && isBetweenSentences(head, rest) ? ' ' : gap) + rest;
}

function isBetweenSentences(head: string, rest: string): boolean {
  return /\p{Ll}[.!?]$/u.test(head) && /^\p{Lu}/u.test(rest);
}

/** A continuation's claim as one of the whole answer. Its id is told apart: each request counts from one. */
export function shiftClaim(claim: Claim, offset: number): Claim {
  if (offset === 0) return claim;
  return {
    ...claim,
    ...shiftPlace(claim, offset),
    id: shiftId(claim.id, offset),
  };
}

export const shiftId = (id: string, offset: number): string => (offset === 0 ? id : `${offset}-${id}`);

/**
 * The claims of a whole answer as they were found in it, with the verdicts that its pieces' claims had.
 * A claim that lay across the seam is found only now, and its halves are gone.
 */
export function mergeClaims(found: readonly Claim[], known: readonly Claim[]): readonly Claim[] {
  const offset = Math.max(0, ...found.map(({ end }) => end)) + 1;
  return found.map(
    (claim) =>
      known.find(({ start, end }) => start === claim.start && end === claim.end) ?? {
        ...claim,
        role: 'assistant',
        id: shiftId(claim.id, offset),
      },
  );
}

/** Gives the verdicts of a second check to the claims that have none yet. */
export function fillVerdicts(claims: readonly Claim[], checked: readonly Claim[]): readonly Claim[] {
  return claims.map((claim) => {
    if (!isUnchecked(claim)) return claim;
    const { start, end } = claim;
    const found = checked.find((other) => other.start === start && other.end === end);
    if (found === undefined || isUnchecked(found)) return claim;
    return { ...found, id: claim.id, role: claim.role, message_index: claim.message_index };
  });
}

/**
 * What two answers' metadata say of the one that they have become.
 * @param offset where the second begins in the whole.
 */
export function joinMetadata(
  before: { readonly text: string; readonly metadata?: FactCheckMetadata | undefined },
  after: { readonly text: string; readonly metadata: FactCheckMetadata | undefined },
  offset: number,
): FactCheckMetadata | undefined {
  const { metadata } = after;
  if (metadata === undefined) return before.metadata;
  const { revised_content: revised, revisions: _own, ...rest } = metadata;
  const shifted = (metadata.revisions ?? []).map((revision) => shiftPlace(revision as Place, offset));
  const revisions = [...(before.metadata?.revisions ?? []), ...shifted];
  const searches = [...(before.metadata?.searches ?? []), ...(metadata.searches ?? [])];
  const consulted = [...(before.metadata?.sources_consulted ?? []), ...metadata.sources_consulted];
  return {
    ...rest,
    sources_consulted: [...new Set(consulted)],
    ...(searches.length === 0 ? {} : { searches }),
    ...(revisions.length === 0
      ? {}
      : {
          revisions,
          revised_content: joinPieces(before.metadata?.revised_content ?? before.text, revised ?? after.text),
        }),
  };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

const shiftPlace = (place: Place, offset: number): Place => ({
  ...place,
  start: place.start + offset,
  end: place.end + offset,
});
