/** Which of the retrieved items the judge is shown, and how much of each. */
import { createHash } from 'node:crypto';
import { splitSentences } from '../../claims/split-sentences.ts';
import { type RankedItem, RELEVANT } from '../ground-conversation.ts';
import type { RetrievedItem } from '../sources/source.ts';
import { wordsOf } from './words-of.ts';

/** An item as the judge is shown it. */
export interface ShownItem {
  readonly item: RetrievedItem;
  /** 0 to 1, as the retriever says. */
  readonly relevance: number;
  /** Whole sentences of its text, a literal slice: `item.text.slice(start, start + excerpt.length)`. */
  readonly excerpt: string;
  readonly start: number;
  /** Of where it is from and what it says. */
  readonly hash: string;
}

/** Items of one claim, UTF-16 units of one item, and of all of a claim's items: about 1,200 tokens. */
const MOST_ITEMS = 5;
const LONGEST_ITEM = 1_200;
const LONGEST_BLOCK = 4_800;
/** Of the items that did not settle the claim, so many stay beside those of the next search. */
const KEPT = 3;

/**
 * @param found the best first.
 * @param known what the judge has been shown already.
 * @returns what is worth judging by: nothing where nothing bears on the claim; with `known`, the new items
 *   behind the best of the known ones, or nothing where the search found nothing new.
 */
export function chooseItems(
  claim: string,
  found: readonly RankedItem[],
  known: readonly ShownItem[] = [],
): readonly ShownItem[] {
  const seen = new Set(known.map(({ hash }) => hash));
  const fresh: ShownItem[] = [];
  for (const { item, relevance } of found) {
    if (relevance < RELEVANT) continue;
    const hash = hashOf(item);
    if (seen.has(hash)) continue;
    seen.add(hash);
    fresh.push({ item, relevance, hash, ...excerptOf(item.text, claim) });
  }
  if (fresh.length === 0) return [];
  return withinBlock([...known.slice(0, KEPT), ...fresh]).slice(0, MOST_ITEMS);
}

function withinBlock(items: readonly ShownItem[]): ShownItem[] {
  let left = LONGEST_BLOCK;
  return items.filter(({ excerpt }) => {
    if (excerpt.length > left) return false;
    left -= excerpt.length;
    return true;
  });
}

function hashOf({ source, title, url, text, published }: RetrievedItem): string {
  return createHash('sha256')
    .update(JSON.stringify([source, title, url, text, published ?? '']))
    .digest('base64url');
}

/** The run of whole sentences, as long as may be, that has most of the claim's words around its best one. */
export function excerptOf(text: string, claim: string): { readonly excerpt: string; readonly start: number } {
  if (text.length <= LONGEST_ITEM) return { excerpt: text, start: 0 };
  const wanted = wordsOf(claim);
  const sentences = splitSentences(text).map(({ start, end }) => ({
    start,
    end,
    shared: [...wordsOf(text.slice(start, end))].filter((word) => wanted.has(word)).length,
  }));
  let best = { from: 0, to: 0, shared: -1 };
  let shared = 0;
  let from = 0;
  for (const [to, sentence] of sentences.entries()) {
    shared += sentence.shared;
    while (from < to && sentence.end - (sentences[from]?.start ?? 0) > LONGEST_ITEM) {
      shared -= sentences[from]?.shared ?? 0;
      from += 1;
    }
    if (shared > best.shared) best = { from, to, shared };
  }
  const first = sentences[best.from];
  const last = sentences[best.to];
  if (first === undefined || last === undefined) return { excerpt: text.slice(0, LONGEST_ITEM), start: 0 };
  // What stands before leads to it: a run that ends with the best sentence is filled up from its front.
  return { excerpt: text.slice(first.start, last.end), start: first.start };
}
