/**
 * Words, numbers and marks of a text, written into arrays of this module: nothing is allocated. The arrays
 * hold until the next call.
 */
import { CHARACTER_CLASS, DIGIT, EMOJI, FOLDED, LETTER, LOWER, SPACE, UPPER } from '../text/characters.ts';
import { isOf, lookUp, mainClass, WORD_PRIME, WORD_SEED } from './index-lexicon.ts';

/** Further tokens of a text are not read. */
export const MAX_TOKENS = 600;

export const WORD = 0;
/** A capitalized word within a sentence. */
export const NAME = 1;
export const ACRONYM = 2;
export const NUMBER = 3;
export const PUNCTUATION = 4;
/** An address or a mention. */
export const LINK = 5;

export interface Tokens {
  count: number;
  readonly kind: Uint8Array;
  /** Hash of the folded word; of the unit for punctuation. */
  readonly hash: Int32Array;
  /** What stands for the token where content is masked: a function word's own hash, else that of its class or form. */
  readonly mask: Int32Array;
  /** Slot in the lexicon or -1. */
  readonly slot: Int16Array;
  /** Hash of a word up to its apostrophe: of "nation" in "nation's". */
  readonly bare: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /**
   * Of a number: 0 small, 1 money, 2 percent, 3 year, 4 long, 5 ordinal, 6 with a suffix, 7 hundreds and more; of
   * a word, the class of its suffix.
   */
  readonly form: Uint8Array;
  emoji: number;
  hashtags: number;
  mentions: number;
  addresses: number;
  upper: number;
  letters: number;
}

export const tokens: Tokens = {
  count: 0,
  kind: new Uint8Array(MAX_TOKENS),
  hash: new Int32Array(MAX_TOKENS),
  mask: new Int32Array(MAX_TOKENS),
  slot: new Int16Array(MAX_TOKENS),
  bare: new Int32Array(MAX_TOKENS),
  start: new Int32Array(MAX_TOKENS),
  end: new Int32Array(MAX_TOKENS),
  form: new Uint8Array(MAX_TOKENS),
  emoji: 0,
  hashtags: 0,
  mentions: 0,
  addresses: 0,
  upper: 0,
  letters: 0,
};

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

/** Spreads a hash over all bits. */
export function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Reads the tokens of `text` between two offsets into {@link tokens}. */
export function readTokens(text: string, from: number, to: number): Tokens {
  tokens.count = 0;
  tokens.emoji = 0;
  tokens.hashtags = 0;
  tokens.mentions = 0;
  tokens.addresses = 0;
  tokens.upper = 0;
  tokens.letters = 0;
  let at = from;
  let begins = true;
  while (at < to && tokens.count < MAX_TOKENS) {
    const unit = text.charCodeAt(at);
    const kind = CHARACTER_CLASS[unit]!;
    if (kind === SPACE) at++;
    else if (kind >= LOWER && kind <= LETTER) {
      at = readWord(text, at, to, begins);
      begins = false;
    } else if (kind === DIGIT) {
      at = readNumber(text, at, to);
      begins = false;
    } else if (kind === EMOJI) {
      tokens.emoji++;
      at++;
    } else {
      const next = at + 1 < to ? CHARACTER_CLASS[text.charCodeAt(at + 1)]! : SPACE;
      const tagged = next >= LOWER && next <= LETTER;
      if (unit === 0x23 && tagged) {
        tokens.hashtags++;
        at++;
      } else if (unit === 0x40 && tagged) {
        tokens.mentions++;
        const start = at++;
        while (at < to && isWordUnit(text.charCodeAt(at))) at++;
        push(LINK, LINK_MASK, mix(LINK_MASK), -1, start, at, 0);
      } else {
        if (isMark(unit)) push(PUNCTUATION, unit, mix(PUNCTUATION_MASK + unit), -1, at, at + 1, 0);
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

/** Punctuation that says something of a sentence. */
function isMark(unit: number): boolean {
  switch (unit) {
    case 0x2e:
    case 0x21:
    case 0x3f:
    case 0x2026:
    case 0x3b:
    case 0x3a:
    case 0x2c:
    case 0x22:
    case 0x201c:
    case 0x201d:
    case 0x28:
    case 0x29:
    case 0x2d:
    case 0x2013:
    case 0x2014:
      return true;
    case 0x3002:
    case 0xff01:
    case 0xff1f:
    case 0xff0c:
    case 0x3001:
    case 0x61f:
    case 0x60c:
    case 0x964:
      return true;
    default:
      return false;
  }
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
  tokens.hash[at] = hash;
  tokens.mask[at] = mask;
  tokens.slot[at] = slot;
  tokens.start[at] = start;
  tokens.end[at] = end;
  tokens.form[at] = form;
}

function readWord(text: string, start: number, to: number, begins: boolean): number {
  let at = start;
  let hash = WORD_SEED;
  let bare = 0;
  let upper = 0;
  // Han and kana have no spaces: each unit is a word.
  const first = text.charCodeAt(start);
  const single = first >= 0x2e80 && first < 0xac00;
  while (at < to) {
    const unit = text.charCodeAt(at);
    const kind = CHARACTER_CLASS[unit]!;
    if (kind >= LOWER && kind <= DIGIT) {
      if (kind === UPPER) upper++;
    } else if (unit !== 0x27 && unit !== 0x2019) break;
    else {
      const next = at + 1 < to ? CHARACTER_CLASS[text.charCodeAt(at + 1)]! : SPACE;
      if (next < LOWER || next > LETTER) break;
      if (bare === 0) bare = hash;
    }
    hash = Math.imul(hash ^ FOLDED[unit]!, WORD_PRIME);
    at++;
    if (single) break;
  }
  if (isAddress(text, start, at, to)) {
    while (at < to && CHARACTER_CLASS[text.charCodeAt(at)] !== SPACE) at++;
    tokens.addresses++;
    push(LINK, LINK_MASK + 1, mix(LINK_MASK + 1), -1, start, at, 0);
    return at;
  }
  const length = at - start;
  tokens.bare[tokens.count] = bare === 0 ? hash : bare;
  tokens.upper += upper;
  tokens.letters += length;
  const slot = lookUp(hash);
  const form = suffixClass(text, start, at);
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

function isAddress(text: string, start: number, end: number, to: number): boolean {
  const next = text.charCodeAt(end);
  if (end + 2 >= to) return false;
  if (next === 0x3a) return text.charCodeAt(end + 1) === 0x2f && text.charCodeAt(end + 2) === 0x2f;
  return (
    next === 0x2e &&
    end - start === 3 &&
    FOLDED[text.charCodeAt(start)] === 0x77 &&
    text.startsWith('ww', start + 1)
  );
}

function readNumber(text: string, start: number, to: number): number {
  let at = start;
  let digits = 0;
  let separators = 0;
  for (; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (CHARACTER_CLASS[unit] === DIGIT) digits++;
    else if (
      (unit === 0x2e ||
        unit === 0x2c ||
        unit === 0x3a ||
        unit === 0x2f ||
        unit === 0x66b ||
        unit === 0x66c) &&
      at + 1 < to &&
      CHARACTER_CLASS[text.charCodeAt(at + 1)] === DIGIT
    ) {
      separators++;
    } else break;
  }
  let end = at;
  while (end < to && end - at < 12 && CHARACTER_CLASS[text.charCodeAt(end)]! >= LOWER) {
    if (CHARACTER_CLASS[text.charCodeAt(end)]! > LETTER || text.charCodeAt(end) > 0x2e80) break;
    end++;
  }
  const form = numberKind(text, start, at, end, to, digits, separators);
  push(NUMBER, NUMBER_MASK + form, mix(NUMBER_MASK + form), -1, start, end, form);
  return end;
}

function numberKind(
  text: string,
  start: number,
  at: number,
  end: number,
  to: number,
  digits: number,
  separators: number,
): number {
  const before = start > 0 ? text.charCodeAt(start - 1) : 0;
  if (before === 0x24 || before === 0x20ac || before === 0xa3 || before === 0xa5 || before === 0x20b9)
    return 1;
  const after = end < to ? text.charCodeAt(end) : 0;
  if (after === 0x25 || after === 0x66a || after === 0xff05) return 2;
  if (digits === 4 && separators === 0 && end - at <= 1) {
    const century = text.charCodeAt(start) * 10 + text.charCodeAt(start + 1);
    if ((century >= 0x31 * 10 + 0x33 && century <= 0x31 * 10 + 0x39) || century === 0x32 * 10 + 0x30)
      return 3;
  }
  if (separators > 0) return 4;
  if (end === at) return digits > 2 ? 7 : 0;
  if (end === at + 2) {
    const tail = FOLDED[text.charCodeAt(at)]! * 256 + FOLDED[text.charCodeAt(at + 1)]!;
    if (tail === 0x7374 || tail === 0x6e64 || tail === 0x7264 || tail === 0x7468) return 5;
  }
  return 6;
}

/** What an English word's ending says of its part of speech; 0 = nothing. */
function suffixClass(text: string, start: number, end: number): number {
  if (end - start < 4) return 0;
  const a = FOLDED[text.charCodeAt(end - 1)]!;
  const b = FOLDED[text.charCodeAt(end - 2)]!;
  const c = FOLDED[text.charCodeAt(end - 3)]!;
  switch (a) {
    case 0x67: // g
      return b === 0x6e && c === 0x69 ? 1 : 0;
    case 0x64: // d
      return b === 0x65 ? 2 : 0;
    case 0x79: // y
      if (b === 0x6c) return 3;
      if (b === 0x74 && c === 0x69) return 4;
      return b === 0x72 && c === 0x61 ? 5 : 0;
    case 0x6e: // n
      return b === 0x6f && c === 0x69 ? 6 : b === 0x61 ? 7 : 0;
    case 0x74: // t
      if (b === 0x6e && c === 0x65) return 8;
      return b === 0x73 ? (c === 0x65 ? 9 : c === 0x69 ? 10 : 0) : 0;
    case 0x73: // s
      if (b === 0x73) return c === 0x65 ? 11 : 0;
      return b === 0x75 && c === 0x6f ? 12 : 13;
    case 0x65: // e
      if (b === 0x76 && c === 0x69) return 14;
      if (b === 0x6c && c === 0x62) return 15;
      if (b === 0x63 && c === 0x6e) return 16;
      return b === 0x7a || b === 0x74 ? 17 : 0;
    case 0x6c: // l
      return b === 0x61 ? 18 : b === 0x75 && c === 0x66 ? 19 : 0;
    case 0x63: // c
      return b === 0x69 ? 20 : 0;
    case 0x72: // r
      return b === 0x65 ? 21 : b === 0x6f ? 22 : 0;
    case 0x6d: // m
      return b === 0x73 && c === 0x69 ? 23 : 0;
    default:
      return 0;
  }
}
