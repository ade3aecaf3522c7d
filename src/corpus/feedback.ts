/**
 * Pseudo-relevance feedback: what the best passages have in common and the others lack is taken for a part of
 * the question (after Lavrenko and Croft 2001, "Relevance-Based Language Models"). Only the candidates are
 * looked at, so it costs no second search.
 */
import { keepBest } from './keep-best.ts';
import type { Pool } from './term-pool.ts';
import { inverseFrequency } from './term-weight.ts';

const BEST_PASSAGES = 5;
const MOST_TERMS = 20;
/** A passage whose score is lower by this counts 1/e of the best one. */
const TEMPERATURE = 2;

export interface DistinctiveTerm {
  readonly term: number;
  /** How much it counts; all of them together 1. */
  readonly share: number;
}

/**
 * @param scores of the pool's passages.
 * @returns the terms that set the best passages apart; none is of the query.
 */
export function findDistinctive(pool: Pool, scores: ArrayLike<number>): readonly DistinctiveTerm[] {
  const { passages, frequencies, weights, order, blank: strengths } = pool;
  const best = keepBest(
    passages.keys(),
    BEST_PASSAGES,
    (a, b) => scores[a]! > scores[b]! || (scores[a]! === scores[b]! && a < b),
  );
  const terms: number[] = [];
  for (const i of best) {
    const passage = passages[i]!;
    const share = Math.exp((scores[i]! - scores[best[0]!]!) / TEMPERATURE);
    for (let at = 0; at < passage.terms.length; at++) {
      const term = passage.terms[at]!;
      if (weights[term]! > 0) continue;
      if (strengths[term] === 0) terms.push(term);
      strengths[term]! += share * passage.strengths[at]!;
    }
  }
  /** By frequency: most terms share a few. */
  const inverse: number[] = [];
  const found = terms.map((term) => {
    const frequency = frequencies[term]!;
    inverse[frequency] ??= inverseFrequency(passages.length, frequency);
    const weight = strengths[term]! * inverse[frequency]!;
    strengths[term] = 0;
    return { term, weight };
  });
  const kept = keepBest(
    found,
    MOST_TERMS,
    (a, b) => a.weight > b.weight || (a.weight === b.weight && order[a.term]! < order[b.term]!),
  );
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  return kept.map(({ term, weight }) => ({ term, share: weight / total }));
}
