/**
 * What the detector weighs of a text: hashed n-grams for its linear part, and a short vector of counts, the
 * shape, for its network. Everything is written into buffers of this module, which hold until the next
 * call: nothing is allocated.
 */
import { FOLDED } from '../text/characters.ts';
import { classNumber, highClasses, isOf, lowClasses } from './index-lexicon.ts';
import { WORD_CLASSES } from './lexicon.ts';
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
  WORD,
} from './read-tokens.ts';

/**
 * Families of n-grams live in regions of their own, of so many bits: what says how a sentence is built must
 * not collide with the many words.
 */
const FORM_BITS = 14;
const MASKED_BITS = 17;
const LEXICAL_BITS = 18;
const MASKED_AT = 1 << FORM_BITS;
const LEXICAL_AT = MASKED_AT + (1 << MASKED_BITS);
/** How many features there are. */
export const FEATURE_COUNT: number = LEXICAL_AT + (1 << LEXICAL_BITS);
/** Further features of a text are not counted. */
const MAX_FEATURES = 6000;

const CLASS_COUNT = WORD_CLASSES.length;
/** Counts that are not of word classes, in this order. */
const MARK_SHAPES = [
  'words',
  'names',
  'acronyms',
  'numbers',
  'years',
  'measures',
  'past',
  'emoji',
  'hashtags',
  'mentions',
  'addresses',
  'questions',
  'exclamations',
  'quotes',
  'commas',
  'brackets',
  'colons',
  'endsColon',
  'endsQuestion',
  'endsExclamation',
  'endsStop',
  'upperShare',
  'wordLength',
] as const;
const START_KINDS = 21;
const SUBJECT_KINDS = 10;
const VERB_KINDS = 9;
const STARTS_AT = MARK_SHAPES.length + CLASS_COUNT;
const SUBJECTS_AT = STARTS_AT + START_KINDS;
const VERBS_AT = SUBJECTS_AT + SUBJECT_KINDS;
/** Length of the shape. */
export const SHAPE_SIZE = VERBS_AT + VERB_KINDS;

export interface Features {
  /** How many of `indices` are valid. */
  count: number;
  /** Distinct, each below {@link FEATURE_COUNT}. */
  readonly indices: Int32Array;
  readonly shape: Float64Array;
  words: number;
  /** Those of `words` that are made of letters, by the hash of what comes before an apostrophe. */
  readonly wordHashes: Int32Array;
  wordCount: number;
  /** Words that are English function words. */
  functionWords: number;
}

export const features: Features = {
  count: 0,
  indices: new Int32Array(MAX_FEATURES),
  shape: new Float64Array(SHAPE_SIZE),
  words: 0,
  wordHashes: new Int32Array(MAX_TOKENS),
  wordCount: 0,
  functionWords: 0,
};

/** Which call has last seen a feature: keeps the indices distinct without clearing anything. */
const seenIn = new Uint8Array(FEATURE_COUNT);
let call = 0;

/** Salts that keep the n-grams of a family apart from another's. */
const SHAPE = 0x1000193;
const START = 0x2000023;
const CLAUSE = 0x3000017;
const MASK1 = 0x4000037;
const MASK2 = 0x5000011;
const MASK3 = 0x600003b;
const WORD1 = 0x7000021;

function addForm(salt: number, hash: number): void {
  push(mix(hash ^ salt) >>> (32 - FORM_BITS));
}

function addMasked(salt: number, hash: number): void {
  push(MASKED_AT + (mix(hash ^ salt) >>> (32 - MASKED_BITS)));
}

function addLexical(hash: number): void {
  push(LEXICAL_AT + (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - LEXICAL_BITS)));
}

function push(index: number): void {
  if (seenIn[index] === call || features.count === MAX_FEATURES) return;
  seenIn[index] = call;
  features.indices[features.count++] = index;
}

const LOG = Float64Array.from({ length: 64 }, (_, i) => Math.log1p(i));
function logOf(count: number): number {
  return LOG[count < 63 ? count : 63]!;
}

const C = Object.fromEntries(WORD_CLASSES.map((name) => [name, classNumber(name)])) as Record<
  (typeof WORD_CLASSES)[number],
  number
>;
const counts = new Int32Array(CLASS_COUNT);

/** Reads `text` between two offsets into {@link features}. */
export function extractFeatures(text: string, from: number, to: number): Features {
  features.count = 0;
  if (++call > 0xff) {
    seenIn.fill(0);
    call = 1;
  }
  const read = readTokens(text, from, to);
  describe(read);
  addClause(read);
  addMaskedGrams(read);
  addWordGrams(text, read);
  return features;
}

/** The shape's counts, and in coarse steps as features too. */
function describe(read: Tokens): void {
  const shape = features.shape;
  shape.fill(0);
  counts.fill(0);
  let words = 0;
  let length = 0;
  let spelled = 0;
  for (let i = 0; i < read.count; i++) {
    const kind = read.kind[i]!;
    if (kind === PUNCTUATION) {
      const mark = markShape(read.hash[i]!);
      if (mark >= 0) shape[mark]!++;
      continue;
    }
    words++;
    length += read.end[i]! - read.start[i]!;
    if (kind === NUMBER) {
      shape[3]!++;
      if (read.form[i] === 3) shape[4]!++;
      else if (read.form[i] === 1 || read.form[i] === 2) shape[5]!++;
      continue;
    }
    if (kind !== LINK) features.wordHashes[spelled++] = read.bare[i]!;
    if (kind === NAME) shape[1]!++;
    else if (kind === ACRONYM) shape[2]!++;
    if (read.form[i] === 2 && kind === WORD) shape[6]!++;
    const slot = read.slot[i]!;
    if (slot < 0) continue;
    let bits = lowClasses(slot);
    while (bits !== 0) {
      counts[31 - Math.clz32(bits & -bits)]!++;
      bits &= bits - 1;
    }
    bits = highClasses(slot);
    while (bits !== 0) {
      counts[63 - Math.clz32(bits & -bits)]!++;
      bits &= bits - 1;
    }
  }
  features.words = words;
  features.wordCount = spelled;
  features.functionWords = counts[C.function]!;
  shape[7] = read.emoji;
  shape[8] = read.hashtags;
  shape[9] = read.mentions;
  shape[10] = read.addresses;
  for (let i = 1; i <= 16; i++) {
    const value = logOf(shape[i]!);
    shape[i] = value;
    addForm(SHAPE, i * 64 + step(value));
  }
  for (let i = 0; i < CLASS_COUNT; i++) {
    const value = logOf(counts[i]!);
    shape[MARK_SHAPES.length + i] = value;
    addForm(SHAPE, (MARK_SHAPES.length + i) * 64 + step(value));
  }
  const last = read.count > 0 ? read.count - 1 : -1;
  const mark = last >= 0 && read.kind[last] === PUNCTUATION ? read.hash[last]! : 0;
  const ending = endShape(mark);
  if (ending > 0) shape[ending] = 1;
  addForm(SHAPE, 17 * 64 + (ending > 0 ? ending : mark === 0 ? 0 : 1));
  shape[0] = logOf(words);
  shape[21] = read.letters > 0 ? read.upper / (read.letters + 1) : 0;
  shape[22] = words > 0 ? length / words : 0;
  addForm(SHAPE, Math.min(15, Math.floor(shape[0] * 3)));
  addForm(SHAPE, 21 * 64 + (shape[21] > 0.5 ? 3 : shape[21] > 0.2 ? 2 : shape[21] > 0.08 ? 1 : 0));
  addForm(SHAPE, 22 * 64 + Math.min(12, Math.round(shape[22] * 1.5)));
}

/** None, one, two, up to four, up to eight, more; from the logarithm. */
function step(value: number): number {
  return value <= 0 ? 0 : value < 0.7 ? 1 : value < 1.1 ? 2 : value < 1.7 ? 3 : value < 2.2 ? 4 : 5;
}

/** @returns the place in the shape where a mark is counted, or -1. */
function markShape(unit: number): number {
  switch (unit) {
    case 0x3f:
    case 0xff1f:
    case 0x61f:
      return 11;
    case 0x21:
    case 0xff01:
      return 12;
    case 0x22:
    case 0x201c:
      return 13;
    case 0x2c:
    case 0xff0c:
    case 0x60c:
    case 0x3001:
      return 14;
    case 0x28:
      return 15;
    case 0x3a:
      return 16;
    default:
      return -1;
  }
}

/** @returns the place in the shape that a last mark sets, or 0. */
function endShape(unit: number): number {
  switch (markShape(unit)) {
    case 16:
      return 17;
    case 11:
      return 18;
    case 12:
      return 19;
    default:
      return unit === 0x2e || unit === 0x3002 || unit === 0x964 ? 20 : 0;
  }
}

/** How the sentence begins, what its subject is, and what its first finite verb. */
function addClause(read: Tokens): void {
  const shape = features.shape;
  let first = -1;
  for (let i = 0; i < read.count && i < 8; i++) {
    if (read.kind[i] === PUNCTUATION) continue;
    first = i;
    if (!isOf(read.slot[i]!, C.discourse)) break;
  }
  if (first < 0) return;
  const start = startKind(read, first);
  shape[STARTS_AT + start] = 1;
  let subject = 0;
  let verb = 0;
  let verbAt = -1;
  let words = 0;
  for (let i = first; i < read.count && words < 14; i++) {
    if (read.kind[i] === PUNCTUATION) continue;
    verb = verbKind(read, i, words > 0);
    if (verb > 0) {
      verbAt = i;
      break;
    }
    if (subject === 0) subject = subjectKind(read, i);
    words++;
  }
  if (verbAt > first && subject === 0) subject = 9;
  else if (verbAt === first) subject = subjectKind(read, first);
  shape[SUBJECTS_AT + subject] = 1;
  shape[VERBS_AT + verb] = 1;

  const facts = (shape[3]! > 0 ? 1 : 0) + (shape[1]! + shape[2]! > 0 ? 2 : 0);
  addForm(START, start);
  addForm(START, read.hash[first]!);
  addForm(CLAUSE, subject * 16 + verb);
  addForm(CLAUSE, 0x1000 + (subject * 16 + verb) * 4 + facts);
  addForm(CLAUSE, 0x3000 + subject * 4 + facts);
  addForm(CLAUSE, 0x4000 + verb);
  addForm(CLAUSE, 0x5000 + start * 4 + facts);
  if (verbAt >= 0 && verbAt + 1 < read.count) {
    const next = read.mask[verbAt + 1]!;
    addForm(CLAUSE, Math.imul(next, 31) + verb);
    addForm(CLAUSE, Math.imul(next, 37) + subject * 16 + verb);
  }
  const second = first + 1 < read.count ? read.mask[first + 1]! : 0;
  const third = first + 2 < read.count ? read.mask[first + 2]! : 0;
  addForm(START, Math.imul(read.mask[first]!, 31) + second);
  addForm(START, Math.imul(read.hash[first]!, 37) + second);
  addMasked(START, Math.imul(Math.imul(read.mask[first]!, 31) + second, 31) + third);
}

function startKind(read: Tokens, i: number): number {
  const kind = read.kind[i]!;
  if (kind === NUMBER) return 15;
  if (kind === LINK) return 20;
  const slot = read.slot[i]!;
  if (slot < 0) return kind === ACRONYM || kind === NAME ? 14 : read.form[i] === 1 ? 19 : 0;
  if (isOf(slot, C.question)) return 2;
  if (isOf(slot, C.selfFirst)) return 5;
  if (isOf(slot, C.selfPlural)) return 6;
  if (isOf(slot, C.you)) return 7;
  const subject = subjectKind(read, i);
  if (subject === 6) return 9;
  if (subject === 7) return 10;
  if (isOf(slot, C.third)) return 8;
  if (verbKind(read, i, false) > 0) return 3;
  if (isOf(slot, C.condition)) return 17;
  if (isOf(slot, C.article)) return 11;
  if (isOf(slot, C.advice)) return 1;
  if (isOf(slot, C.greeting)) return 4;
  if (isOf(slot, C.quantifier) || isOf(slot, C.numberWord)) return 13;
  if (isOf(slot, C.opinion) || isOf(slot, C.intensifier)) return 18;
  if (isOf(slot, C.function)) return 16;
  return read.form[i] === 1 ? 19 : 12;
}

function subjectKind(read: Tokens, i: number): number {
  if (read.kind[i] === NAME || read.kind[i] === ACRONYM) return 1;
  const slot = read.slot[i]!;
  if (slot < 0) return 0;
  if (isOf(slot, C.selfFirst)) return 2;
  if (isOf(slot, C.selfPlural)) return 3;
  if (isOf(slot, C.you)) return 4;
  if (isOf(slot, C.demonstrative)) return 6;
  if (isOf(slot, C.existential)) return 7;
  if (isOf(slot, C.third)) return 5;
  return isOf(slot, C.question) ? 8 : 0;
}

/** 0 = not a finite verb that the lexicon or an ending tells. */
function verbKind(read: Tokens, i: number, within: boolean): number {
  const slot = read.slot[i]!;
  if (slot >= 0) {
    if (isOf(slot, C.beNow)) return 1;
    if (isOf(slot, C.bePast)) return 2;
    if (isOf(slot, C.have)) return 3;
    if (isOf(slot, C.do)) return 4;
    if (isOf(slot, C.will)) return 5;
    if (isOf(slot, C.may)) return 6;
    if (isOf(slot, C.must)) return 7;
  }
  if (!within || read.kind[i] !== WORD) return 0;
  return (slot >= 0 && isOf(slot, C.pastIrregular)) || read.form[i] === 2 ? 8 : 0;
}

const BEGIN = mix(0x2545f491);
const END = mix(0x1b873593);

/** Runs of one to three tokens whose content words are masked. */
function addMaskedGrams(read: Tokens): void {
  let before = 0;
  let last = BEGIN;
  for (let i = 0; i <= read.count; i++) {
    const mask = i < read.count ? read.mask[i]! : END;
    if (i < read.count) addForm(MASK1, mask);
    const pair = Math.imul(last, 31) ^ mask;
    addMasked(MASK2, pair);
    if (i > 0) addMasked(MASK3, Math.imul(before, 961) ^ pair);
    before = last;
    last = mask;
  }
}

/** Words, and runs of three to five units within a word and its bounds. */
function addWordGrams(text: string, read: Tokens): void {
  for (let i = 0; i < read.count; i++) {
    if (read.kind[i] === PUNCTUATION || read.kind[i] === LINK) continue;
    addLexical(mix(read.hash[i]! ^ WORD1));
    const end = read.end[i]!;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0x5e;
    let length = 1;
    for (let at = read.start[i]!; at <= end; at++) {
      const unit = at < end ? FOLDED[text.charCodeAt(at)]! : 0x24;
      length++;
      if (length >= 3) {
        const three = Math.imul(Math.imul(c, 0x10dcd) + d, 0x10dcd) + unit;
        addLexical(mix(three));
        if (length >= 4) {
          const four = three + Math.imul(b, 0x3ade68b1);
          addLexical(mix(four + 0x1234567));
          if (length >= 5) addLexical(mix(four + Math.imul(a, 0x41c64e6d) + 0x7654321));
        }
      }
      a = b;
      b = c;
      c = d;
      d = unit;
    }
  }
}
