import type { Transaction } from 'kysely';

export async function createKeyPlans(db: Transaction<unknown>): Promise<void> {
  await db.schema
    .createTable('key_plans')
    .addColumn('caller_id', 'text', (column) => column.primaryKey())
    .addColumn('kid', 'text', (column) => column.notNull())
    .addColumn('plan', 'text')
    .addColumn('per_hour', 'bigint')
    .addColumn('per_month', 'bigint')
    .addColumn('note', 'text')
    .addColumn('replaced_by', 'text')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('key_plans_by_revision').on('key_plans').column('revision').execute();
  await db.schema
    .createTable('revisions')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
}
