/** What is put right in a text, by the verdicts that hold. */
import type { Claim, FactCheckMetadata } from '../api/types.ts';
import { isUnchecked } from './claim-state.ts';
import { applyRevisions } from './merge-metadata.ts';
import { correctionOf } from './person-decision.ts';

interface Checked {
  readonly text: string;
  readonly claims: readonly Claim[];
}

/** The corrections of all claims: a check of some of them gives those of these alone. */
export function revise(metadata: FactCheckMetadata, { text, claims }: Checked): FactCheckMetadata {
  const revisions = claims
    .filter((claim) => !isUnchecked(claim))
    .flatMap((claim) => {
      const { id, start, original_text } = claim;
      const correction = correctionOf(claim);
      const inside = correction === undefined ? -1 : original_text.indexOf(correction.wrong);
      if (correction === undefined || inside === -1) return [];
      const { wrong, right } = correction;
      const at = start + inside;
      return [{ start: at, end: at + wrong.length, wrong, right, claim_id: id }];
    });
  const { revisions: _revisions, revised_content: _content, ...others } = metadata;
  if (revisions.length === 0) return others;
  return { ...others, revisions, revised_content: applyRevisions(text, revisions) };
}
