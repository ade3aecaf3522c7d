import { sql, type Transaction } from 'kysely';
import type { Dialect } from '../database.ts';

/**
 * Changes no row: it is done at once, however large the corpus is.
 *
 * `propose_passages` reads the index once for all that is looked for, and orders what it finds by the terms that each
 * has: at most sixteen. It asks the index whatever the planner thinks of a table that it has no statistics of yet.
 * `find_passages` stays for versions that call it.
 */
export async function createPassageProposals(db: Transaction<unknown>, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return;
  const weight = Array.from({ length: 16 }, (_, at) => at + 1)
    .map((at) => `case when terms @@ asked[${at}] then weights[${at}] else 0 end`)
    .join(' + ');
  await sql`create function propose_passages(
      question tsquery, asked tsquery[], weights float8[], wanted integer, looked_at integer)
    returns setof bigint language sql stable rows 64 set enable_seqscan = off as $$
      select passage from (
        select passage, ${sql.raw(weight)} as weight
        from (select passage, terms from corpus_vectors where terms @@ question limit looked_at) found) weighed
      order by weight desc, passage limit wanted $$`.execute(db);
  // New entries are gathered and written into the index together: its pages are written a fraction as often.
  await sql`alter index corpus_vectors_by_term set (fastupdate = on, gin_pending_list_limit = 2048)`.execute(
    db,
  );
  await sql`alter table corpus_terms set (fillfactor = 70)`.execute(db);
}
