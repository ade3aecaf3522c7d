/**
 * Ranks the passages that an index proposes. Arithmetic over terms, no model. A passage's score is
 *
 * 1. how well it holds the query's terms, the rare ones counting for most (BM25),
 * 2. plus how well it holds the terms that set the best passages apart (feedback),
 * 3. plus how well it holds the parts of the query's words, so that `antitumor` is near `tumor`,
 * 4. plus the most that one of its sentences says of the query.
 *
 * What each part is worth was measured: bench/RESULTS.md. The order and nearness of the query's terms, and
 * counting a term by how often the query repeats it, were tried as well and did not pay.
 */
import { findDistinctive } from './feedback.ts';
import { type Candidate, type PooledPassage, TermPool } from './term-pool.ts';
import { inverseFrequency, saturate } from './term-weight.ts';

/** What is known of all passages. */
export interface Collection {
  readonly passages: number;
  /** Terms of a passage and of its document's title, on average. */
  readonly meanTerms: number;
  /** In how many passages each term of the query is. */
  readonly frequencies: ReadonlyMap<string, number>;
}

export interface Ranked {
  readonly key: number;
  readonly document: number;
  readonly score: number;
}

/** What the parts of the score count beside the first. */
export interface PartWeights {
  readonly feedback: number;
  readonly wordParts: number;
  readonly sentence: number;
}

const PART_WEIGHTS: PartWeights = { feedback: 0.5, wordParts: 0.7, sentence: 0.5 };

/**
 * About a millisecond for 64 candidates.
 *
 * @param terms the query's.
 * @param perDocument the most passages of one document.
 * @returns the best passages of each document, the best first.
 */
export function rankPassages(
  terms: readonly string[],
  candidates: readonly Candidate[],
  { passages, meanTerms, frequencies }: Collection,
  partWeights = PART_WEIGHTS,
  perDocument = 1,
): Ranked[] {
  const weights = new Map(
    terms.map((term) => [term, inverseFrequency(passages, frequencies.get(term) ?? 0)]),
  );
  const pool = new TermPool(weights, meanTerms);
  for (const candidate of candidates) pool.add(candidate);
  const scores = pool.passages.map((passage) => scoreTerms(passage, pool.weights));
  const distinctive = findDistinctive(pool, scores);
  const partsOf = scoreParts(pool);
  /** What a passage could have at most of the query's terms: brings the other parts to the same scale. */
  let scale = 0;
  for (const [term, weight] of weights) if (frequencies.has(term)) scale += weight;
  const ranked: Ranked[] = [];
  for (const [i, passage] of pool.passages.entries()) {
    const score =
      scores[i]! +
      partWeights.feedback * scale * scoreDistinctive(passage, distinctive) +
      partWeights.wordParts * scale * partsOf(passage) +
      partWeights.sentence * passage.bestSentence;
    const { key, document } = passage;
    if (score > 0) ranked.push({ key, document, score });
  }
  ranked.sort((a, b) => b.score - a.score || a.document - b.document);
  const times = new Map<number, number>();
  return ranked.filter(({ document }) => {
    const time = (times.get(document) ?? 0) + 1;
    times.set(document, time);
    return time <= perDocument;
  });
}

function scoreTerms({ terms, strengths }: PooledPassage, weights: readonly number[]): number {
  let score = 0;
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at]!;
    if (term < weights.length) score += weights[term]! * strengths[at]!;
  }
  return score;
}

function scoreDistinctive({ terms, strengths }: PooledPassage, distinctive: Float64Array): number {
  let score = 0;
  for (let at = 0; at < terms.length; at++) score += distinctive[terms[at]!]! * strengths[at]!;
  return score;
}

/** @returns how well each passage of the pool holds the parts of the query's words: 0 to 2.2. */
function scoreParts(pool: TermPool): (passage: PooledPassage) => number {
  const { passages, partsOfTerm, parts } = pool;
  const counts = new Float64Array(parts.size);
  const count = ({ terms, counts: times }: PooledPassage): void => {
    counts.fill(0);
    for (let at = 0; at < terms.length; at++) {
      const found = partsOfTerm[terms[at]!];
      if (found === undefined) continue;
      for (const part of found) counts[part]! += times[at]!;
    }
  };

  const frequencies = new Float64Array(parts.size);
  for (const passage of passages) {
    count(passage);
    for (let part = 0; part < counts.length; part++) if (counts[part]! > 0) frequencies[part]!++;
  }
  const weights = frequencies.map((frequency) =>
    frequency === 0 ? 0 : inverseFrequency(passages.length, frequency),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (passage) => {
    if (total === 0) return 0;
    count(passage);
    let score = 0;
    for (let part = 0; part < counts.length; part++) {
      if (counts[part]! > 0) score += weights[part]! * saturate(counts[part]!, passage.norm);
    }
    return score / total;
  };
}
