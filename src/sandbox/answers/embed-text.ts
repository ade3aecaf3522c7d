/**
 * Vectors of texts, made of nothing but the text: the same text has the same vector, and texts that share words, or pieces
 * of words, are near each other. Each word and each piece points in a direction of its own, drawn by its hash; a text
 * points where its words point together. Directions of chance are nearly at right angles, and stay so where only the first
 * dimensions are kept.
 */

/** Words that stand in most texts say little of what one is about. */
const SHORT = 3;
const WEIGHTS = { short: 0.2, word: 1, piece: 0.4 } as const;
/** Letters of a piece: `tower` and `towers` share three of theirs. */
const PIECE = 3;

/** @returns a vector of length 1, whose first `dimensions` are those of any longer one but for their scale. */
export function embedText(text: string, dimensions: number): Float32Array {
  const sum = new Float64Array(dimensions);
  for (const [feature, weight] of featuresOf(text)) addDirection(sum, feature, weight);
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return Float32Array.from(sum, (value) => value / (length || 1));
}

/** What a text is made of, and how much each counts: what comes again counts less. */
function featuresOf(text: string): Map<string, number> {
  const features = new Map<string, number>();
  const add = (feature: string, weight: number): void => {
    features.set(feature, Math.hypot(features.get(feature) ?? 0, weight));
  };
  const words = text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu) ?? [text];
  for (const word of words) {
    const isShort = word.length <= SHORT && /^[a-z]+$/.test(word);
    add(word, isShort ? WEIGHTS.short : WEIGHTS.word);
    if (isShort) continue;
    for (let at = 0; at + PIECE <= word.length; at++) add(`~${word.slice(at, at + PIECE)}`, WEIGHTS.piece);
  }
  return features;
}

/** One bit for each dimension says which way. */
function addDirection(sum: Float64Array, feature: string, weight: number): void {
  let state = hash(feature);
  let bits = 0;
  for (let i = 0; i < sum.length; i++) {
    if (i % 32 === 0) {
      state = next(state);
      bits = state;
    }
    sum[i]! += (bits & 1) === 1 ? weight : -weight;
    bits >>>= 1;
  }
}

/** FNV-1a, of UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0 || 1;
}

/** Xorshift of 32 bits, mixed, so that neighbours in one are none in the other. */
function next(state: number): number {
  let x = state;
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  return Math.imul(x, 0x9e3779b1) >>> 0 || 1;
}
