/**
 * The words of a text as the local scorer compares them: folded, stemmed, weighed by how much they say.
 */
import { foldAccents, pairsOf, plainNumber, readTokens } from '../../engine/text/read-tokens.ts';
import { stemWord } from '../../engine/text/stem-word.ts';
import { baseOf } from '../../engine/text/verbs.ts';
import { FUNCTION_WORDS, HEDGES, NEGATORS, NUMBER_WORDS } from './word-lists.ts';

export type WordKind = 'number' | 'name' | 'word' | 'function';

/** What a word is, wherever it stands. */
interface Meaning {
  /** What it is compared by. */
  readonly stem: string;
  readonly kind: WordKind;
  /** What it counts for; 0 for function words. */
  readonly weight: number;
  readonly negates: boolean;
  readonly hedges: boolean;
}

export interface Word extends Meaning {
  /** As it was written. */
  readonly written: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

/** Numbers and names are what claims are checked by: they count for more than other words. */
const WEIGHTS: Readonly<Record<WordKind, number>> = { number: 2, name: 1.5, word: 1, function: 0 };

/** Words whose meaning is kept: a language's common ones make up most of any text. */
const MOST_KEPT = 30_000;
const LONGEST_KEPT = 24;

/** By the word as it was written, at the beginning of a sentence and elsewhere. */
const opening = new Map<string, Meaning>();
const inside = new Map<string, Meaning>();

/** @returns every word in order, function words too. Linear in the text's length. */
export function readWords(text: string): Word[] {
  const words: Word[] = [];
  for (const { text: written, start, kind } of readTokens(text, { joins: 'apostrophes', unspaced: true })) {
    if (kind === 'unspaced') addPairs(words, written, start);
    else {
      const meaning = meaningOf(written, words.length === 0);
      words.push({ ...meaning, written, start, end: start + written.length });
    }
  }
  return words;
}

function meaningOf(written: string, opensSentence: boolean): Meaning {
  const kept = opensSentence ? opening : inside;
  const known = kept.get(written);
  if (known !== undefined) return known;
  const meaning = readMeaning(written, opensSentence);
  if (written.length <= LONGEST_KEPT) {
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(written, meaning);
  }
  return meaning;
}

function readMeaning(written: string, opensSentence: boolean): Meaning {
  if (/^\p{N}/u.test(written)) {
    const digits = plainNumber(foldAccents(written.toLowerCase()));
    return { stem: digits, kind: 'number', weight: WEIGHTS.number, negates: false, hedges: false };
  }
  const bare = foldAccents(written.toLowerCase().replaceAll('’', "'").replace(/'s?$/, ''));
  const named = NUMBER_WORDS.get(bare);
  if (named !== undefined) {
    return { stem: named, kind: 'number', weight: WEIGHTS.word, negates: false, hedges: false };
  }
  const negates = NEGATORS.has(bare) || /n['’]t$/.test(bare);
  const isName = /^\p{Lu}/u.test(written) && !opensSentence;
  // "US", "IT" and "WHO" are names, whatever "us", "it" and "who" are.
  const isAcronym = /^\p{Lu}{2,}$/u.test(written);
  const isFunction = !isAcronym && (FUNCTION_WORDS.has(bare) || negates);
  const kind: WordKind = isFunction ? 'function' : isName ? 'name' : 'word';
  return {
    stem: stemWord(baseOf(bare)),
    kind,
    weight: WEIGHTS[kind],
    negates,
    hedges: HEDGES.has(bare) && !isName,
  };
}

/** Where words are not set apart by spaces, every two neighbours count as one. */
function addPairs(words: Word[], run: string, start: number): void {
  let at = start;
  for (const pair of pairsOf(run)) {
    words.push({ ...PAIR, stem: pair, written: pair, start: at, end: at + pair.length });
    at += (pair.codePointAt(0) as number) > 0xffff ? 2 : 1;
  }
}

const PAIR = { kind: 'word', weight: WEIGHTS.word, negates: false, hedges: false } as const;

/**
 * How alike two words are, 0 to 1: one for the same stem, less for words that begin alike, such as
 * "Italy" and "Italian", none for two numbers that differ.
 */
export function likeness(a: Word, b: Word): number {
  if (a.stem === b.stem) return 1;
  if (a.kind === 'number' || b.kind === 'number') return 0;
  const shorter = Math.min(a.stem.length, b.stem.length);
  if (shorter < 4 || Math.abs(a.stem.length - b.stem.length) > 4) return 0;
  if (a.stem.charCodeAt(0) !== b.stem.charCodeAt(0)) return 0;
  const shared = Math.max(4, shorter - 1);
  return a.stem.slice(0, shared) === b.stem.slice(0, shared) ? 0.8 : 0;
}
