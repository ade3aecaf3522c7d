import { sql, type Transaction } from 'kysely';

/** Keys that the gateway issues, and what was used with each. */
export async function createIssuedKeys(db: Transaction<unknown>): Promise<void> {
  const statements = [
    sql`create table issued_keys (
      id text primary key not null, caller_id text not null unique, kid text not null, plan text, models text,
      expires_at bigint, tokens_per_month bigint, nanos_per_month bigint, note text, created_at bigint not null,
      revoked_at bigint, revision bigint not null)`,
    sql`create index issued_keys_by_revision on issued_keys (revision, id)`,
    sql`create table key_usage (
      key_id text not null, day integer not null, model text not null, calls bigint not null,
      prompt_tokens bigint not null, completion_tokens bigint not null, nanos bigint not null,
      primary key (key_id, day, model))`,
  ];
  for (const statement of statements) await statement.execute(db);
}
