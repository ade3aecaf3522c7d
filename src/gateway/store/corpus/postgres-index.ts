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
import type { CorpusTables } from './corpus-tables.ts';
import type { PassageIndex, RankingTask } from './passage-index.ts';
import { CANDIDATES, LOOKED_AT, tryPlans, writePlan } from './plan-search.ts';
import { createPostgresMeanings } from './postgres-meanings.ts';

export const createPostgresIndex = (tables: CorpusTables): PassageIndex => ({
  meanings: createPostgresMeanings(tables),
  // Of the pool's ten connections: the others are for limits and plans.
  concurrency: 6,
  batch: { documents: 1_000, length: 2_000_000 },

  async add(transaction: Transaction<Tables>, documents) {
    await sql`insert into ${sql.table(tables.vectors)} (passage, terms)
      select passage.key, array_to_tsvector(array_remove(array_remove(
        string_to_array(document.title_terms || ' ' || passage.terms, ' '), ''), ${SENTENCE_MARK}))
      from ${sql.table(tables.documents)} document join ${sql.table(tables.passages)} passage on passage.document = document.key
      where document.key = any(${documents})`.execute(transaction);
    await sql`insert into ${sql.table(tables.terms)} as known (term, passages)
      select term.lexeme, count(*) from ${vectorsOf(tables, documents)} cross join unnest(vector.terms) term
      group by 1 order by 1
      on conflict (term) do update set passages = known.passages + excluded.passages`.execute(transaction);
  },

  async remove(transaction, documents) {
    await sql`update ${sql.table(tables.terms)} as known set passages = known.passages - gone.passages
      from (select term.lexeme, count(*) as passages
        from ${vectorsOf(tables, documents)} cross join unnest(vector.terms) term group by 1) gone
      where known.term = gone.lexeme`.execute(transaction);
    await sql`delete from ${sql.table(tables.vectors)} as vector using ${sql.table(tables.passages)} passage
      where passage.key = vector.passage and passage.document = any(${documents})`.execute(transaction);
  },

  async clear(transaction) {
    const { vectors, terms, passages, documents } = tables;
    // Deleting a million rows would take longer than a statement may.
    // What passages mean goes with them, in whichever models' tables.
    await sql`truncate ${sql.join([vectors, terms, passages, documents].map((name) => sql.table(name)))} cascade`.execute(
      transaction,
    );
  },

  async settle(kysely) {
    // Only the owner of the tables may; for others autovacuum does it.
    await sql`select gin_clean_pending_list(${tables.vectorsByTerm}::regclass)`
      .execute(kysely)
      .catch(() => {});
  },

  async frequencies(kysely, terms) {
    const { rows } = await sql<{ term: string; passages: number }>`
      select term, passages from ${sql.table(tables.terms)} where term = any(${terms}) and passages > 0`.execute(
      kysely,
    );
    return new Map(rows.map(({ term, passages }) => [term, passages]));
  },

  async rank(kysely: Kysely<Tables>, plans: readonly TermPlan[], task: RankingTask) {
    const { terms, collection, limit, perDocument } = task;
    const rows = await tryPlans(
      plans,
      async (plan) => (await candidatesOf(tables, plan).execute(kysely)).rows,
    );
    return rankPassages(terms, rows, collection, perDocument).slice(0, limit);
  },
});

/** Selects the candidates of a plan. */
export function candidatesOf(tables: CorpusTables, plan: TermPlan): RawBuilder<Candidate> {
  const asked = plan.terms.map(({ term }) => quote(term));
  const weights = plan.terms.map(({ weight }) => weight);
  return sql<Candidate>`
    select passage.key, passage.document, document.title_terms as title, passage.terms as body
    from ${sql.id(tables.propose)}(${writePlan(plan, WORDS)}::tsquery, ${asked}::tsquery[], ${weights}, ${CANDIDATES},
      ${LOOKED_AT}) found(key)
    join ${sql.table(tables.passages)} passage on passage.key = found.key
    join ${sql.table(tables.documents)} document on document.key = passage.document`;
}

function vectorsOf(tables: CorpusTables, documents: readonly number[]) {
  return sql`${sql.table(tables.vectors)} vector join ${sql.table(tables.passages)} passage
    on passage.key = vector.passage and passage.document = any(${documents})`;
}

/** So that a term is never an operator (PostgreSQL's documentation, 8.11.2 "tsquery"). */
function quote(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

const WORDS = { quote, and: '&', or: '|' };
