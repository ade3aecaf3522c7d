/** Which of the retrieved items the judge is shown, and how much of each. */
import { createHash } from 'node:crypto';
import type { RankedItem } from '../find/rank-items.ts';
import type { RetrievedItem } from '../sources/source.ts';
import { bearingItems, isOwn } from './bearing-items.ts';
import { excerptOf } from './quote-evidence.ts';

/** A page of which no text was retrieved, only what somebody else says that it says. */
export interface HearsayItem extends RetrievedItem {
  readonly text: '';
  readonly hearsay: string;
}

export function isHearsay(item: RetrievedItem): item is HearsayItem {
  return item.text === '' && 'hearsay' in item;
}

/** An item as the judge is shown it. */
export interface ShownItem {
  readonly item: RetrievedItem;
  /** 0 to 1, by the retriever. */
  readonly relevance: number;
  /**
   * Whole sentences of its text, a literal slice: `item.text.slice(start, start + excerpt.length)`; of hearsay,
   * what it says and that it is hearsay.
   */
  readonly excerpt: string;
  readonly start: number;
  /** Of where it is from and what it says. */
  readonly hash: string;
}

/** Items of one claim, and UTF-16 units of hearsay. */
const MOST_ITEMS = 12;
const LONGEST_HEARSAY = 1_200;
/** UTF-16 units of an item by its place, and of all of a claim's items: about 2,000 tokens. */
const LONGEST = [2_400, 1_800, 1_200, 900];
const LONGEST_FURTHER = 600;
const LONGEST_BLOCK = 8_000;
const LONGEST_BLOCK_OF_PARTS = 12_000;
const HEARSAY = 'No text of this page was retrieved. A model that searched the web says of it: ';
/** Of the items that did not settle the claim, so many stay beside those of the next search. */
const KEPT = 3;

/**
 * @param found the best first.
 * @param shownBefore what the judge has been shown already, the best first.
 * @returns what is worth judging by: nothing where nothing bears on the claim; with `shownBefore`, the new items and
 *   behind them the best of those, or nothing where the search found nothing new.
 */
export function chooseItems(
  claim: string,
  found: readonly RankedItem[],
  shownBefore: readonly ShownItem[] = [],
): readonly ShownItem[] {
  const seen = new Set(shownBefore.map(({ hash }) => hash));
  const fresh: ShownItem[] = [];
  const kept = withinBlock(shownBefore.slice(0, KEPT), LONGEST_BLOCK / 2);
  // A verdict is first of all on what the request itself brought; what was decided before repeats the claim.
  const texts = found.filter(({ item }) => item.review === undefined);
  for (const { item, relevance } of ownFirst(bearingItems(texts))) {
    const hash = hashOf(item);
    if (seen.has(hash)) continue;
    seen.add(hash);
    const shown = isHearsay(item)
      ? { excerpt: HEARSAY + item.hearsay.slice(0, LONGEST_HEARSAY), start: 0 }
      : excerptOf(item.text, claim, LONGEST[fresh.length] ?? LONGEST_FURTHER);
    if (shown.excerpt.trim() !== '') fresh.push({ item, relevance, hash, ...shown });
    if (fresh.length + kept.length === MOST_ITEMS) break;
  }
  if (fresh.length === 0) return [];
  const room = kept.reduce((left, { excerpt }) => left - excerpt.length, LONGEST_BLOCK);
  return [...withinBlock(fresh, room), ...kept];
}

/** @returns what was chosen for several statements of one claim, of each the best first; each item once. */
export function mergeItems(lists: readonly (readonly ShownItem[])[]): readonly ShownItem[] {
  const [only = [], ...others] = lists;
  if (others.length === 0) return only;
  const longest = Math.max(...lists.map((list) => list.length));
  const ordered = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []));
  const once = new Map(
    ordered
      .flat()
      .toReversed()
      .map((shown) => [shown.hash, shown]),
  );
  const items = [...new Set(ordered.flat().map(({ hash }) => once.get(hash) as ShownItem))];
  return withinBlock(items.slice(0, MOST_ITEMS), LONGEST_BLOCK_OF_PARTS);
}

function ownFirst(items: readonly RankedItem[]): readonly RankedItem[] {
  return items.toSorted((a, b) => Number(isOwn(b.item)) - Number(isOwn(a.item)));
}

/** The first is always within. */
function withinBlock(items: readonly ShownItem[], room: number): ShownItem[] {
  let left = room;
  return items.filter(({ excerpt }) => {
    if (excerpt.length > left) return false;
    left -= excerpt.length;
    return true;
  });
}

function hashOf(item: RetrievedItem): string {
  const { source, title, url, text, published = '' } = item;
  return createHash('sha256')
    .update(JSON.stringify([source, title, url, isHearsay(item) ? item.hearsay : text, published]))
    .digest('base64url');
}
