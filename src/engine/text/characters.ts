/**
 * The few classes of characters that sentence splitting and claim detection distinguish, by UTF-16 unit.
 * One table look-up per unit: this is the innermost loop of the room.
 */

const SYMBOL = 0;
export const SPACE: number = 1;
export const LOWER: number = 2;
export const UPPER: number = 3;
/** A letter, or a mark that belongs to one, of a script without case. */
export const LETTER: number = 4;
export const DIGIT: number = 5;
export const EMOJI: number = 6;

/** Ranges whose units are asked one by one; all other units from U+0590 on are caseless letters. */
const MIXED_RANGES: readonly (readonly [number, number])[] = [
  [0, 0x58f],
  [0x1e00, 0x2bff],
  [0x2e00, 0x2e7f],
  [0x3000, 0x303f],
  [0xa640, 0xa7ff],
  [0xfb00, 0xfb06],
  [0xfe10, 0xfe6f],
  [0xff00, 0xffef],
];

/** Where scripts keep their decimal digits zero. */
export const DIGIT_ZEROS: readonly number[] = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
  0xf20, 0x1040, 0x17e0, 0x1810, 0xff10,
];

/** Punctuation of scripts beyond the mixed ranges. */
const PUNCTUATION = [
  0x5be, 0x5c0, 0x5c3, 0x5f3, 0x5f4, 0x60c, 0x61b, 0x61f, 0x66a, 0x66b, 0x66c, 0x66d, 0x6d4, 0x964, 0x965,
  0xe2f, 0xe4f, 0x104a, 0x104b, 0x1362, 0x1363, 0x17d4, 0x17d5,
];

function buildTable(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(LETTER, 0x590);
  for (const [first, last] of MIXED_RANGES) {
    for (let unit = first; unit <= last; unit++) table[unit] = classify(String.fromCharCode(unit));
  }
  for (const zero of DIGIT_ZEROS) table.fill(DIGIT, zero, zero + 10);
  for (const unit of PUNCTUATION) table[unit] = SYMBOL;
  // Surrogates: emoji, but for the mathematical alphabets (fancy letters in posts) and Han extensions.
  table.fill(EMOJI, 0xd800, 0xe000);
  table[0xd835] = LETTER;
  table.fill(LETTER, 0xd840, 0xd880);
  table.fill(EMOJI, 0x2600, 0x27c0);
  table.fill(EMOJI, 0x2b00, 0x2bff);
  table[0x200d] = EMOJI;
  table.fill(EMOJI, 0xfe00, 0xfe10);
  table[0xfeff] = SPACE;
  return table;
}

function classify(char: string): number {
  if (/\s|\u200b/u.test(char)) return SPACE;
  if (/\p{Ll}/u.test(char)) return LOWER;
  if (/\p{Lu}|\p{Lt}/u.test(char)) return UPPER;
  if (/\p{L}|\p{M}/u.test(char)) return LETTER;
  if (/\p{Nd}/u.test(char)) return DIGIT;
  return SYMBOL;
}

/** Class of every UTF-16 unit. */
export const CHARACTER_CLASS: Uint8Array = buildTable();

function buildFolding(): Uint16Array {
  const table = new Uint16Array(0x10000);
  for (let unit = 0; unit < table.length; unit++) table[unit] = unit;
  for (const [first, last] of MIXED_RANGES) {
    for (let unit = first; unit <= last; unit++) {
      const folded = String.fromCharCode(unit).toLowerCase();
      if (folded.length === 1) table[unit] = folded.charCodeAt(0);
    }
  }
  // The typographic apostrophe is the plain one.
  table[0x2019] = 0x27;
  return table;
}

/** Every unit in lower case. */
export const FOLDED: Uint16Array = buildFolding();

/** @returns the class of the unit at `index`; {@link SPACE} outside the text. */
export function classAt(text: string, index: number): number {
  return index >= 0 && index < text.length ? CHARACTER_CLASS[text.charCodeAt(index)]! : SPACE;
}

export function isLetter(characterClass: number): boolean {
  return characterClass >= LOWER && characterClass <= LETTER;
}

/** The units of {@link isLineEnd}. */
export const LINE_ENDS = '\n\r\u2028\u2029';

export function isLineEnd(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;
}

/** What marks do around the end of a sentence; one mark may do several things. */
const [TERMINATOR, STRONG, CLOSER, OPENER] = [1, 2, 4, 8];
/** Ideographic, Arabic, Urdu, Hindi, Myanmar, Ethiopic, Khmer, Armenian. */
const STRONG_TERMINATORS = '。｡！？؟۔।॥။።។։';
/** The units of {@link isTerminator}. */
export const TERMINATORS = `.!?…‼⁉‽❓❔❕❗${STRONG_TERMINATORS}`;
const MARKS: readonly (readonly [role: number, marks: string])[] = [
  [TERMINATOR, TERMINATORS],
  [STRONG, STRONG_TERMINATORS],
  // Superscript digits: footnotes.
  [CLOSER, `"')]}*_\`»’”›」』》】）⁰¹²³⁴⁵⁶⁷⁸⁹`],
  [OPENER, `"'([*_\`¡«¿‘“„‹「『《【（`],
];
const ROLES = new Uint8Array(0x10000);
for (const [role, marks] of MARKS) for (const mark of marks) ROLES[mark.charCodeAt(0)]! |= role;

/** Sentence terminators that mean nothing else; in some scripts no space follows them. */
export function isStrongTerminator(unit: number): boolean {
  return (ROLES[unit]! & STRONG) !== 0;
}

/** `.`, `!`, `?`, the ellipsis, the emoji of the marks, and the strong ones. */
export function isTerminator(unit: number): boolean {
  return (ROLES[unit]! & TERMINATOR) !== 0;
}

/** What may stand between a terminator and the space after it: quotes, brackets, Markdown's emphasis. */
export function isCloser(unit: number): boolean {
  return (ROLES[unit]! & CLOSER) !== 0;
}

/** What may stand before a sentence's first letter. */
export function isOpener(unit: number): boolean {
  return (ROLES[unit]! & OPENER) !== 0;
}

/** Scripts that separate sentences by a space alone: Thai, Lao. */
export function isSpaceSeparatedScript(unit: number): boolean {
  return unit >= 0x0e00 && unit <= 0x0eff;
}
