import { sql, type Transaction } from 'kysely';

/** Finished checks that anybody can read under an address. */
export async function createPublishedReports(db: Transaction<unknown>): Promise<void> {
  const statements = [
    sql`create table published_reports (
      id text primary key, maker text not null, title text not null, claims integer not null, bytes integer not null,
      content text not null, created_at bigint not null, changed_at bigint not null)`,
    sql`create index published_reports_by_maker on published_reports (maker, created_at)`,
    sql`create index published_reports_by_time on published_reports (created_at, id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
