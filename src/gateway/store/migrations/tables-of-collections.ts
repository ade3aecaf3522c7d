import { sql, type Transaction } from 'kysely';

/** @returns the names that a table of the unnamed collection has in all collections, its own first. */
export async function tablesOfCollections(db: Transaction<unknown>, table: string): Promise<string[]> {
  const { rows } = await sql<{ key: number }>`select key from corpus_collections`.execute(db);
  return [table, ...rows.map(({ key }) => `${table}_${key}`)];
}
