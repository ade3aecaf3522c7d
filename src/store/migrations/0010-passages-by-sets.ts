import { sql, type Transaction } from 'kysely';
import type { Dialect } from '../database.ts';

/**
 * Changes no row: it is done at once, however large the corpus is.
 *
 * `propose_passages` reads the index once for all that is looked for, and orders what it finds by the terms that each
 * has: at most eight. It asks the index whatever the planner thinks of a table that it has no statistics of yet.
 * `find_passages` stays for versions that call it.
 */
export async function createPassageProposals(db: Transaction<unknown>, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return;
  const weight = [1, 2, 3, 4, 5, 6, 7, 8]
    .map((at) => `case when terms @@ asked[${at}] then weights[${at}] else 0 end`)
    .join(' + ');
  await sql`create function propose_passages(
      question tsquery, asked tsquery[], weights float8[], wanted integer, looked_at integer)
    returns setof bigint language sql stable set enable_seqscan = off as $$
      select passage from (
        select passage, ${sql.raw(weight)} as weight
        from (select passage, terms from corpus_vectors where terms @@ question limit looked_at) found) weighed
      order by weight desc, passage limit wanted $$`.execute(db);
}
