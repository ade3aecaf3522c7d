/**
 * What a text is found by: its words, folded and stemmed, without those that say nothing. Texts and queries
 * are read by the same rules, whatever database keeps them, so that neither knows a tokenizer of its own.
 */
import { stemmer } from 'stemmer';
import { foldSpelling } from './spelling.ts';
import { isStopWord } from './stop-words.ts';

/** Numbers with their commas and points; words, an English ending such as `'s` passed over. */
const TOKEN =
  /(\p{N}+(?:[.,]\p{N}+)*)|(\p{L}[\p{L}\p{M}\p{N}]*)(?:['’](?:s|t|d|m|re|ve|ll)(?![\p{L}\p{N}]))?/giu;
const ASCII = /^[\0-\x7f]*$/;
const LOWER_CASE = /\p{Ll}/u;
/** `IL6` is found by `il`, by `6` and by itself. */
const MIXED = /\p{L}\p{N}|\p{N}\p{L}/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LATIN_MARKS = /(?<=\p{Script=Latin})\p{Mn}+/gu;
const ENGLISH_LETTERS = /^[a-z]+$/;
const LONGEST_TERM = 48;
const CACHED_STEMS = 50_000;

const stems = new Map<string, string>();

/**
 * The terms of one sentence or query, in order, repeated where the text repeats them. None holds a space,
 * a control character or a quotation mark.
 */
export function readTerms(text: string): string[] {
  const shouted = !LOWER_CASE.test(text);
  const terms: string[] = [];
  for (const [, number, word] of fold(text).matchAll(TOKEN)) {
    if (number !== undefined) terms.push(readNumber(number));
    else addWord(terms, word!, shouted);
  }
  return terms;
}

/** Compatibility forms become the plain ones; Latin letters lose their accents, which typists leave out. */
function fold(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFKD').replace(LATIN_MARKS, '').normalize('NFC');
}

function addWord(terms: string[], word: string, shouted: boolean): void {
  const folded = word.toLowerCase().slice(0, LONGEST_TERM);
  if (isStopWord(word, folded, shouted)) return;
  if (!ASCII.test(word) && UNSPACED.test(word)) {
    addPairs(terms, word.toLowerCase());
    return;
  }
  if (MIXED.test(folded)) for (const [part] of folded.matchAll(/\p{L}+|\p{N}+/gu)) terms.push(stem(part));
  terms.push(stem(folded));
}

/** `1,500` is `1500`; `3.5` stays one term, its point written so that no database splits it. */
function readNumber(token: string): string {
  if (!/[.,]/.test(token)) return token.slice(0, LONGEST_TERM);
  return token
    .replace(/,(?=\p{N}{3}(?!\p{N}))/gu, '')
    .replace(/[.,]/g, '·')
    .slice(0, LONGEST_TERM);
}

/** Where words are not set apart, every two neighbours are a term (as Lucene's CJKBigramFilter has it). */
function addPairs(terms: string[], run: string): void {
  const characters = [...run];
  if (characters.length === 1) terms.push(characters[0]!);
  for (let i = 0; i + 1 < characters.length; i++) terms.push(characters[i]! + characters[i + 1]!);
}

/** Porter's stem (Porter 1980, "An algorithm for suffix stripping") of English words; others stay as they are. */
function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= CACHED_STEMS) stems.clear();
  const stemmed = ENGLISH_LETTERS.test(word) ? stemmer(foldSpelling(word)) : word;
  stems.set(word, stemmed);
  return stemmed;
}
