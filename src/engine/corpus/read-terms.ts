/**
 * What a text is found by: its words, folded and stemmed, without function words. Texts and queries are read
 * by the same rules in every database, so that none's own tokenizer matters.
 */
import { functionWords } from '../text/function-words.ts';
import { foldAccents, pairsOf, plainNumber, readTokens } from '../text/read-tokens.ts';
import { stemWord } from '../text/stem-word.ts';

const LOWER_CASE = /\p{Ll}/u;
const APOSTROPHE = /['’]/;
const ENDING = /['’](?:s|t|d|m|re|ve|ll)$/i;
const DIGIT_FIRST = /^\p{N}/u;
const NUMBER = /^[\p{N}.,]+$/u;
/** `IL6` is found by `il`, by `6` and by itself. */
const MIXED = /\p{L}\p{N}|\p{N}\p{L}/u;
const LONGEST_TERM = 48;

const FUNCTION_WORDS = functionWords('en');
/** In capitals these are names: the World Health Organization, the United States, computing. */
const NAMES: ReadonlySet<string> = new Set(['WHO', 'US', 'IT']);

/**
 * The terms of one sentence or query, in order, repeated where the text repeats them. None holds a space,
 * a control character or a quotation mark.
 */
export function readTerms(text: string): string[] {
  /** All in capitals, so that capitals mean nothing. */
  const shouted = !LOWER_CASE.test(text);
  const terms: string[] = [];
  for (const token of readTokens(foldAccents(text), { joins: 'apostrophes', unspaced: true })) {
    // As Lucene's CJKBigramFilter has it.
    if (token.kind === 'unspaced') terms.push(...pairsOf(token.text));
    else if (!APOSTROPHE.test(token.text)) addWord(terms, token.text, shouted);
    else for (const part of token.text.replace(ENDING, '').split(APOSTROPHE)) addWord(terms, part, shouted);
  }
  return terms;
}

function addWord(terms: string[], word: string, shouted: boolean): void {
  const number = DIGIT_FIRST.test(word) ? plainNumber(word) : '';
  if (NUMBER.test(number)) {
    // A point is written so that no database splits the number.
    terms.push(number.replace(/[.,]/g, '·').slice(0, LONGEST_TERM));
    return;
  }
  const folded = word.toLowerCase();
  if (FUNCTION_WORDS.has(folded) && (shouted || !NAMES.has(word))) return;
  const term = folded.slice(0, LONGEST_TERM);
  if (MIXED.test(term)) for (const [part] of term.matchAll(/\p{L}+|\p{N}+/gu)) terms.push(stemWord(part));
  terms.push(stemWord(term));
}
