/**
 * Classes of words that languages share: what marks an opinion, advice, a wish, a guess, a report and so on, so that
 * what one language teaches about a class helps in all. They are part of what the model was trained on, so a change
 * of `model/foreign-classes.json` needs a new training. In the file, an entry is a word, words joined by `_`, an ending
 * after `-`, or a stem before `-`; Han units stand for a word each.
 */

import { SPELLING } from './foreign-spelling.ts';
import { WORD_PRIME, WORD_SEED } from './lexicon.ts';
import lists from './model/foreign-classes.json' with { type: 'json' };
import { readTokens } from './read-tokens.ts';
import { buildWordTable, findRow } from './word-table.ts';

export const FOREIGN_CLASSES = Object.keys(lists) as readonly (keyof typeof lists)[];

/** An entry has at most so many tokens, an ending so many units. */
export const LONGEST_PHRASE: number = 4;
export const LONGEST_ENDING: number = 6;
export const LONGEST_STEM: number = 12;
const ENDING_SALT = 0x51ed270b;
const STEM_SALT = 0x2f0b4c47;

/** @returns the hash of a phrase that goes on with another token. */
export function extendPhrase(hash: number, token: number): number {
  return Math.imul(hash ^ (hash >>> 13), WORD_PRIME) ^ token;
}

/** @returns the hash of a stem that goes on with another unit, or of an ending that goes on to the left. */
export function extendPart(hash: number, unit: number): number {
  const spelled = SPELLING[unit]!;
  return spelled === 0 ? hash : Math.imul(hash ^ spelled, WORD_PRIME);
}

/** @returns the hash of a word, however it is spelled. */
export function hashForeign(text: string, start: number, end: number): number {
  let hash = WORD_SEED;
  for (let at = start; at < end; at++) hash = extendPart(hash, text.charCodeAt(at));
  return hash;
}

export const STEM_SEED: number = WORD_SEED ^ STEM_SALT;
export const ENDING_SEED: number = WORD_SEED ^ ENDING_SALT;

function hashOf(entry: string): number {
  if (entry.startsWith('-')) {
    let hash = ENDING_SEED;
    for (let at = entry.length - 1; at > 0; at--) hash = extendPart(hash, entry.charCodeAt(at));
    return hash;
  }
  if (entry.endsWith('-')) {
    let hash = STEM_SEED;
    for (let at = 0; at < entry.length - 1; at++) hash = extendPart(hash, entry.charCodeAt(at));
    return hash;
  }
  const phrase = entry.replaceAll('_', ' ');
  const { count, kind, start, end } = readTokens(phrase);
  let hash = 0;
  for (let i = 0; i < count; i++) {
    if (kind[i]! > 2) continue;
    const word = hashForeign(phrase, start[i]!, end[i]!);
    hash = hash === 0 ? word : extendPhrase(hash, word);
  }
  return hash;
}

function readClasses() {
  const bits = new Map<number, number>();
  for (const [number, name] of FOREIGN_CLASSES.entries()) {
    for (const entry of Object.values(lists[name]).flat().join(' ').split(' ')) {
      const hash = hashOf(entry);
      bits.set(hash, (bits.get(hash) ?? 0) | (1 << number));
    }
  }
  return { table: buildWordTable(Int32Array.from(bits.keys())), bits: Int32Array.from(bits.values()) };
}
let classes: ReturnType<typeof readClasses> | undefined;

/**
 * To be called before a sentence is read: it takes ten milliseconds once, and reads words into the buffers that the
 * sentence's tokens stand in afterwards.
 */
export function loadClasses(): void {
  classes ??= readClasses();
}

/** @returns the classes of a word, phrase or ending by its hash, as bits; 0 before they are loaded. */
export function classesOf(hash: number): number {
  if (classes === undefined) return 0;
  const row = findRow(classes.table, hash);
  return row < 0 ? 0 : classes.bits[row]!;
}
