import { sql, type Transaction } from 'kysely';

/** Budgets of issued keys for a day, beside those for a month. */
export async function addDailyBudgets(db: Transaction<unknown>): Promise<void> {
  for (const column of ['tokens_per_day', 'nanos_per_day']) {
    await sql`alter table issued_keys add column ${sql.ref(column)} bigint`.execute(db);
  }
}
