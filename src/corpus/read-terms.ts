/**
 * What a text is found by: its words, folded and stemmed, without those that say nothing. Texts and queries
 * are read by the same rules, whatever database keeps them, so that neither knows a tokenizer of its own.
 */
import { stemmer } from 'stemmer';
import { isStopWord } from './stop-words.ts';

/** Words; numbers with their commas and points; writing that has no spaces, a run at a time. */
const TOKEN = /\p{N}+(?:[.,]\p{N}+)*|(?:\p{L}|\p{N})[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)?/gu;
const ASCII = /^[\0-\x7f]*$/;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LATIN_MARKS = /(?<=\p{Script=Latin})\p{Mn}+/gu;
const LONGEST_TERM = 48;
const CACHED_STEMS = 50_000;

const stems = new Map<string, string>();

/**
 * The terms of one sentence or query, in order, repeated where the text repeats them. None holds a space,
 * a control character or a quotation mark.
 */
export function readTerms(text: string): string[] {
  const shouted = !/\p{Ll}/u.test(text);
  const terms: string[] = [];
  for (const [token] of fold(text).matchAll(TOKEN)) addTerms(terms, token, shouted);
  return terms;
}

/** Compatibility forms become the plain ones; Latin letters lose their accents, which typists leave out. */
function fold(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFKD').replace(LATIN_MARKS, '').normalize('NFC');
}

function addTerms(terms: string[], token: string, shouted: boolean): void {
  if (UNSPACED.test(token)) {
    addPairs(terms, token);
    return;
  }
  const first = token.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39) {
    terms.push(readNumber(token).slice(0, LONGEST_TERM));
    return;
  }
  const word = token.replace(/['’]\p{L}+$/u, '');
  const folded = word.toLowerCase();
  if (!isStopWord(word, folded, shouted)) terms.push(stem(folded.slice(0, LONGEST_TERM)));
}

/** `1,500` is `1500`; `3.5` stays one term, its point written so that no database splits it. */
function readNumber(token: string): string {
  return token
    .toLowerCase()
    .replace(/,(?=\p{N}{3}(?!\p{N}))/gu, '')
    .replace(/[.,]/g, '·');
}

/** Where words are not set apart, every two neighbours are a term (as Lucene's CJKBigramFilter has it). */
function addPairs(terms: string[], run: string): void {
  const characters = [...run.toLowerCase()];
  if (characters.length === 1) terms.push(characters[0]!);
  for (let i = 0; i + 1 < characters.length; i++) terms.push(characters[i]! + characters[i + 1]!);
}

function stem(word: string): string {
  if (!ASCII.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= CACHED_STEMS) stems.clear();
  const stemmed = stemmer(word);
  stems.set(word, stemmed);
  return stemmed;
}
