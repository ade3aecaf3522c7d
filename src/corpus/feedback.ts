/**
 * Pseudo-relevance feedback: what the best passages have in common and the others lack is taken for a part of
 * the question (after Lavrenko and Croft 2001, "Relevance-Based Language Models"). Only the candidates are
 * looked at, so it costs no second search.
 */
import type { TermPool } from './term-pool.ts';
import { inverseFrequency } from './term-weight.ts';

const BEST_PASSAGES = 5;
const MOST_TERMS = 20;
/** A passage whose score is lower by this counts 1/e of the best one. */
const TEMPERATURE = 2;

/**
 * @param scores of the pool's passages.
 * @returns for each term by number how much it counts; all of them together 1, those of the query 0.
 */
export function findDistinctive(pool: TermPool, scores: ArrayLike<number>): Float64Array {
  const { passages, frequencies, weights } = pool;
  const strengths = new Float64Array(frequencies.length);
  const order = passages.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]! || a - b);
  for (const i of order.slice(0, BEST_PASSAGES)) {
    const passage = passages[i]!;
    const share = Math.exp((scores[i]! - scores[order[0]!]!) / TEMPERATURE);
    for (let at = 0; at < passage.terms.length; at++) {
      const term = passage.terms[at]!;
      if (term >= weights.length) strengths[term]! += share * passage.strengths[at]!;
    }
  }
  const found: { term: number; weight: number }[] = [];
  for (let term = weights.length; term < strengths.length; term++) {
    const strength = strengths[term]!;
    if (strength === 0) continue;
    found.push({ term, weight: strength * inverseFrequency(passages.length, frequencies[term]!) });
  }
  const kept = found.sort((a, b) => b.weight - a.weight || a.term - b.term).slice(0, MOST_TERMS);
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  const distinctive = new Float64Array(frequencies.length);
  for (const { term, weight } of kept) distinctive[term] = weight / total;
  return distinctive;
}
