import { sql, type Transaction } from 'kysely';
import { tablesOfCollections } from './tables-of-collections.ts';

/** Documents that are decisions on claims: what was decided, by whom and when. In named collections too. */
export async function createDecidedClaims(db: Transaction<unknown>): Promise<void> {
  for (const table of await tablesOfCollections(db, 'corpus_documents')) {
    await sql`alter table ${sql.table(table)} add column review text`.execute(db);
  }
}
