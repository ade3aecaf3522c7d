/**
 * What of the retrieved items bears on a claim. One rule for all: what the judge reads, what the model that answers is given, and
 * what is shown where nobody judged.
 */
import type { RankedItem } from '../find/rank-items.ts';
import type { RetrievedItem } from '../sources/source.ts';

/**
 * Where no item has this relevance, nothing bears on the claim: two in three claims on something else than what
 * a source holds end here, and one in fifty of those that it decides. Where one has it, what decides may well
 * have less, and all that is not far below the best bears on the claim too.
 */
const LEAST_RELEVANCE = 0.34;
/** What the request itself brought is about its claims; the starter corpus is asked about everything. */
const LEAST_RELEVANCE_OF_CONTEXT = 0.2;
const LEAST_RELEVANCE_OF_STARTER = 0.45;
const BESIDE_THE_BEST = 0.25;

/** @returns the items that bear on the claim, in the order in which they came. */
export function bearingItems<T extends RankedItem>(found: readonly T[]): readonly T[] {
  if (!found.some(isSure)) return [];
  const beside = BESIDE_THE_BEST * bestOf(found);
  return found.filter((one) => (one.item.source === 'starter' ? isSure(one) : one.relevance >= beside));
}

/** @returns the greatest relevance of the items, 0 where there is none. */
export function bestOf(ranked: readonly RankedItem[]): number {
  return ranked.reduce((best, { relevance }) => Math.max(best, relevance), 0);
}

/** Whether an item is a passage of what the request itself brought. */
export function isOwn({ passage }: RetrievedItem): boolean {
  return passage !== undefined;
}

function isSure({ item, relevance }: RankedItem): boolean {
  return relevance >= leastFor(item);
}

function leastFor(item: RetrievedItem): number {
  if (isOwn(item)) return LEAST_RELEVANCE_OF_CONTEXT;
  return item.source === 'starter' ? LEAST_RELEVANCE_OF_STARTER : LEAST_RELEVANCE;
}
