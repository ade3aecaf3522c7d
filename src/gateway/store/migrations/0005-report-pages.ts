import { sql, type Transaction } from 'kysely';
import type { Dialect } from '../database.ts';

/**
 * Reports by the page, the first of them with the evaluation itself: of a table with a row a claim, each report
 * touched other parts. Reports of before are forgotten: each of their rows was sealed by itself, for the caller alone.
 */
export async function createReportPages(db: Transaction<unknown>, dialect: Dialect): Promise<void> {
  const pages = sql`create table evaluation_pages (
    evaluation text not null references evaluations(id) on delete cascade, page integer not null,
    sealed text not null, primary key (evaluation, page))`;
  const statements = [
    sql`drop table evaluation_claims`,
    sql`delete from evaluations where status = 'completed'`,
    sql`alter table evaluations add column report text`,
    dialect === 'sqlite' ? sql`${pages} without rowid` : pages,
  ];
  for (const statement of statements) await statement.execute(db);
}
