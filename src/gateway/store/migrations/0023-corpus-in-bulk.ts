import { sql, type Transaction } from 'kysely';
import { tablesOfCollections } from './tables-of-collections.ts';

/**
 * What each document says, in short, so that the same again costs one look; documents of a version before have none. And two
 * indexes of passages, which say at once which lack a vector, and whose model the others are of.
 */
export async function prepareCorpusForBulk(db: Transaction<unknown>): Promise<void> {
  for (const table of await tablesOfCollections(db, 'corpus_documents')) {
    await sql`alter table ${sql.table(table)} add column digest text`.execute(db);
  }
  for (const table of await tablesOfCollections(db, 'corpus_passages')) {
    for (const index of indexesOfVectors(table)) await index.execute(db);
  }
}

/** @param passages a table of passages. */
export function indexesOfVectors(passages: string) {
  return [
    sql`create index ${sql.id(`${passages}_without_vector`)} on ${sql.table(passages)} (key) where vector is null`,
    sql`create index ${sql.id(`${passages}_by_model`)} on ${sql.table(passages)} (substr(vector, 1, 4), key)
      where vector is not null`,
  ];
}
