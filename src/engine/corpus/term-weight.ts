/** BM25: Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond", chapter 3. */

/** From how many occurrences on more of them say little. */
const SATURATION = 1.2;
/** How much a long passage has to make up for its length, 0 to 1. */
const LENGTH_NORMALIZATION = 0.7;
/** How much a term in the title counts beside one in the text. */
export const TITLE_WEIGHT: number = 3;

/** How much it says that a passage has a term; above 0 also for a term that most passages have. */
export function inverseFrequency(passages: number, withTerm: number): number {
  return Math.log(1 + (passages - withTerm + 0.5) / (withTerm + 0.5));
}

/** @param length the passage's beside the mean, which is 1. */
export function lengthNorm(length: number): number {
  return SATURATION * (1 - LENGTH_NORMALIZATION + LENGTH_NORMALIZATION * length);
}

/** What so many occurrences count: 0 for none, towards 2.2 for many. */
export function saturate(count: number, norm: number): number {
  return (count * (SATURATION + 1)) / (count + norm);
}

/** A sentence of so many terms counts half of what it says. */
export const LONG_SENTENCE: number = 40;
