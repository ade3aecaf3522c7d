import { sql, type Transaction } from 'kysely';

/** Groups of issued keys, with budgets that the keys of one spend together, and what was used in each. */
export async function createTeams(db: Transaction<unknown>): Promise<void> {
  const statements = [
    sql`create table teams (
      id text primary key not null, name text not null, name_key text not null, plan text, profile text,
      tokens_per_month bigint, nanos_per_month bigint, tokens_per_day bigint, nanos_per_day bigint, note text,
      created_at bigint not null, deleted_at bigint, revision bigint not null)`,
    sql`create unique index teams_by_name on teams (name_key) where deleted_at is null`,
    sql`create index teams_by_revision on teams (revision, id)`,
    sql`alter table issued_keys add column team text`,
    sql`create index issued_keys_by_team on issued_keys (team)`,
    sql`create table team_usage (
      team_id text not null, day integer not null, model text not null, calls bigint not null,
      prompt_tokens bigint not null, completion_tokens bigint not null, nanos bigint not null,
      primary key (team_id, day, model))`,
  ];
  for (const statement of statements) await statement.execute(db);
}
