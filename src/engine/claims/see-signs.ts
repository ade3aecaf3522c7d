/**
 * Whether an English sentence may have a relative date or an attribution: by the places of its words in the lexicon, which costs
 * hardly anything.
 */
import { hashWord, lookUp } from './lexicon.ts';
import { ACRONYM, NAME, type Tokens } from './read-tokens.ts';
import { buildWordTable, findRow } from './word-table.ts';

/** What a word is a sign of. */
const [DATE, BEFORE_UNIT, SAYS, PRONOUN] = [1, 2, 4, 8];
const WORDS: readonly (readonly [sign: number, words: string])[] = [
  [DATE, 'yesterday today tonight tomorrow ago monday tuesday wednesday thursday friday saturday sunday'],
  [BEFORE_UNIT, 'this last next'],
  [
    SAYS,
    'said says told according announced claimed claims stated states reported reports confirmed warned warns added explained argued argues insisted declared tweeted wrote',
  ],
  [PRONOUN, 'he she'],
];
/** By a word's slot in the lexicon. */
const SIGNS = new Uint8Array(0x10000);
for (const [sign, words] of WORDS) {
  for (const word of words.split(' ')) {
    const slot = lookUp(hashWord(word));
    if (slot < 0) throw new Error(`claims: the lexicon lacks "${word}"`);
    SIGNS[slot]! |= sign;
  }
}
const UNITS = buildWordTable(
  Int32Array.from('day week month year night morning afternoon evening'.split(' '), hashWord),
);
/** So many tokens lie between a name and its verb at most, and between a verb and its name. */
const NEAR = 6;

export interface Signs {
  readonly mayDate: boolean;
  readonly maySay: boolean;
}

const NONE: Signs = { mayDate: false, maySay: false };
export const ALL_SIGNS: Signs = { mayDate: true, maySay: true };

/** @param tokens of one sentence. */
export function signsOf(tokens: Tokens): Signs {
  const { count, slot, bare } = tokens;
  let mayDate = false;
  let maySay = false;
  for (let at = 0; at < count; at++) {
    const known = slot[at]!;
    if (known < 0) continue;
    const sign = SIGNS[known]!;
    if (sign === 0) continue;
    if ((sign & DATE) !== 0) mayDate = true;
    else if ((sign & BEFORE_UNIT) !== 0) mayDate ||= at + 1 < count && findRow(UNITS, bare[at + 1]!) >= 0;
    else if ((sign & SAYS) !== 0) maySay ||= isNamedNear(at, tokens);
  }
  return mayDate || maySay ? { mayDate, maySay } : NONE;
}

/** Whether a name, or who "he" and "she" are, stands near a word of saying. */
function isNamedNear(at: number, { count, kind, slot }: Tokens): boolean {
  const end = Math.min(count, at + NEAR + 1);
  for (let near = Math.max(0, at - NEAR); near < end; near++) {
    if (kind[near] === NAME || kind[near] === ACRONYM) return true;
    // A sentence's first word has its capital whatever it is.
    if (slot[near]! < 0 ? near === 0 : (SIGNS[slot[near]!]! & PRONOUN) !== 0) return true;
  }
  return false;
}
