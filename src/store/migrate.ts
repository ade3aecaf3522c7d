import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import { MIGRATIONS, type Migration } from './migrations/list.ts';
import { readSchema } from './schema.ts';
import type { Tables } from './tables.ts';

/** How many migrations the first release knows; see `readApplied` in schema.ts. */
const FIRST_RELEASE = 5;

/**
 * Brings the database to this version's tables, in one transaction that only one process can be in. Either
 * all that was missing is there afterwards, or nothing has changed.
 *
 * @param nowMs Unix milliseconds.
 * @returns names of the migrations that were run.
 * @throws StoreRefused where a newer version has changed it so that this one cannot work with it.
 */
export async function migrate(
  database: Database,
  nowMs: number,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  let run: readonly string[] = [];
  await database.exclusively(async (transaction) => {
    const { pending } = await readSchema(database, migrations, transaction);
    if (pending.length > 0) await createNotes(transaction);
    for (const migration of pending) {
      await migration.up(transaction as Transaction<unknown>, database.dialect);
      await note(transaction, migration, migrations, nowMs);
    }
    run = pending.map(({ name }) => name);
  });
  return run;
}

async function createNotes(kysely: Kysely<Tables>): Promise<void> {
  await sql`create table if not exists schema_migrations (position integer primary key, name text not null, applied_at bigint not null)`.execute(
    kysely,
  );
  await sql`create table if not exists schema_changes (position integer primary key, name text not null, needs text not null, applied_at bigint not null)`.execute(
    kysely,
  );
}

async function note(
  kysely: Kysely<Tables>,
  migration: Migration,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<void> {
  const { name, needs = name } = migration;
  const position = migrations.indexOf(migration);
  const row = { position, name, applied_at: nowMs };
  const needed = migrations.findIndex((other) => other.name === needs);
  if (needed === -1 || needed > position)
    throw new Error(`${name} needs ${needs}, which does not precede it`);
  if (needed >= FIRST_RELEASE || position < FIRST_RELEASE) {
    await kysely.insertInto('schema_migrations').values(row).execute();
  }
  if (position >= FIRST_RELEASE) {
    await kysely
      .insertInto('schema_changes')
      .values({ ...row, needs })
      .execute();
  }
}
