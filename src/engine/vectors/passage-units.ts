/** What of a passage is read as one: a sentence, with what its document is about. */
import type { EmbeddedPassage } from '../corpus/vector.ts';
import { splitSentences } from '../text/split-sentences.ts';

/** A shorter sentence says little by itself, and goes with the next. UTF-16 units. */
const SHORT = 30;
/** Sentences of one passage: more are read together. */
const MOST = 24;
/** A longer title is a sentence of its own, and would cost more than it tells. UTF-16 units. */
const LONGEST_TITLE = 60;

/** @returns at least one. */
export function unitsOf({ title, text }: EmbeddedPassage): readonly string[] {
  const before = title === '' || title.length > LONGEST_TITLE ? '' : `${title}. `;
  const units: string[] = [];
  let start = 0;
  for (const { end } of splitSentences(text)) {
    if (end - start < SHORT || units.length === MOST - 1) continue;
    units.push(text.slice(start, end).trim());
    start = end;
  }
  const rest = text.slice(start).trim();
  if (rest !== '' || units.length === 0) units.push(rest);
  return units.map((unit) => before + unit);
}
