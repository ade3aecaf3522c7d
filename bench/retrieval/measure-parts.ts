/**
 * What each part of the ranking is worth, and what the ranking is worth on queries that its weights were not
 * chosen on.
 */
import { type PartWeights, rankPassages } from '../../src/engine/corpus/rank-passages.ts';
import { readTerms } from '../../src/engine/corpus/read-terms.ts';
import { countTerms, splitPassages } from '../../src/engine/corpus/split-passages.ts';
import type { Candidate } from '../../src/engine/corpus/term-pool.ts';
import { inverseFrequency, lengthNorm, saturate, TITLE_WEIGHT } from '../../src/engine/corpus/term-weight.ts';
import { mean, ndcgAt10 } from './ndcg.ts';
import type { Query, RetrievalSet } from './read-sets.ts';

const CANDIDATES = 64;
const FOLDS = 5;
/** Weights that are tried. */
const GRID: Readonly<Record<keyof PartWeights, readonly number[]>> = {
  feedback: [0, 0.25, 0.5],
  wordParts: [0, 0.35, 0.7],
  sentence: [0, 0.5, 1],
};

export const SHIPPED: PartWeights = { feedback: 0.5, wordParts: 0.7, sentence: 0.5 };

/** A query with its candidates: ranked again and again with other weights. */
interface Prepared {
  readonly query: Query;
  rank(weights: PartWeights): string[];
}

export interface PartsMeasured {
  /** nDCG@10 by the name of what was on. */
  readonly rows: readonly (readonly [name: string, ndcg: number])[];
  /** nDCG@10 where the weights of each fifth of the queries were chosen on the other four. */
  readonly crossValidated: number;
}

export function measureParts(set: RetrievalSet): PartsMeasured {
  const prepared = prepare(set);
  const nothing: PartWeights = { feedback: 0, wordParts: 0, sentence: 0 };
  const score = (weights: PartWeights) => mean(scoreQueries(prepared, weights));
  const rows: [string, number][] = [
    ['BM25 alone (stems, stop words out, title weight 3)', score(nothing)],
    ['and feedback', score({ ...nothing, feedback: SHIPPED.feedback })],
    ['and parts of words', score({ ...nothing, wordParts: SHIPPED.wordParts })],
    ['and the best sentence', score({ ...nothing, sentence: SHIPPED.sentence })],
    ['all', score(SHIPPED)],
    ['all but feedback', score({ ...SHIPPED, feedback: 0 })],
    ['all but parts of words', score({ ...SHIPPED, wordParts: 0 })],
    ['all but the best sentence', score({ ...SHIPPED, sentence: 0 })],
  ];
  return { rows, crossValidated: crossValidate(prepared) };
}

function crossValidate(prepared: readonly Prepared[]): number {
  const folds = foldsOf(prepared.map(({ query }) => query));
  const tried = gridOf().map((weights) => scoreQueries(prepared, weights));
  const held: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const on = (scores: readonly number[]) => mean(scores.filter((_, i) => folds[i] !== fold));
    const best = tried.reduce((a, b) => (on(b) > on(a) ? b : a));
    held.push(...best.filter((_, i) => folds[i] === fold));
  }
  return mean(held);
}

/** Queries that share an answer, such as a claim and its contrary, are in one fold. */
function foldsOf(queries: readonly Query[]): number[] {
  const groups = new Map<string, number>();
  return queries.map(({ relevant }) => {
    const known = [...relevant].map((id) => groups.get(id)).find((group) => group !== undefined);
    const group = known ?? groups.size;
    for (const id of relevant) groups.set(id, group);
    return group % FOLDS;
  });
}

function gridOf(): PartWeights[] {
  return GRID.feedback.flatMap((feedback) =>
    GRID.wordParts.flatMap((wordParts) =>
      GRID.sentence.map((sentence) => ({ feedback, wordParts, sentence })),
    ),
  );
}

function scoreQueries(prepared: readonly Prepared[], weights: PartWeights): number[] {
  return prepared.map(({ query, rank }) => ndcgAt10(rank(weights), query.relevant));
}

/** Candidates as an exact BM25 over everything proposes them. */
function prepare({ documents, queries }: RetrievalSet): Prepared[] {
  const candidates: Candidate[] = [];
  const lengths: number[] = [];
  const postings = new Map<string, Map<number, number>>();
  for (const [document, { title, text }] of documents.entries()) {
    const titleTerms = readTerms(title);
    for (const { terms } of splitPassages(text)) {
      const key = candidates.length;
      candidates.push({ key, document, title: titleTerms.join(' '), body: terms });
      lengths.push(titleTerms.length + countTerms(terms));
      const add = (term: string, weight: number) => {
        const counts = postings.get(term) ?? new Map<number, number>();
        postings.set(term, counts.set(key, (counts.get(key) ?? 0) + weight));
      };
      for (const term of titleTerms) add(term, TITLE_WEIGHT);
      for (const term of terms.split(' ')) add(term, 1);
    }
  }
  const meanTerms = mean(lengths);
  return queries.map((query) => {
    const terms = readTerms(query.text);
    const frequencies = new Map<string, number>();
    const scores = new Map<number, number>();
    for (const term of new Set(terms)) {
      const counts = postings.get(term);
      if (counts === undefined) continue;
      frequencies.set(term, counts.size);
      const weight = inverseFrequency(candidates.length, counts.size);
      for (const [key, count] of counts) {
        const strength = saturate(count, lengthNorm(lengths[key]! / meanTerms));
        scores.set(key, (scores.get(key) ?? 0) + weight * strength);
      }
    }
    const proposed = [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, CANDIDATES)
      .map(([key]) => candidates[key]!);
    const collection = { passages: candidates.length, meanTerms, frequencies };
    return {
      query,
      rank: (weights) =>
        rankPassages(terms, proposed, collection, 1, weights).map(({ document }) => documents[document]!.id),
    };
  });
}
