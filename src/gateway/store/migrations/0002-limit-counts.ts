import { sql, type Transaction } from 'kysely';
import type { Dialect } from '../database.ts';

export async function createLimitCounts(db: Transaction<unknown>, dialect: Dialect): Promise<void> {
  const table = db.schema
    .createTable('limit_counts')
    .addColumn('caller_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('month', 'integer', (column) => column.notNull())
    .addColumn('month_count', 'bigint', (column) => column.notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('hour_count', 'bigint', (column) => column.notNull());
  // Rows are found by the caller alone: stored in the key's own tree they take half the room.
  await (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
  await db.schema.createIndex('limit_counts_by_month').on('limit_counts').column('month').execute();
}
