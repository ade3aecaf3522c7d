/**
 * Joins what was found by words and what was found by meaning into one order. Both are made shares of their best, since scores
 * of words have no scale of their own, and cosines of one model lie in a narrow range.
 *
 * Weights were set on the public halves of SciFact, Climate-FEVER, FoolMeTwice, Factcheck-Bench and HealthVer; joining by
 * ranks alone (reciprocal rank fusion) came out lower on most. Figures: bench/RESULTS.md.
 */
import { firstOfEach } from './keep-best.ts';
import type { Ranked } from './rank-passages.ts';

/** How much meaning counts; the rest is words. */
const MEANING = 0.55;
/** What is so much less near than the nearest counts as not near at all; beyond that it counts against a passage. */
const RANGE = 0.2;
/** The nearest of texts that have nothing to do with the question is about as near. */
const FAR = 0.55;

/** What shares a word with the query is found, however far its meaning is. */
const LEAST = 1e-4;

/** A passage with the cosine of its vector and the question's; absent where it has no vector. */
export interface Near {
  readonly key: number;
  readonly document: number;
  readonly similarity: number | undefined;
}

export interface Joined extends Ranked {
  readonly similarity?: number;
}

/** What a passage that holds all of a query's words well scores, for each unit of the weight of its terms. */
const WELL = 1.6;

/**
 * @param byWords scores above 0, in any order.
 * @param weights of the query's terms: where no passage holds them well, words count less.
 * @param near at least all of those, and what else is near.
 * @param perDocument the most passages of one document.
 * @returns the best first. Scores are comparable within one search alone.
 */
export function joinRankings(
  byWords: readonly Ranked[],
  near: readonly Near[],
  weights: ReadonlyMap<string, number>,
  perDocument = 1,
): Joined[] {
  let weight = 0;
  for (const one of weights.values()) weight += one;
  const mostWords = byWords.reduce((most, { score }) => Math.max(most, score), weight * WELL);
  const nearest = near.reduce((most, { similarity = -1 }) => Math.max(most, similarity), FAR);
  const words = new Map(byWords.map(({ key, score }) => [key, score / mostWords]));
  const joined = near.map(({ key, document, similarity }): Joined => {
    const byWord = words.get(key) ?? 0;
    if (similarity === undefined) return { key, document, score: byWord };
    const meaning = 1 + (similarity - nearest) / RANGE;
    return { key, document, score: MEANING * meaning + (1 - MEANING) * byWord, similarity };
  });
  joined.sort((a, b) => b.score - a.score || a.document - b.document || a.key - b.key);
  const found = joined.filter(({ key, score }) => score > 0 || words.has(key));
  return firstOfEach(found, ({ document }) => document, perDocument).map((one) =>
    one.score > LEAST ? one : { ...one, score: LEAST },
  );
}
