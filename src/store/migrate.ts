import { sql, type Transaction } from 'kysely';
import { type Database, StoreRefused } from './database.ts';
import { MIGRATIONS, type Migration } from './migrations/list.ts';
import type { Tables } from './tables.ts';

/**
 * Brings the database to this version's tables, in one transaction that only one process can be in. Either
 * all that was missing is there afterwards, or nothing has changed.
 *
 * @param nowMs Unix milliseconds.
 * @throws StoreRefused where a newer version has been at the database: its tables may mean something else.
 */
export async function migrate(
  database: Database,
  nowMs: number,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await database.exclusively(async (transaction) => {
    const done = await readDone(transaction);
    refuseFuture(done, migrations);
    for (const [position, migration] of migrations.entries()) {
      if (position < done.length) continue;
      await migration.up(transaction as Transaction<unknown>, database.dialect);
      const row = { position, name: migration.name, applied_at: nowMs };
      await transaction.insertInto('schema_migrations').values(row).execute();
    }
  });
}

async function readDone(transaction: Transaction<Tables>): Promise<string[]> {
  await sql`create table if not exists schema_migrations (position integer primary key, name text not null, applied_at bigint not null)`.execute(
    transaction,
  );
  const rows = await transaction.selectFrom('schema_migrations').select('name').orderBy('position').execute();
  return rows.map((row) => row.name);
}

function refuseFuture(done: readonly string[], migrations: readonly Migration[]): void {
  const unknown = done.find((name, position) => migrations[position]?.name !== name);
  if (unknown === undefined) return;
  throw new StoreRefused(
    `The database was made by a newer version of Claimgate (it has '${unknown}', which this version does not know). Run that version, or restore the backup from before it.`,
  );
}
