/** Continuing an answer that stopped: what is sent, how the two pieces become one, and whose claims are whose. */
import type { Claim, FactCheckMetadata, Span } from '../api/types.ts';
import { isSamePlace } from '../claims/claim-state.ts';
import { joinSources } from '../claims/merge-metadata.ts';

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
  return { ...shiftPlace(claim, offset), id: shiftId(claim.id, offset) };
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
      known.find((one) => isSamePlace(one, claim)) ?? {
        ...claim,
        role: 'assistant',
        id: shiftId(claim.id, offset),
      },
  );
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
  const shifted = (metadata.revisions ?? []).map((revision) => shiftPlace(revision, offset));
  const revisions = [...(before.metadata?.revisions ?? []), ...shifted];
  return {
    ...rest,
    ...joinSources(before.metadata, metadata),
    ...(revisions.length === 0
      ? {}
      : {
          revisions,
          revised_content: joinPieces(before.metadata?.revised_content ?? before.text, revised ?? after.text),
        }),
  };
}

const shiftPlace = <P extends Span>(place: P, offset: number): P => ({
  ...place,
  start: place.start + offset,
  end: place.end + offset,
});
