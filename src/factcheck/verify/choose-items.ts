/** Which of the retrieved items the judge is shown, and how much of each. */
import { createHash } from 'node:crypto';
import { excerptOf } from '../quote-evidence.ts';
import type { RankedItem } from '../rank-items.ts';
import type { RetrievedItem } from '../sources/source.ts';

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

/**
 * Items below this relevance are not worth a judge's time; nor are those far below the best. Lower than where
 * evidence is shown unjudged: on Factcheck-Bench the best item of every true or false claim is above it, and of
 * one in six below 0.5.
 */
const JUDGEABLE = 0.2;
/**
 * The starter corpus is asked about everything and knows little: of claims that it says nothing on, six in ten
 * find something there above 0.2, one in eight above this.
 */
const JUDGEABLE_OF: ReadonlyMap<string, number> = new Map([['starter', 0.4]]);
const BESIDE_THE_BEST = 0.4;
/** Items of one claim, UTF-16 units of hearsay, and of all of a claim's items: about 1,200 tokens. */
const MOST_ITEMS = 5;
const LONGEST_HEARSAY = 1_200;
const LONGEST_BLOCK = 4_800;
const HEARSAY = 'No text of this page was retrieved. A model that searched the web says of it: ';
/** Of the items that did not settle the claim, so many stay beside those of the next search. */
const KEPT = 3;

/**
 * @param found the best first.
 * @param known what the judge has been shown already, the best first.
 * @returns what is worth judging by: nothing where nothing bears on the claim; with `known`, the new items and
 *   behind them the best of the known ones, or nothing where the search found nothing new.
 */
export function chooseItems(
  claim: string,
  found: readonly RankedItem[],
  known: readonly ShownItem[] = [],
): readonly ShownItem[] {
  const seen = new Set(known.map(({ hash }) => hash));
  const fresh: ShownItem[] = [];
  const beside = BESIDE_THE_BEST * (found[0]?.relevance ?? 0);
  for (const { item, relevance } of found) {
    if (relevance < Math.max(beside, JUDGEABLE_OF.get(item.source) ?? JUDGEABLE)) continue;
    const hash = hashOf(item);
    if (seen.has(hash)) continue;
    seen.add(hash);
    const shown = isHearsay(item)
      ? { excerpt: HEARSAY + item.hearsay.slice(0, LONGEST_HEARSAY), start: 0 }
      : excerptOf(item.text, claim);
    if (shown.excerpt.trim() !== '') fresh.push({ item, relevance, hash, ...shown });
  }
  if (fresh.length === 0) return [];
  // A verdict is first of all on what the request itself brought.
  fresh.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const kept = known.slice(0, KEPT);
  return withinBlock([...fresh.slice(0, MOST_ITEMS - kept.length), ...kept]);
}

function isOwn({ item }: ShownItem): boolean {
  return item.passage !== undefined;
}

/** The first is always within. */
function withinBlock(items: readonly ShownItem[]): ShownItem[] {
  let left = LONGEST_BLOCK;
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
