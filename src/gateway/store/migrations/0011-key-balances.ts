import { sql, type Transaction } from 'kysely';

/** What each issued key with a budget has spent and reserved in a month. */
export async function createKeyBalances(db: Transaction<unknown>): Promise<void> {
  await sql`create table key_balances (
    key_id text not null, month integer not null, version bigint not null, state text not null,
    primary key (key_id, month))`.execute(db);
}
