/** Puts the corrections of a text's claims into it: words of quotes in the place of words of the text, and no others. */
import type { Claim, Revision } from '../../../domain/claim.ts';

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
    .flatMap(({ id, start, original_text, correction }): Revision[] => {
      if (correction === undefined) return [];
      const { wrong, right } = correction;
      const inside = original_text.indexOf(wrong);
      const at = start + inside;
      if (wrong === '' || inside === -1 || at < 0 || !text.startsWith(wrong, at)) return [];
      return [{ start: at, end: at + wrong.length, wrong, right, claim_id: id }];
    })
    .sort((a, b) => a.start - b.start);
  const kept: Revision[] = [];
  // Of two in one place, the one that begins first; of two that begin together, the first claim's.
  for (const revision of revisions) if (revision.start >= (kept.at(-1)?.end ?? 0)) kept.push(revision);
  let revised = '';
  let from = 0;
  for (const { start, end, right } of kept) {
    revised += text.slice(from, start) + right;
    from = end;
  }
  return { revised_content: revised + text.slice(from), revisions: kept };
}
