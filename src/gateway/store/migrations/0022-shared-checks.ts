import { sql, type Transaction } from 'kysely';

/** Checks that several people decide on: what they are about, and what each of them says of each claim, both sealed. */
export async function createSharedChecks(db: Transaction<unknown>): Promise<void> {
  const statements = [
    sql`create table shared_checks (
      id text primary key, maker text not null, claims integer not null, bytes integer not null, kid text not null,
      content text not null, content_version bigint not null, version bigint not null,
      created_at bigint not null, changed_at bigint not null, expires_at bigint not null)`,
    sql`create index shared_checks_by_maker on shared_checks (maker, created_at)`,
    sql`create index shared_checks_by_time on shared_checks (created_at, id)`,
    sql`create index shared_checks_by_end on shared_checks (expires_at)`,
    sql`create table shared_check_entries (
      check_id text not null, person text not null, claim text not null, bytes integer not null, kid text not null,
      sealed text not null, primary key (check_id, person, claim))`,
  ];
  for (const statement of statements) await statement.execute(db);
}
