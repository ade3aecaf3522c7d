/** The lexicon as an open-addressed table from a word's hash to its classes, so that a look-up makes no string. */
import { FOLDED } from '../text/characters.ts';
import { WORD_CLASSES, type WordClass, wordsOf } from './lexicon.ts';

export const WORD_SEED = 0x811c9dc5 | 0;
export const WORD_PRIME = 0x01000193;

/** FNV-1a over folded units: the hash that a tokenizer builds up unit by unit. */
export function hashWord(word: string): number {
  let hash = WORD_SEED;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ FOLDED[word.charCodeAt(i)]!, WORD_PRIME);
  return hash;
}

/** Slots: a power of two, about three times the words. */
const SIZE = 8192;
const KEYS = new Int32Array(SIZE);
/** Number of the main class of the word in a slot, plus one; 0 = the slot is empty. */
const MAIN = new Uint8Array(SIZE);
/** Classes 0 to 31 as bits. */
const LOW = new Int32Array(SIZE);
/** Classes 32 to 63 as bits. */
const HIGH = new Int32Array(SIZE);

function slotOf(hash: number): number {
  let slot = (hash ^ (hash >>> 15)) & (SIZE - 1);
  while (MAIN[slot] !== 0 && KEYS[slot] !== hash) slot = (slot + 1) & (SIZE - 1);
  return slot;
}

WORD_CLASSES.forEach((wordClass, number) => {
  for (const word of wordsOf(wordClass)) {
    const hash = hashWord(word);
    const slot = slotOf(hash);
    KEYS[slot] = hash;
    if (MAIN[slot] === 0) MAIN[slot] = number + 1;
    if (number < 32) LOW[slot]! |= 1 << number;
    else HIGH[slot]! |= 1 << (number - 32);
  }
});

/** @returns the word's slot, or -1 where the lexicon does not have it. */
export function lookUp(hash: number): number {
  const slot = slotOf(hash);
  return MAIN[slot] === 0 ? -1 : slot;
}

/** @returns the number of the main class of the word in a slot. */
export function mainClass(slot: number): number {
  return MAIN[slot]! - 1;
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
