/**
 * Cuts a document into passages: what is searched, ranked and shown to a model. A passage ends with a
 * sentence, so that a quote from it stands by itself, and a short document is one passage.
 */

import { splitSentences } from '../text/split-sentences.ts';
import { readTerms } from './read-terms.ts';

export interface Passage {
  /** A literal part of the document's text. */
  readonly text: string;
  /** Terms of its sentences: separated by spaces, sentences by `SENTENCE_MARK`. */
  readonly terms: string;
}

/** A passage is closed once it has so many terms … */
const FULL_TERMS = 220;
/** … or so many UTF-16 units. */
const FULL_LENGTH = 2_400;
/** What is left at the end goes to the passage before where it is shorter than this. */
const SHORT_TERMS = 40;

/** Stands between sentences among a passage's terms: no term holds it, and no tokenizer takes it for one. */
export const SENTENCE_MARK = '.';

/** @returns `Passage.terms`. */
function joinTerms(sentences: readonly (readonly string[])[]): string {
  return sentences
    .filter((terms) => terms.length > 0)
    .map((terms) => terms.join(' '))
    .join(` ${SENTENCE_MARK} `);
}

/** @param joined `Passage.terms`. */
export function countTerms(joined: string): number {
  if (joined === '') return 0;
  let count = 0;
  for (const term of joined.split(' ')) if (term !== SENTENCE_MARK) count++;
  return count;
}

interface Open {
  start: number;
  end: number;
  count: number;
  sentences: string[][];
}

/** @returns the passages in order: at least one, and none without a term where another has some. */
export function splitPassages(text: string): Passage[] {
  const steps = splitInSteps(text);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** The same in steps of a passage, between which others can have their turn. */
export function* splitInSteps(text: string): Generator<void, Passage[]> {
  const parts = yield* splitParts(text);
  const [before, last] = parts.slice(-2);
  if (before !== undefined && last !== undefined && last.count < SHORT_TERMS) {
    parts.pop();
    before.end = last.end;
    before.sentences.push(...last.sentences);
  }
  const withTerms = parts.filter((part) => part.count > 0);
  if (withTerms.length === 0) return [{ text: text.slice(0, FULL_LENGTH).toWellFormed(), terms: '' }];
  return withTerms.map((part) => ({
    text: text.slice(part.start, part.end),
    terms: joinTerms(part.sentences),
  }));
}

function* splitParts(text: string): Generator<void, Open[]> {
  const parts: Open[] = [];
  let open: Open | undefined;
  for (const { start, end } of splitSentences(text)) {
    const terms = readTerms(text.slice(start, end));
    if (open !== undefined && (open.count >= FULL_TERMS || end - open.start > FULL_LENGTH)) open = undefined;
    if (open === undefined) {
      open = { start, end, count: 0, sentences: [] };
      parts.push(open);
      yield;
    }
    open.end = end;
    open.count += terms.length;
    open.sentences.push(terms);
  }
  return parts;
}
