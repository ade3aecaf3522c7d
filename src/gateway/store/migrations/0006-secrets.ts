import { sql, type Transaction } from 'kysely';

/** Names of the secrets that this database was used under: so far, those of its rows. */
export async function createSecrets(db: Transaction<unknown>): Promise<void> {
  await db.schema
    .createTable('secrets')
    .addColumn('kid', 'text', (column) => column.primaryKey().notNull())
    .addColumn('first_used_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into secrets (kid, first_used_at)
    select kid, min(at) from (
      select kid, updated_at as at from key_plans union all select kid, created_at from evaluations
    ) as known group by kid`.execute(db);
}
