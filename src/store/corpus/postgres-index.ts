/**
 * Passages in PostgreSQL: its full text index proposes those whose shared terms weigh most, and they are ranked
 * here. (`ts_rank` does not know which terms are rare, and `to_tsvector` would read the terms once more in its
 * own way.)
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ChosenTerms } from '../../corpus/choose-terms.ts';
import { bestPlaces } from '../../corpus/keep-best.ts';
import { rankPassages } from '../../corpus/rank-passages.ts';
import { SENTENCE_MARK } from '../../corpus/split-passages.ts';
import type { Candidate } from '../../corpus/term-pool.ts';
import { inverseFrequency } from '../../corpus/term-weight.ts';
import type { Tables } from '../tables.ts';
import type { PassageIndex, RankingTask } from './passage-index.ts';

/** So many passages are ranked: about a millisecond of the main thread. */
const CANDIDATES = 64;

export const postgresIndex: PassageIndex = {
  // Of the pool's ten connections: the others are for limits and plans.
  concurrency: 4,

  async add(transaction: Transaction<Tables>, documents) {
    await sql`insert into corpus_vectors (passage, terms)
      select passage.key, array_to_tsvector(array_remove(array_remove(
        string_to_array(document.title_terms || ' ' || passage.terms, ' '), ''), ${SENTENCE_MARK}))
      from corpus_documents document join corpus_passages passage on passage.document = document.key
      where document.key = any(${documents})`.execute(transaction);
    await sql`insert into corpus_terms (term, passages)
      select term.lexeme, count(*) from ${vectorsOf(documents)} cross join unnest(vector.terms) term
      group by 1 order by 1
      on conflict (term) do update set passages = corpus_terms.passages + excluded.passages`.execute(
      transaction,
    );
  },

  async remove(transaction, documents) {
    await sql`update corpus_terms set passages = corpus_terms.passages - gone.passages
      from (select term.lexeme, count(*) as passages
        from ${vectorsOf(documents)} cross join unnest(vector.terms) term group by 1) gone
      where corpus_terms.term = gone.lexeme`.execute(transaction);
    await sql`delete from corpus_vectors using corpus_passages passage
      where passage.key = corpus_vectors.passage and passage.document = any(${documents})`.execute(
      transaction,
    );
  },

  async clear(transaction) {
    await sql`delete from corpus_vectors`.execute(transaction);
    await sql`delete from corpus_terms`.execute(transaction);
  },

  async frequencies(kysely, terms) {
    const { rows } = await sql<{ term: string; passages: number }>`
      select term, passages from corpus_terms where term = any(${terms}) and passages > 0`.execute(kysely);
    return new Map(rows.map(({ term, passages }) => [term, passages]));
  },

  async rank(kysely: Kysely<Tables>, chosen: ChosenTerms, task: RankingTask) {
    const { terms, collection, limit, perDocument } = task;
    const questions = ask(chosen);
    const weights = [...chosen.required, ...chosen.helping].map((term) =>
      inverseFrequency(collection.passages, collection.frequencies.get(term) ?? 0),
    );
    const { rows } = await sql<Candidate>`
      select passage.key, passage.document, document.title_terms as title, passage.terms as body
      from find_passages(${questions}, ${weights}, ${CANDIDATES}) found(key)
      join corpus_passages passage on passage.key = found.key
      join corpus_documents document on document.key = passage.document`.execute(kysely);
    return rankPassages(terms, rows, collection, undefined, perDocument).slice(0, limit);
  },

  async proposeFrom(_kysely, table) {
    const scores = new Float64Array(table.size);
    return ({ required, helping }) => {
      const found: number[] = [];
      for (const [position, term] of [...required, ...helping].entries()) {
        const { places } = table.postingsOf(term);
        const weight = inverseFrequency(table.size, places.length);
        for (const place of places) {
          if (scores[place] === 0) {
            if (position >= required.length) continue;
            found.push(place);
          }
          scores[place]! += weight;
        }
      }
      const best = bestPlaces(found, scores, CANDIDATES);
      for (const place of found) scores[place] = 0;
      return best;
    };
  },
};

function vectorsOf(documents: readonly number[]) {
  return sql`corpus_vectors vector join corpus_passages passage
    on passage.key = vector.passage and passage.document = any(${documents})`;
}

/** A question for each term. A common one is looked for only among what the required ones find. */
function ask({ required, helping }: ChosenTerms): string[] {
  const anyRequired = required.map(quote).join(' | ');
  return [...required.map(quote), ...helping.map((term) => `${quote(term)} & (${anyRequired})`)];
}

/** So that a term is never an operator (PostgreSQL's documentation, 8.11.2 "tsquery"). */
function quote(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
