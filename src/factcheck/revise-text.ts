/** Puts the corrections of a text's claims into it: words of quotes in the place of words of the text, and no others. */
import type { Claim, Revision } from '../domain/claim.ts';

export interface RevisedText {
  readonly revised_content: string;
  /** In order, none over another. */
  readonly revisions: readonly Revision[];
}

/**
 * @param text what the claims were found in: their offsets are into it.
 * @returns the text with the corrections in their places, and each change with its offsets into the text as it was.
 */
export function reviseText(text: string, claims: readonly Claim[]): RevisedText {
  const revisions = claims
    .flatMap(({ id, start, original_text, correction }) => {
      if (correction === undefined) return [];
      const { wrong, right } = correction;
      const at = start + original_text.indexOf(wrong);
      return text.slice(at, at + wrong.length) === wrong
        ? [{ start: at, end: at + wrong.length, wrong, right, claim_id: id }]
        : [];
    })
    .sort((a, b) => a.start - b.start);
  // Of two that lie over one another, the first by offset.
  const kept: Revision[] = [];
  for (const revision of revisions) if (revision.start >= (kept.at(-1)?.end ?? 0)) kept.push(revision);
  let revised = '';
  let from = 0;
  for (const { start, end, right } of kept) {
    revised += text.slice(from, start) + right;
    from = end;
  }
  return { revised_content: revised + text.slice(from), revisions: kept };
}
