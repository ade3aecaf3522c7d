import { sql, type Transaction } from 'kysely';

/** What webhooks are to be sent, and what could not be sent. */
export async function createWebhookMessages(db: Transaction<unknown>): Promise<void> {
  const statements = [
    sql`create table webhook_messages (
      id text primary key, endpoint text not null, kid text not null, sealed text not null, state text not null,
      attempts integer not null, due_at bigint not null, lease_owner text, lease_until bigint not null,
      failure text, failed_at bigint, created_at bigint not null)`,
    sql`create index webhook_messages_by_endpoint on webhook_messages (endpoint, state, due_at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
