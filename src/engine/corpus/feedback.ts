/**
 * Pseudo-relevance feedback: what the best passages have in common and the others lack is taken for a part of
 * the question (after Lavrenko and Croft 2001, "Relevance-Based Language Models"). Only the candidates are
 * looked at, so it costs no second search.
 */
import { keepBest } from './keep-best.ts';
import { ASKED, DISTINCTIVE, LOOKED_AT, type Pool } from './term-pool.ts';
import { inverseFrequency, saturate } from './term-weight.ts';

const BEST_PASSAGES = 5;
const MOST_TERMS = 20;
/** A passage whose score is lower by this counts 1/e of the best one. */
const TEMPERATURE = 2;

interface DistinctiveTerm {
  readonly term: number;
  /** How much it counts; all of them together 1. */
  readonly share: number;
}

/**
 * @param scores of the pool's passages.
 * @returns the terms that set the best passages apart; none is of the query.
 */
export function findDistinctive(pool: Pool, scores: ArrayLike<number>): readonly DistinctiveTerm[] {
  const { passages, terms, counts, flags, blank } = pool;
  const { strengths, frequencies, order } = blank;
  const best = keepBest(
    passages.keys(),
    BEST_PASSAGES,
    (a, b) => scores[a]! > scores[b]! || (scores[a]! === scores[b]! && a < b),
  );
  const found: number[] = [];
  for (const i of best) {
    const { from, to, norm } = passages[i]!;
    const share = Math.exp((scores[i]! - scores[best[0]!]!) / TEMPERATURE);
    for (let at = from; at < to; at++) {
      const term = terms[at]!;
      if ((flags[term]! & ASKED) !== 0) continue;
      if ((flags[term]! & LOOKED_AT) === 0) {
        flags[term]! |= LOOKED_AT;
        found.push(term);
      }
      strengths[term]! += share * saturate(counts[at]!, norm);
    }
  }
  let different = 0;
  for (const { from, to } of passages) {
    for (let at = from; at < to; at++) {
      const term = terms[at]!;
      if ((flags[term]! & LOOKED_AT) !== 0 && frequencies[term]!++ === 0) order[term] = different++;
    }
  }
  /** By frequency: most terms share a few. */
  const inverse: number[] = [];
  const weighed = found.map((term) => {
    const frequency = frequencies[term]!;
    inverse[frequency] ??= inverseFrequency(passages.length, frequency);
    return { term, weight: strengths[term]! * inverse[frequency]! };
  });
  const kept = keepBest(
    weighed,
    MOST_TERMS,
    (a, b) => a.weight > b.weight || (a.weight === b.weight && order[a.term]! < order[b.term]!),
  );
  for (const term of found) {
    flags[term]! &= ~LOOKED_AT;
    strengths[term] = 0;
    frequencies[term] = 0;
    order[term] = 0;
  }
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  return kept.map(({ term, weight }) => ({ term, share: weight / total }));
}

/** @returns how well each passage of the pool holds the terms that set the best apart. */
export function scoreDistinctive(pool: Pool, distinctive: readonly DistinctiveTerm[]): readonly number[] {
  const { passages, terms, counts, flags, blank } = pool;
  for (const { term, share } of distinctive) {
    flags[term]! |= DISTINCTIVE;
    blank.strengths[term] = share;
  }
  const scores = passages.map(({ from, to, norm }) => {
    let score = 0;
    for (let at = from; at < to; at++) {
      const term = terms[at]!;
      if ((flags[term]! & DISTINCTIVE) !== 0) score += blank.strengths[term]! * saturate(counts[at]!, norm);
    }
    return score;
  });
  for (const { term } of distinctive) {
    flags[term]! &= ~DISTINCTIVE;
    blank.strengths[term] = 0;
  }
  return scores;
}
