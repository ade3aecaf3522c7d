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
import { findDistinctive, scoreDistinctive } from './feedback.ts';
import { firstOfEach } from './keep-best.ts';
import { ASKED, type Candidate, PARTLY, type Pool, type PooledPassage, TermPool } from './term-pool.ts';
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
  collection: Collection,
  perDocument = 1,
  partWeights = PART_WEIGHTS,
): Ranked[] {
  const weights = weighTerms(terms, collection);
  const pool = new TermPool(weights, collection.meanTerms);
  for (const candidate of candidates) pool.add(candidate);
  return rankPool(pool.pool, weights, collection, perDocument, partWeights);
}

/** @returns how much it says that a passage has each of the query's terms. */
export function weighTerms(
  terms: readonly string[],
  { passages, frequencies }: Collection,
): Map<string, number> {
  return new Map(terms.map((term) => [term, inverseFrequency(passages, frequencies.get(term) ?? 0)]));
}

/**
 * @param pool the candidates.
 * @param weights of the query's terms.
 */
export function rankPool(
  pool: Pool,
  weights: ReadonlyMap<string, number>,
  { frequencies }: Collection,
  perDocument = 1,
  partWeights = PART_WEIGHTS,
): Ranked[] {
  const { scores, parts } = scoreTerms(pool);
  const distinctive = scoreDistinctive(pool, findDistinctive(pool, scores));
  /** What a passage could have at most of the query's terms: brings the other parts to the same scale. */
  let scale = 0;
  for (const [term, weight] of weights) if (frequencies.has(term)) scale += weight;
  const ranked: Ranked[] = [];
  for (const [i, { key, document, bestSentence }] of pool.passages.entries()) {
    const score =
      scores[i]! +
      partWeights.feedback * scale * distinctive[i]! +
      partWeights.wordParts * scale * parts[i]! +
      partWeights.sentence * bestSentence;
    if (score > 0) ranked.push({ key, document, score });
  }
  ranked.sort((a, b) => b.score - a.score || a.document - b.document);
  return firstOfEach(ranked, ({ document }) => document, perDocument);
}

/** @returns how well each passage of the pool holds the query's terms, and the parts of its words: 0 to 2.2. */
function scoreTerms({ passages, terms, counts, flags, weights, parts, partsOfTerms }: Pool) {
  const { size } = parts;
  /** How often each passage has each part. */
  const times = new Int32Array(passages.length * size);
  const frequencies = new Int32Array(size);
  const scores = passages.map(({ from, to, norm }, i) => {
    let score = 0;
    for (let at = from; at < to; at++) {
      const term = terms[at]!;
      const flag = flags[term]!;
      if (flag === 0) continue;
      if ((flag & ASKED) !== 0) score += weights[term]! * saturate(counts[at]!, norm);
      if ((flag & PARTLY) === 0) continue;
      for (let place = partsOfTerms.first(term); place >= 0; place = partsOfTerms.after(place)) {
        const part = partsOfTerms.at(place);
        if (times[i * size + part] === 0) frequencies[part]!++;
        times[i * size + part]! += counts[at]!;
      }
    }
    return score;
  });
  return { scores, parts: scoreParts(passages, times, frequencies) };
}

function scoreParts(
  passages: readonly PooledPassage[],
  times: Int32Array,
  frequencies: Int32Array,
): readonly number[] {
  const size = frequencies.length;
  const weights: number[] = [];
  let total = 0;
  for (let part = 0; part < size; part++) {
    const frequency = frequencies[part]!;
    const weight = frequency === 0 ? 0 : inverseFrequency(passages.length, frequency);
    weights.push(weight);
    total += weight;
  }
  return passages.map(({ norm }, i) => {
    let score = 0;
    for (let part = 0; part < size; part++) {
      const count = times[i * size + part]!;
      if (count > 0) score += weights[part]! * saturate(count, norm);
    }
    return total === 0 ? 0 : score / total;
  });
}
