import { sql, type Transaction } from 'kysely';
import type { Dialect } from '../database.ts';

export async function createEvaluations(db: Transaction<unknown>, dialect: Dialect): Promise<void> {
  const claims = sql`create table evaluation_claims (
    evaluation text not null references evaluations(id) on delete cascade, position integer not null,
    sealed text not null, accuracy double precision not null, completeness double precision not null,
    coherence double precision not null, confidence double precision not null, category text not null,
    verifiable integer not null, scored_at bigint not null, primary key (evaluation, position))`;
  const statements = [
    sql`create table evaluations (
      id text primary key not null, caller_id text not null, kid text not null, status text not null,
      scorer text, failure text, claims integer not null, prompt_tokens bigint, completion_tokens bigint,
      created_at bigint not null, finished_at bigint, lease_owner text, lease_until bigint not null,
      attempt integer not null, caller_key text not null, recovery_key text, recovery text)`,
    sql`create index evaluations_by_lease on evaluations (lease_until) where status = 'running'`,
    sql`create index evaluations_by_creation on evaluations (created_at)`,
    // A report is read row after row: stored in the key's own tree its rows lie together.
    dialect === 'sqlite' ? sql`${claims} without rowid` : claims,
  ];
  for (const statement of statements) await statement.execute(db);
}
