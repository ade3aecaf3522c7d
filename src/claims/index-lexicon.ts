/** From a word's hash to its classes, so that a look-up makes no string. */
import { FOLDED } from '../text/characters.ts';
import { WORD_CLASSES, type WordClass, wordsOf } from './lexicon.ts';
import { buildWordTable, findRow } from './word-table.ts';

export const WORD_SEED = 0x811c9dc5 | 0;
export const WORD_PRIME = 0x01000193;

/** FNV-1a over folded units: the hash that a tokenizer builds up unit by unit. */
export function hashWord(word: string): number {
  let hash = WORD_SEED;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ FOLDED[word.charCodeAt(i)]!, WORD_PRIME);
  return hash;
}

const HASHES = [...new Set(WORD_CLASSES.flatMap(wordsOf).map(hashWord))];
const TABLE = buildWordTable(Int32Array.from(HASHES));
/** By slot: the number of the main class, classes 0 to 31 as bits, and classes 32 to 63. */
const MAIN = new Uint8Array(HASHES.length).fill(0xff);
const LOW = new Int32Array(HASHES.length);
const HIGH = new Int32Array(HASHES.length);

for (const [number, wordClass] of WORD_CLASSES.entries()) {
  for (const word of wordsOf(wordClass)) {
    const slot = lookUp(hashWord(word));
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

/** @returns a class's number. */
export function classNumber(wordClass: WordClass): number {
  return WORD_CLASSES.indexOf(wordClass);
}
