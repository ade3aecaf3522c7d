/**
 * Words whose class says more about a sentence than the word itself: closed classes, and the open ones that
 * mark opinion, advice, speech, change or measure. They are part of what the model was trained on, so a change
 * of `model/word-classes.json` needs a new training. A word may be in several classes; the first one of the
 * file is its main class. A word is looked up by its hash, so that no string is made.
 */
import { FOLDED } from '../text/characters.ts';
import lists from './model/word-classes.json' with { type: 'json' };
import { buildWordTable, findRow } from './word-table.ts';

export type WordClass = keyof typeof lists;

/** In the order in which a word's main class is chosen; a class's number is its place. */
export const WORD_CLASSES = Object.keys(lists) as readonly WordClass[];

/** Each class's number. */
export const CLASS = Object.fromEntries(WORD_CLASSES.map((name, number) => [name, number])) as Readonly<
  Record<WordClass, number>
>;

/** @returns the words of a class. */
export function wordsOf(wordClass: WordClass): readonly string[] {
  return lists[wordClass].join(' ').split(' ');
}

export const WORD_SEED: number = 0x811c9dc5 | 0;
export const WORD_PRIME: number = 0x01000193;

/** FNV-1a over folded units: the hash that a tokenizer builds up unit by unit. */
export function hashWord(word: string): number {
  let hash = WORD_SEED;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ FOLDED[word.charCodeAt(i)]!, WORD_PRIME);
  return hash;
}

const HASHES_OF_CLASSES = WORD_CLASSES.map((wordClass) => wordsOf(wordClass).map(hashWord));
const HASHES = new Set(HASHES_OF_CLASSES.flat());
const TABLE = buildWordTable(Int32Array.from(HASHES));
/** By slot: the number of the main class, classes 0 to 31 as bits, and classes 32 to 63. */
const MAIN = new Uint8Array(HASHES.size).fill(0xff);
const LOW = new Int32Array(HASHES.size);
const HIGH = new Int32Array(HASHES.size);

for (const [number, hashes] of HASHES_OF_CLASSES.entries()) {
  for (const hash of hashes) {
    const slot = lookUp(hash);
    if (MAIN[slot] === 0xff) MAIN[slot] = number;
    if (number < 32) LOW[slot]! |= 1 << number;
    else HIGH[slot]! |= 1 << (number - 32);
  }
}

/** @returns the word's slot, or -1 where the lexicon does not have it. */
export function lookUp(hash: number): number {
  return findRow(TABLE, hash);
}

/** @returns the number of the main class of the word in a slot. */
export function mainClass(slot: number): number {
  return MAIN[slot]!;
}

/** Bits of classes 0 to 31. */
export function lowClasses(slot: number): number {
  return LOW[slot]!;
}

/** Bits of classes 32 to 63. */
export function highClasses(slot: number): number {
  return HIGH[slot]!;
}

/** @returns whether the word in a slot is of a class; `false` for -1. */
export function isOf(slot: number, wordClass: number): boolean {
  if (slot < 0) return false;
  return ((wordClass < 32 ? LOW[slot]! >>> wordClass : HIGH[slot]! >>> (wordClass - 32)) & 1) === 1;
}
