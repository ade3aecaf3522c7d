/**
 * What the detector weighs of a text, in buffers that hold until the next text is read: nothing is allocated.
 * Hashed n-grams are for its linear part; a short vector of counts, the shape, is for its network.
 */
import { WORD_CLASSES } from './lexicon.ts';
import { mix, readTokens, type Tokens } from './read-tokens.ts';

/**
 * Families of n-grams have regions of their own, of so many bits: what says how a sentence is built must not
 * collide with the many words.
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

/** The shape begins with counts that are not of word classes, in this order; those of word classes follow. */
const MARK_SHAPES = [
  ...(['words', 'names', 'acronyms', 'numbers', 'years', 'measures', 'past', 'emoji', 'hashtags'] as const),
  ...(['mentions', 'addresses', 'questions', 'exclamations', 'quotes', 'commas', 'brackets'] as const),
  ...(['colons', 'endsColon', 'endsQuestion', 'endsExclamation', 'endsStop', 'upperShare'] as const),
  'wordLength' as const,
];
/** Places in the shape. */
export const SHAPE = Object.fromEntries(MARK_SHAPES.map((name, place) => [name, place])) as Readonly<
  Record<(typeof MARK_SHAPES)[number], number>
>;
export const CLASSES_AT: number = MARK_SHAPES.length;
/** Then one place for each way in which a sentence begins, for each kind of subject, and of verb. */
export const STARTS_AT: number = CLASSES_AT + WORD_CLASSES.length;
export const SUBJECTS_AT: number = STARTS_AT + 21;
export const VERBS_AT: number = SUBJECTS_AT + 10;
/** Length of the shape. */
export const SHAPE_SIZE: number = VERBS_AT + 9;

const indices = new Int32Array(MAX_FEATURES);

export const features = {
  /** How many of `indices` are valid. */
  count: 0,
  /** Distinct, each below {@link FEATURE_COUNT}. */
  indices,
  shape: new Float64Array(SHAPE_SIZE),
  words: 0,
  /** The tokens that were read. */
  tokens: readTokens('') as Tokens,
  /** Words that are English function words. */
  functionWords: 0,
};
export type Features = Readonly<typeof features>;

/** In which text a feature was seen last: keeps the indices distinct without clearing anything. */
const seenIn = new Uint8Array(FEATURE_COUNT);
let text = 0;

/** Begins with another text. */
export function clearFeatures(): void {
  features.count = 0;
  if (++text <= 0xff) return;
  seenIn.fill(0);
  text = 1;
}

/** @param salt keeps one kind of n-grams apart from another's. */
export function addForm(salt: number, hash: number): void {
  push(mix(hash ^ salt) >>> (32 - FORM_BITS));
}

export function addMasked(salt: number, hash: number): void {
  push(MASKED_AT + (mix(hash ^ salt) >>> (32 - MASKED_BITS)));
}

export function addLexical(hash: number): void {
  push(LEXICAL_AT + (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - LEXICAL_BITS)));
}

function push(index: number): void {
  if (seenIn[index] === text || features.count === MAX_FEATURES) return;
  seenIn[index] = text;
  indices[features.count++] = index;
}
