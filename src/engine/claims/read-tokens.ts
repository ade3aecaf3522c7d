/**
 * Words, numbers and marks of a text, written into arrays of this module: nothing is allocated. The arrays
 * hold until the next call.
 */
import {
  CHARACTER_CLASS,
  classAt,
  DIGIT,
  EMOJI,
  FOLDED,
  isLetter,
  LETTER,
  LOWER,
  SPACE,
  UPPER,
} from '../text/characters.ts';
import { isOf, lookUp, mainClass, WORD_PRIME, WORD_SEED } from './lexicon.ts';

/** Further tokens of a text are not read. */
export const MAX_TOKENS: number = 600;

export const WORD: number = 0;
/** A capitalized word within a sentence. */
export const NAME: number = 1;
export const ACRONYM: number = 2;
export const NUMBER: number = 3;
export const PUNCTUATION: number = 4;
/** An address or a mention. */
export const LINK: number = 5;

/** One row per token in arrays, and counts of what is no token. */
const tokens = {
  count: 0,
  kind: new Uint8Array(MAX_TOKENS),
  /** Hash of the folded word; of the unit for punctuation. */
  hash: new Int32Array(MAX_TOKENS),
  /** What stands for the token where content is masked: a function word's own hash, else that of its class or form. */
  mask: new Int32Array(MAX_TOKENS),
  /** Slot in the lexicon or -1. */
  slot: new Int16Array(MAX_TOKENS),
  /** Hash of a word up to its apostrophe: of "nation" in "nation's"; 0 for what is no word. */
  bare: new Int32Array(MAX_TOKENS),
  start: new Int32Array(MAX_TOKENS),
  end: new Int32Array(MAX_TOKENS),
  /** Of a number: one of the forms below; of a word: its suffix, see {@link suffixOf}. */
  form: new Uint8Array(MAX_TOKENS),
  emoji: 0,
  hashtags: 0,
  mentions: 0,
  addresses: 0,
  upper: 0,
  letters: 0,
};
export type Tokens = Readonly<typeof tokens>;

/** Forms of numbers. */
const SMALL = 0;
export const MONEY: number = 1;
export const PERCENT: number = 2;
export const YEAR: number = 3;
const SEPARATED = 4;
const ORDINAL = 5;
const SUFFIXED = 6;
const HUNDREDS = 7;

const ACRONYM_MASK = 1001;
const NAME_MASK = 1002;
const NAME_OF_CLASS = 1100;
const CLASS_MASK = 2000;
const SUFFIX_MASK = 3000;
const CAPITAL_SUFFIX_MASK = 3100;
const SHORT_MASK = 3200;
const NUMBER_MASK = 4000;
const PUNCTUATION_MASK = 5000;
const LINK_MASK = 6000;

const codesOf = (characters: string): number[] => [...characters].map((character) => character.charCodeAt(0));
/** Punctuation that says something of a sentence. */
const MARKS = new Set(codesOf(`.!?…;:,"“”()-–—。！？，、؟،।`));
/** What stands within a number, before a digit. */
const NUMBER_JOINTS = new Set(codesOf('.,:/٫٬'));
const CURRENCIES = new Set(codesOf('$€£¥₹'));
const PERCENT_SIGNS = new Set(codesOf('%٪％'));

/** Spreads a hash over all bits. */
export function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Reads the tokens of `text` into {@link tokens}. */
export function readTokens(text: string): Tokens {
  tokens.count = 0;
  tokens.emoji = 0;
  tokens.hashtags = 0;
  tokens.mentions = 0;
  tokens.addresses = 0;
  tokens.upper = 0;
  tokens.letters = 0;
  const { length } = text;
  let at = 0;
  let begins = true;
  while (at < length && tokens.count < MAX_TOKENS) {
    const unit = text.charCodeAt(at);
    const kind = CHARACTER_CLASS[unit]!;
    if (kind === SPACE) at++;
    else if (kind >= LOWER && kind <= LETTER) {
      at = readWord(text, at, begins);
      begins = false;
    } else if (kind === DIGIT) {
      at = readNumber(text, at);
      begins = false;
    } else if (kind === EMOJI) {
      tokens.emoji++;
      at++;
    } else {
      const next = classAt(text, at + 1);
      const tagged = next >= LOWER && next <= LETTER;
      if (unit === 0x23 && tagged) {
        tokens.hashtags++;
        at++;
      } else if (unit === 0x40 && tagged) {
        tokens.mentions++;
        const start = at++;
        while (at < length && isWordUnit(text.charCodeAt(at))) at++;
        push(LINK, LINK_MASK, mix(LINK_MASK), -1, start, at, 0);
      } else {
        if (MARKS.has(unit)) push(PUNCTUATION, unit, mix(PUNCTUATION_MASK + unit), -1, at, at + 1, 0);
        if (unit === 0x2e || unit === 0x21 || unit === 0x3f) begins = true;
        at++;
      }
    }
  }
  return tokens;
}

function isWordUnit(unit: number): boolean {
  const kind = CHARACTER_CLASS[unit]!;
  return (kind >= LOWER && kind <= DIGIT) || unit === 0x5f;
}

function push(
  kind: number,
  hash: number,
  mask: number,
  slot: number,
  start: number,
  end: number,
  form: number,
): void {
  const at = tokens.count++;
  tokens.kind[at] = kind;
  if (kind >= NUMBER) tokens.bare[at] = 0;
  tokens.hash[at] = hash;
  tokens.mask[at] = mask;
  tokens.slot[at] = slot;
  tokens.start[at] = start;
  tokens.end[at] = end;
  tokens.form[at] = form;
}

function readWord(text: string, start: number, begins: boolean): number {
  let at = start;
  let hash = WORD_SEED;
  let bare = 0;
  let upper = 0;
  // Han and kana have no spaces: each unit is a word.
  const first = text.charCodeAt(start);
  const single = first >= 0x2e80 && first < 0xac00;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const kind = CHARACTER_CLASS[unit]!;
    if (kind >= LOWER && kind <= DIGIT) {
      if (kind === UPPER) upper++;
    } else if (unit !== 0x27 && unit !== 0x2019) break;
    else {
      const next = classAt(text, at + 1);
      if (next < LOWER || next > LETTER) break;
      if (bare === 0) bare = hash;
    }
    hash = Math.imul(hash ^ FOLDED[unit]!, WORD_PRIME);
    at++;
    if (single) break;
  }
  if (isAddress(text, start, at)) {
    while (classAt(text, at) !== SPACE) at++;
    tokens.addresses++;
    push(LINK, LINK_MASK + 1, mix(LINK_MASK + 1), -1, start, at, 0);
    return at;
  }
  const length = at - start;
  tokens.bare[tokens.count] = bare === 0 ? hash : bare;
  tokens.upper += upper;
  tokens.letters += length;
  const slot = lookUp(hash);
  const form = suffixOf(text, start, at);
  if (slot >= 0 && isOf(slot, 0)) push(WORD, hash, mix(hash), slot, start, at, form);
  else if (upper >= 2 && length - upper <= 1) {
    push(ACRONYM, hash, mix(ACRONYM_MASK), slot, start, at, form);
  } else if (upper > 0 && !begins) {
    push(NAME, hash, mix(slot >= 0 ? NAME_OF_CLASS + mainClass(slot) : NAME_MASK), slot, start, at, form);
  } else {
    let mask = SHORT_MASK;
    if (slot >= 0) mask = CLASS_MASK + mainClass(slot);
    else if (length > 3) mask = (upper > 0 ? CAPITAL_SUFFIX_MASK : SUFFIX_MASK) + form;
    push(WORD, hash, mix(mask), slot, start, at, form);
  }
  return at;
}

function isAddress(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end);
  if (end + 2 >= text.length) return false;
  if (next === 0x3a) return text.charCodeAt(end + 1) === 0x2f && text.charCodeAt(end + 2) === 0x2f;
  return (
    next === 0x2e &&
    end - start === 3 &&
    FOLDED[text.charCodeAt(start)] === 0x77 &&
    text.startsWith('ww', start + 1)
  );
}

function readNumber(text: string, start: number): number {
  let at = start;
  let separators = 0;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (CHARACTER_CLASS[unit] === DIGIT) continue;
    if (!NUMBER_JOINTS.has(unit) || classAt(text, at + 1) !== DIGIT) break;
    separators++;
  }
  let end = at;
  while (end - at < 12 && isLetter(classAt(text, end)) && text.charCodeAt(end) <= 0x2e80) end++;
  const form = numberForm(text, start, at, end, separators);
  push(NUMBER, NUMBER_MASK + form, mix(NUMBER_MASK + form), -1, start, end, form);
  return end;
}

/** @param at where the digits end, @param end where the letters behind them end. */
function numberForm(text: string, start: number, at: number, end: number, separators: number): number {
  const digits = at - start - separators;
  if (start > 0 && CURRENCIES.has(text.charCodeAt(start - 1))) return MONEY;
  if (PERCENT_SIGNS.has(text.charCodeAt(end))) return PERCENT;
  // 1300 to 2099, and decades: "1990s".
  if (
    digits === 4 &&
    separators === 0 &&
    end - at <= 1 &&
    /^(?:1[3-9]|20)/.test(text.slice(start, start + 2))
  )
    return YEAR;
  if (separators > 0) return SEPARATED;
  if (end === at) return digits > 2 ? HUNDREDS : SMALL;
  return end === at + 2 && /^(?:st|nd|rd|th)$/i.test(text.slice(at, end)) ? ORDINAL : SUFFIXED;
}

/** Endings that say something of an English word's part of speech; a word's form is the place of its own, from 1. */
const SUFFIXES = 'ing ed ly ity ary ion an ent est ist ess ous s ive ble nce ze al ful ic er or ism'.split(
  ' ',
);
/** Two more: "-te" says what "-ze" does, and "-ss" nothing. */
const SUFFIX_FORMS = [
  ...SUFFIXES.map((suffix, place) => [suffix, place + 1] as const),
  ['te', 17],
  ['ss', 0],
] as const;
/** Form of a word by its last three letters, as a number of three digits to base 27; 0 stands for any other unit. */
const FORM_OF_ENDING = new Uint8Array(27 ** 3);
// Of several suffixes the longest counts, so it comes last.
for (const [suffix, form] of SUFFIX_FORMS.toSorted(([a], [b]) => a.length - b.length)) {
  const ending = codesOf(suffix).reduce((sum, unit) => sum * 27 + letterNumber(unit), 0);
  const step = 27 ** suffix.length;
  for (let at = ending; at < FORM_OF_ENDING.length; at += step) FORM_OF_ENDING[at] = form;
}

function letterNumber(unit: number): number {
  return unit > 0x60 && unit < 0x7b ? unit - 0x60 : 0;
}

/** @returns the number of a word's suffix; 0 where it has none. */
function suffixOf(text: string, start: number, end: number): number {
  if (end - start < 4) return 0;
  let ending = 0;
  for (let at = end - 3; at < end; at++) ending = ending * 27 + letterNumber(FOLDED[text.charCodeAt(at)]!);
  return FORM_OF_ENDING[ending]!;
}
/** The form of what may be a regular past. */
export const ED_FORM: number = SUFFIXES.indexOf('ed') + 1;
export const ING_FORM: number = SUFFIXES.indexOf('ing') + 1;
