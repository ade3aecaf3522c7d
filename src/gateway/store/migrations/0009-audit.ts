import { sql, type Transaction } from 'kysely';

/** Who changed what, and issued keys that are filed again under a new secret. */
export async function createAudit(db: Transaction<unknown>): Promise<void> {
  const statements = [
    sql`create table audit_log (
      id text primary key not null, at bigint not null, actor text not null, action text not null, subject text,
      outcome text not null, changes text, request_id text)`,
    sql`create index audit_log_by_time on audit_log (at, id)`,
    sql`alter table issued_keys add column former_caller_id text`,
    sql`create index key_usage_by_day on key_usage (day)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
