import { sql, type Transaction } from 'kysely';

/** Responses that callers can come back to. */
export async function createResponses(db: Transaction<unknown>): Promise<void> {
  const statements = [
    sql`create table responses (
      id text primary key not null, caller_id text not null, previous text, kid text not null,
      bytes bigint not null, expires_at bigint not null, sealed text not null)`,
    sql`create index responses_by_caller on responses (caller_id, bytes)`,
    sql`create index responses_by_expiry on responses (expires_at, id)`,
    sql`create index responses_by_previous on responses (previous, expires_at) where previous is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
