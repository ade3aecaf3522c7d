import { sql, type Transaction } from 'kysely';
import type { Dialect } from '../database.ts';

/** Named collections of documents. Each has tables of its own, made with its first documents. */
export async function createCollections(db: Transaction<unknown>, dialect: Dialect): Promise<void> {
  const key =
    dialect === 'sqlite' ? sql`integer primary key` : sql`bigint generated always as identity primary key`;
  await sql`create table corpus_collections (key ${key}, name text not null unique)`.execute(db);
}
