/** Passages in SQLite: FTS5 proposes, `rank_passages` ranks, both in the database's thread. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { TermPlan } from '../../../engine/corpus/plan-terms.ts';
import type { Ranked } from '../../../engine/corpus/rank-passages.ts';
import { writeTask } from '../databases/sqlite-functions.ts';
import type { Tables } from '../tables.ts';
import type { CorpusTables } from './corpus-tables.ts';
import type { PassageIndex, RankingTask } from './passage-index.ts';
import { LOOKED_AT, tryPlans, writePlan } from './plan-search.ts';

export const createSqliteIndex = (tables: CorpusTables): PassageIndex => ({
  // As many as threads that read.
  concurrency: 2,
  // A running gateway waits for a batch no longer than some hundred milliseconds.
  batch: { documents: 250, length: 1_000_000 },

  async add(transaction: Transaction<Tables>, documents) {
    await sql`insert into ${sql.table(tables.index)}(rowid, title, body)
      select passage.key, document.title_terms, passage.terms
      from ${sql.table(tables.documents)} document join ${sql.table(tables.passages)} passage on passage.document = document.key
      where document.key in (${sql.join(documents)})`.execute(transaction);
  },

  async remove(transaction, documents) {
    await sql`delete from ${sql.table(tables.index)} where rowid in
      (select key from ${sql.table(tables.passages)} where document in (${sql.join(documents)}))`.execute(
      transaction,
    );
  },

  async clear(transaction) {
    await sql`insert into ${sql.table(tables.index)}(${sql.ref(tables.index)}) values ('delete-all')`.execute(
      transaction,
    );
    await transaction.deleteFrom(tables.passages).execute();
    await transaction.deleteFrom(tables.documents).execute();
  },

  async settle() {},

  async frequencies(kysely, terms) {
    const { rows } = await sql<{ term: string; doc: number }>`
      select term, doc from json_each(${JSON.stringify(terms)}) wanted
      cross join ${sql.table(tables.vocabulary)} vocabulary on vocabulary.term = wanted.value`.execute(
      kysely,
    );
    return new Map(rows.map(({ term, doc }) => [term, doc]));
  },

  async rank(kysely: Kysely<Tables>, plans: readonly TermPlan[], task: RankingTask) {
    return (await tryPlans(plans, (plan) => rankFound(kysely, tables, plan, task))).slice(0, task.limit);
  },
});

/** @returns all candidates. */
async function rankFound(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  plan: TermPlan,
  task: RankingTask,
): Promise<readonly Ranked[]> {
  const { rows } = await sql<{ ranked: string }>`
    with found as materialized (
      select rowid as key, row_number() over () as number from ${sql.table(tables.index)}
      where ${sql.ref(tables.index)} match ${writePlan(plan, WORDS)} limit ${LOOKED_AT})
    select rank_passages(iif(found.number = 1, ${writeTask(plan, task)}, null),
      passage.key, passage.document, document.title_terms, passage.terms) as ranked
    from found cross join ${sql.table(tables.passages)} passage on passage.key = found.key
    cross join ${sql.table(tables.documents)} document on document.key = passage.document`.execute(kysely);
  return JSON.parse(rows[0]!.ranked) as Ranked[];
}

/** Quoted, so that a term is never a word of FTS5's own (sqlite.org/fts5.html, "FTS5 Strings"). */
const WORDS = { quote: (term: string) => `"${term.replaceAll('"', '""')}"`, and: 'AND', or: 'OR' };
