import type { ClaimDecision } from '../../../engine/corpus/document.ts';
import { withoutNulls } from '../rows.ts';

/** @returns the row without columns that are null, and what was decided, where it is a decision, as it was added. */
export function withReview<T extends { readonly review: string | null; readonly published: string | null }>(
  row: T,
) {
  const { review, ...rest } = row;
  const known = withoutNulls(rest);
  return review === null ? known : { ...known, review: JSON.parse(review) as ClaimDecision };
}
