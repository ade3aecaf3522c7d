/** What is quoted of an item: literal, whole sentences, never a word of the judge's. */
import { quoteFor, widenToSentences } from '../quote-evidence.ts';
import type { ShownItem } from './choose-items.ts';
import { wordsOf } from './words-of.ts';

/** This share of the judge's words must stand in the excerpt, or they say nothing of where to look. */
const ENOUGH = 0.6;

/**
 * @param words what the judge says is in the item; where it is, it chooses the sentence, together with the
 *   claim's own words; where it is not, they alone do.
 * @returns a slice of the item's text: `item.text.includes` it; `""` where no text was retrieved.
 */
export function chooseQuote({ item, excerpt, start }: ShownItem, claim: string, words: string): string {
  if (item.text === '') return '';
  const hint = wordsOf(words);
  const there = wordsOf(excerpt);
  const shared = [...hint].filter((word) => there.has(word)).length;
  const about = shared > 0 && shared >= hint.size * ENOUGH ? words : claim;
  const quote = quoteFor(excerpt, about);
  const at = start + excerpt.indexOf(quote);
  // The excerpt was split on its own: the whole text may know longer sentences.
  return widenToSentences(item.text, at, at + quote.length).trim();
}
