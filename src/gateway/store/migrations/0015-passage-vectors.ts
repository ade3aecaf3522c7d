import { sql, type Transaction } from 'kysely';
import type { Dialect } from '../database.ts';
import { tablesOfCollections } from './tables-of-collections.ts';

/**
 * What the sentences of each passage mean, as packed vectors. A version that does not know the column leaves it empty, and takes
 * it away with the passage; no row is changed, so that it is done at once.
 */
export async function addPassageVectors(db: Transaction<unknown>, dialect: Dialect): Promise<void> {
  const type = sql.raw(dialect === 'sqlite' ? 'blob' : 'bytea');
  for (const table of await tablesOfCollections(db, 'corpus_passages')) {
    await sql`alter table ${sql.table(table)} add column vector ${type}`.execute(db);
  }
}
