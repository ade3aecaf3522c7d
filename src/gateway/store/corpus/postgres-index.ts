/**
 * Passages in PostgreSQL: its full text index proposes those whose shared terms weigh most, and they are ranked
 * here. (`ts_rank` does not know which terms are rare, and `to_tsvector` would read the terms once more in its
 * own way.)
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { TermPlan } from '../../../engine/corpus/plan-terms.ts';
import { rankPassages } from '../../../engine/corpus/rank-passages.ts';
import { SENTENCE_MARK } from '../../../engine/corpus/split-passages.ts';
import type { Candidate } from '../../../engine/corpus/term-pool.ts';
import type { Tables } from '../tables.ts';
import type { PassageIndex, RankingTask } from './passage-index.ts';
import { CANDIDATES, LOOKED_AT, tryPlans, writePlan } from './plan-search.ts';

export const postgresIndex: PassageIndex = {
  // Of the pool's ten connections: the others are for limits and plans.
  concurrency: 6,
  batch: { documents: 1_000, length: 2_000_000 },

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
    // Deleting a million rows would take longer than a statement may.
    await sql`truncate corpus_vectors, corpus_terms, corpus_passages, corpus_documents`.execute(transaction);
  },

  async settle(kysely) {
    // Only the owner of the tables may; for others autovacuum does it.
    await sql`select gin_clean_pending_list('corpus_vectors_by_term')`.execute(kysely).catch(() => {});
  },

  async frequencies(kysely, terms) {
    const { rows } = await sql<{ term: string; passages: number }>`
      select term, passages from corpus_terms where term = any(${terms}) and passages > 0`.execute(kysely);
    return new Map(rows.map(({ term, passages }) => [term, passages]));
  },

  async rank(kysely: Kysely<Tables>, plans: readonly TermPlan[], task: RankingTask) {
    const { terms, collection, limit, perDocument } = task;
    const rows = await tryPlans(plans, async (plan) => (await candidatesOf(plan).execute(kysely)).rows);
    return rankPassages(terms, rows, collection, perDocument).slice(0, limit);
  },
};

/** Selects the candidates of a plan. */
export function candidatesOf(plan: TermPlan): RawBuilder<Candidate> {
  const asked = plan.terms.map(({ term }) => quote(term));
  const weights = plan.terms.map(({ weight }) => weight);
  return sql<Candidate>`
    select passage.key, passage.document, document.title_terms as title, passage.terms as body
    from propose_passages(${writePlan(plan, WORDS)}::tsquery, ${asked}::tsquery[], ${weights}, ${CANDIDATES},
      ${LOOKED_AT}) found(key)
    join corpus_passages passage on passage.key = found.key
    join corpus_documents document on document.key = passage.document`;
}

function vectorsOf(documents: readonly number[]) {
  return sql`corpus_vectors vector join corpus_passages passage
    on passage.key = vector.passage and passage.document = any(${documents})`;
}

/** So that a term is never an operator (PostgreSQL's documentation, 8.11.2 "tsquery"). */
function quote(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

const WORDS = { quote, and: '&', or: '|' };
