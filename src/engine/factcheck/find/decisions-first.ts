import { bestOf } from '../choose/bearing-items.ts';
import type { RankedItem } from './rank-items.ts';

/**
 * What was decided on the claim before goes before all else, the latest first, and counts as no less relevant.
 *
 * @param ranked the best first.
 */
export function decisionsFirst(ranked: readonly RankedItem[]): readonly RankedItem[] {
  const decisions = ranked.filter(({ item }) => item.review !== undefined);
  if (decisions.length === 0) return ranked;
  const best = bestOf(ranked);
  const dateOf = ({ item }: RankedItem): string => item.review?.date ?? '';
  return [
    ...decisions
      .toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)))
      .map(({ item }) => ({ item, relevance: best })),
    ...ranked.filter(({ item }) => item.review === undefined),
  ];
}
