import { sql, type Transaction } from 'kysely';

/** Which profile an issued key's requests have that choose none. */
export async function createKeyProfiles(db: Transaction<unknown>): Promise<void> {
  await sql`alter table issued_keys add column profile text`.execute(db);
}
