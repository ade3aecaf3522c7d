/**
 * What the detector weighs of a sentence that is not English, in buffers that hold until the next one is read:
 * hashed words and parts of words, and a short vector of marks and word classes, the shape, that all languages share.
 */
import {
  classesOf,
  ENDING_SEED,
  extendPart,
  extendPhrase,
  FOREIGN_CLASSES,
  hashForeign,
  LONGEST_ENDING,
  LONGEST_PHRASE,
  LONGEST_STEM,
  loadClasses,
  STEM_SEED,
} from './foreign-classes.ts';
import { SPELLING } from './foreign-spelling.ts';
import {
  ACRONYM,
  LINK,
  MAX_TOKENS,
  mix,
  NAME,
  NUMBER,
  PUNCTUATION,
  readTokens,
  type Tokens,
  YEAR,
} from './read-tokens.ts';

const BITS = 17;
/** How many hashed features there are. */
export const FOREIGN_FEATURES: number = 1 << BITS;
const MAX_FEATURES = 4000;

const MARKS = [
  'words',
  'short',
  'long',
  'numbers',
  'manyNumbers',
  'measures',
  'years',
  'names',
  'manyNames',
  'acronyms',
  'commas',
  'quotes',
  'colon',
  'brackets',
  'endsQuestion',
  'endsExclamation',
  'endsStop',
  'endsColon',
  'endsMore',
  'emoji',
  'hashtags',
  'mentions',
  'links',
  'startsNumber',
  'startsName',
  'startsMark',
] as const;
const MARK = Object.fromEntries(MARKS.map((name, place) => [name, place])) as Readonly<
  Record<(typeof MARKS)[number], number>
>;
const CLASS_COUNT = FOREIGN_CLASSES.length;
/** The shape begins with so many marks. */
export const MARK_COUNT: number = MARKS.length;
const ANYWHERE = MARK_COUNT;
const FIRST = ANYWHERE + CLASS_COUNT;
const LAST = FIRST + CLASS_COUNT;
/** Length of the shape: marks, then each class anywhere, at the beginning, and at the end. */
export const FOREIGN_SHAPE: number = LAST + CLASS_COUNT;

/** Scripts with a calibration of their own. */
export const SCRIPTS = ['latin', 'arabic', 'devanagari', 'han'] as const;

export const foreign = {
  /** How many of `indices` are valid. */
  count: 0,
  /** Distinct, each below {@link FOREIGN_FEATURES}. */
  indices: new Int32Array(MAX_FEATURES),
  shape: new Float64Array(FOREIGN_SHAPE),
  /** Place in {@link SCRIPTS} of the first letter beyond Latin, Greek and Cyrillic; 0 where there is none. */
  script: 0,
};

/** The value that a sentence's hashed features share: long sentences must not weigh more. */
export function hashedValue(count: number): number {
  return 5 / Math.sqrt(count > 30 ? count : 30);
}

/** In which sentence a feature was seen last: keeps the indices distinct without clearing anything. */
const seenIn = new Uint8Array(FOREIGN_FEATURES);
let sentence = 0;

function add(hash: number): void {
  const index = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - BITS);
  if (seenIn[index] === sentence || foreign.count === MAX_FEATURES) return;
  seenIn[index] = sentence;
  foreign.indices[foreign.count++] = index;
}

/** Salts of the kinds of features. */
const WORD = 0x7000021;
const PAIR = 0x1000193;
const TRIPLE = 0x2000023;
const START = 0x3000017;
const END = 0x4000037;

/** Of the tokens, whose words are hashed as {@link SPELLING} says. */
const hashes = new Int32Array(MAX_TOKENS);

/** Reads a sentence into {@link foreign}. */
export function readForeign(text: string): typeof foreign {
  foreign.count = 0;
  foreign.shape.fill(0);
  if (++sentence > 0xff) {
    seenIn.fill(0);
    sentence = 1;
  }
  loadClasses();
  const read = readTokens(text);
  for (let i = 0; i < read.count; i++) {
    hashes[i] = isWord(read.kind[i]!) ? hashForeign(text, read.start[i]!, read.end[i]!) : read.hash[i]!;
  }
  addWords(text, read);
  describeMarks(text, read);
  describeClasses(text, read);
  return foreign;
}

function isWord(kind: number): boolean {
  return kind < NUMBER;
}

/** Words, runs of two and three, how the sentence begins and ends, and three to five units within a word. */
function addWords(text: string, read: Tokens): void {
  let first = -1;
  let last = -1;
  let before = 0;
  let beforeThat = 0;
  for (let i = 0; i < read.count; i++) {
    if (read.kind[i] === PUNCTUATION) {
      before = 0x11;
      beforeThat = 0;
      continue;
    }
    const hash = hashes[i]!;
    if (first < 0) first = i;
    else {
      add(mix(Math.imul(before, 31) ^ hash ^ PAIR));
      if (beforeThat !== 0) add(mix(Math.imul(beforeThat, 961) ^ Math.imul(before, 31) ^ hash ^ TRIPLE));
    }
    beforeThat = before;
    before = hash;
    last = i;
    if (!isWord(read.kind[i]!)) continue;
    add(mix(hash ^ WORD));
    addParts(text, read.start[i]!, read.end[i]!);
  }
  if (first < 0) return;
  addEdge(text, read, first, START);
  addEdge(text, read, last, END);
  if (first + 1 < read.count) add(mix(Math.imul(hashes[first]!, 31) ^ hashes[first + 1]! ^ START));
  if (last > 0) add(mix(Math.imul(hashes[last]!, 31) ^ hashes[last - 1]! ^ END));
}

/** The first or last word, and its endings. */
function addEdge(text: string, read: Tokens, i: number, salt: number): void {
  add(mix(hashes[i]! ^ salt));
  let hash = ENDING_SEED;
  const start = read.start[i]!;
  const end = read.end[i]!;
  for (let at = end - 1, length = 0; at > start && length < 3; at--) {
    if (SPELLING[text.charCodeAt(at)] === 0) continue;
    hash = extendPart(hash, text.charCodeAt(at));
    add(mix(hash ^ salt));
    length++;
  }
}

function addParts(text: string, start: number, end: number): void {
  if (end - start < 2) return;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0x5e;
  let length = 1;
  for (let at = start; at <= end; at++) {
    const unit = at < end ? SPELLING[text.charCodeAt(at)]! : 0x24;
    if (unit === 0) continue;
    length++;
    if (length >= 3) {
      const three = Math.imul(Math.imul(c, 0x10dcd) + d, 0x10dcd) + unit;
      add(mix(three));
      if (length >= 4) {
        const four = three + Math.imul(b, 0x3ade68b1);
        add(mix(four + 0x1234567));
        if (length >= 5) add(mix(four + Math.imul(a, 0x41c64e6d) + 0x7654321));
      }
    }
    a = b;
    b = c;
    c = d;
    d = unit;
  }
}

const ENDS_AT = new Map<number, number>();
const COUNTED_AT = new Map<number, number>();
for (const [marks, ends, counted] of [
  ['?？؟', MARK.endsQuestion, undefined],
  ['!！', MARK.endsExclamation, undefined],
  ['.。।', MARK.endsStop, undefined],
  [':：', MARK.endsColon, MARK.colon],
  ['…', MARK.endsMore, undefined],
  [',，،、', undefined, MARK.commas],
  ['"“”', undefined, MARK.quotes],
  ['(', undefined, MARK.brackets],
] as const) {
  for (const mark of marks) {
    if (ends !== undefined) ENDS_AT.set(mark.charCodeAt(0), ends);
    if (counted !== undefined) COUNTED_AT.set(mark.charCodeAt(0), counted);
  }
}

/** A question mark says much: its weight is to be held back less. */
const SURE = 3;

function describeMarks(text: string, read: Tokens): void {
  const { shape } = foreign;
  let [words, numbers, names] = [0, 0, 0];
  let first = -1;
  for (let i = 0; i < read.count; i++) {
    const kind = read.kind[i]!;
    if (kind === PUNCTUATION) {
      const place = COUNTED_AT.get(read.hash[i]!);
      if (place !== undefined) shape[place] = 1;
      continue;
    }
    if (first < 0) first = kind;
    // A Han unit says as much as half a word or so.
    words += text.charCodeAt(read.start[i]!) >= 0x2e80 && text.charCodeAt(read.start[i]!) < 0xac00 ? 0.6 : 1;
    if (kind === NUMBER) {
      numbers++;
      if (read.form[i] === YEAR) shape[MARK.years] = 1;
      else if (read.form[i] === 1 || read.form[i] === 2) shape[MARK.measures] = 1;
    } else if (kind === NAME) names++;
    else if (kind === ACRONYM) shape[MARK.acronyms] = 1;
    else if (kind === LINK) shape[MARK.links] = 1;
  }
  shape[MARK.words] = Math.log1p(words) / 2;
  shape[MARK.short] = words < 5 ? 1 : 0;
  shape[MARK.long] = words > 16 ? 1 : 0;
  shape[MARK.numbers] = numbers > 0 ? 1 : 0;
  shape[MARK.manyNumbers] = numbers > 1 ? 1 : 0;
  shape[MARK.names] = names > 0 ? 1 : 0;
  shape[MARK.manyNames] = names > 2 ? 1 : 0;
  shape[MARK.emoji] = read.emoji > 0 ? 1 : 0;
  shape[MARK.hashtags] = read.hashtags > 0 ? 1 : 0;
  shape[MARK.mentions] = read.mentions > 0 ? 1 : 0;
  if (first === NUMBER) shape[MARK.startsNumber] = 1;
  if (first === ACRONYM) shape[MARK.startsName] = 1;
  foreign.script = scriptOf(text, read);
  if (read.count === 0) return;
  if (read.kind[0] === PUNCTUATION) shape[MARK.startsMark] = 1;
  const ending = ENDS_AT.get(read.hash[read.count - 1]!);
  if (ending !== undefined) shape[ending] = ending === MARK.endsQuestion ? SURE : 1;
}

function scriptOf(text: string, read: Tokens): number {
  for (let i = 0; i < read.count; i++) {
    const unit = text.charCodeAt(read.start[i]!);
    if (unit >= 0x600 && isWord(read.kind[i]!)) return unit < 0x900 ? 1 : unit < 0x2e80 ? 2 : 3;
  }
  return 0;
}

/** A class within so many words of the sentence's beginning or end is counted there too. */
const EDGE = 2;

/** It joins words: "peut-être". */
const HYPHEN = 0x2d;

function describeClasses(text: string, read: Tokens): void {
  let words = 0;
  for (let i = 0; i < read.count; i++) {
    if (!isWord(read.kind[i]!)) continue;
    let phrase = hashes[i]!;
    let classes = classesOf(phrase) | classesOfParts(text, read.start[i]!, read.end[i]!);
    if (CLITICS.has(text.charCodeAt(read.start[i]!)))
      classes |= classesOf(hashForeign(text, read.start[i]! + 1, read.end[i]!));
    let left = 0;
    for (let k = i + 1, taken = 1; k < read.count && taken < LONGEST_PHRASE; k++) {
      if (hashes[k] === HYPHEN) continue;
      if (!isWord(read.kind[k]!)) break;
      taken++;
      phrase = extendPhrase(phrase, hashes[k]!);
      const found = classesOf(phrase);
      if (found !== 0) {
        classes |= found;
        left = k - i;
      }
    }
    words++;
    if (classes === 0) continue;
    note(ANYWHERE, classes);
    if (words <= EDGE) note(FIRST, classes);
    if (i + left + EDGE + 1 >= read.count) note(LAST, classes);
  }
}

/** Arabic "and", "so", written together with the next word. */
const CLITICS = new Set([0x648, 0x641]);

function classesOfParts(text: string, start: number, end: number): number {
  let classes = 0;
  let hash = ENDING_SEED;
  for (let at = end - 1, length = 0; at > start && length < LONGEST_ENDING; at--) {
    if (SPELLING[text.charCodeAt(at)] === 0) continue;
    hash = extendPart(hash, text.charCodeAt(at));
    if (++length > 1) classes |= classesOf(hash);
  }
  hash = STEM_SEED;
  for (let at = start, length = 0; at < end && length < LONGEST_STEM; at++) {
    if (SPELLING[text.charCodeAt(at)] === 0) continue;
    hash = extendPart(hash, text.charCodeAt(at));
    if (++length > 1) classes |= classesOf(hash);
  }
  return classes;
}

function note(from: number, classes: number): void {
  for (let bits = classes; bits !== 0; bits &= bits - 1)
    foreign.shape[from + 31 - Math.clz32(bits & -bits)] = 1;
}
