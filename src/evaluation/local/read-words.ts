/**
 * The words of a text as the local scorer compares them: folded, stemmed, weighed by how much they say.
 */
import { stemmer } from 'stemmer';
import { IRREGULAR_VERBS } from './irregular-verbs.ts';
import { FUNCTION_WORDS, HEDGES, NEGATORS, NUMBER_WORDS } from './word-lists.ts';

export type WordKind = 'number' | 'name' | 'word' | 'function';

export interface Word {
  /** As it was written. */
  readonly written: string;
  /** What it is compared by. */
  readonly stem: string;
  readonly kind: WordKind;
  /** What it counts for; 0 for function words. */
  readonly weight: number;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly negates: boolean;
  readonly hedges: boolean;
}

/** Numbers and names are what claims are checked by: they count for more than other words. */
const WEIGHTS: Readonly<Record<WordKind, number>> = { number: 2, name: 1.5, word: 1, function: 0 };

const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|\p{N}+(?:[.,:]\p{N}+)*(?:st|nd|rd|th)?(?![\p{L}])|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)?/gu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const MARKS = /(?<=\p{Script=Latin})\p{Mn}+/gu;
const ASCII = /^[\0-\x7f]*$/;
const CACHED_STEMS = 20_000;

const stems = new Map<string, string>();

/** @returns every word in order, function words too. Linear in the text's length. */
export function readWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [written] = match;
    if (UNSPACED.test(written)) addPairs(words, written, match.index);
    else words.push(readWord(written, match.index, isSentenceStart(text, match.index)));
  }
  return words;
}

function readWord(written: string, start: number, opensSentence: boolean): Word {
  const end = start + written.length;
  const bare = fold(written.replace(/['’]s?$/u, ''));
  const place = { written, start, end };
  if (/^\p{N}/u.test(written)) {
    const digits = bare.replace(/(?:st|nd|rd|th)$/, '').replace(/,(?=\p{N}{3}(?!\p{N}))/gu, '');
    return { ...place, stem: digits, kind: 'number', weight: WEIGHTS.number, negates: false, hedges: false };
  }
  const named = NUMBER_WORDS.get(bare);
  if (named !== undefined) {
    return { ...place, stem: named, kind: 'number', weight: WEIGHTS.word, negates: false, hedges: false };
  }
  const negates = NEGATORS.has(bare) || /n['’]t$/.test(bare);
  const capital = /^\p{Lu}/u.test(written);
  // "US", "IT" and "WHO" are names, whatever "us", "it" and "who" are.
  const acronym = /^\p{Lu}{2,}$/u.test(written);
  const kind: WordKind =
    !acronym && (FUNCTION_WORDS.has(bare) || negates)
      ? 'function'
      : capital && !opensSentence
        ? 'name'
        : 'word';
  return {
    ...place,
    stem: stem(bare),
    kind,
    weight: WEIGHTS[kind],
    negates,
    hedges: HEDGES.has(bare) && !(capital && !opensSentence),
  };
}

/** Where words are not set apart by spaces, every two neighbours count as one. */
function addPairs(words: Word[], run: string, start: number): void {
  const characters = [...run];
  let at = start;
  for (let i = 0; i < Math.max(1, characters.length - 1); i++) {
    const written = characters.slice(i, i + 2).join('');
    words.push({
      written,
      stem: written,
      kind: 'word',
      weight: WEIGHTS.word,
      start: at,
      end: at + written.length,
      negates: false,
      hedges: false,
    });
    at += characters[i]!.length;
  }
}

function isSentenceStart(text: string, index: number): boolean {
  let at = index - 1;
  while (at >= 0 && /[\s"'“‘([*_]/u.test(text[at]!)) at--;
  return at < 0 || /[.!?:\n•]/u.test(text[at]!);
}

function fold(word: string): string {
  const lower = word.toLowerCase().replace('’', "'");
  return ASCII.test(lower) ? lower : lower.normalize('NFKD').replace(MARKS, '').normalize('NFC');
}

function stem(word: string): string {
  if (!ASCII.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= CACHED_STEMS) stems.clear();
  const stemmed = stemmer(IRREGULAR_VERBS.get(word) ?? word);
  stems.set(word, stemmed);
  return stemmed;
}

/**
 * How alike two words are, 0 to 1: one for the same stem, less for words that begin alike, such as
 * "Italy" and "Italian", none for two numbers that differ.
 */
export function likeness(a: Word, b: Word): number {
  if (a.stem === b.stem) return 1;
  if (a.kind === 'number' || b.kind === 'number') return 0;
  const shorter = Math.min(a.stem.length, b.stem.length);
  if (shorter < 4 || Math.abs(a.stem.length - b.stem.length) > 4) return 0;
  const shared = Math.max(4, shorter - 1);
  return a.stem.slice(0, shared) === b.stem.slice(0, shared) ? 0.8 : 0;
}
