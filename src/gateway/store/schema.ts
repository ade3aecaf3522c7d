/**
 * Which migrations a database has seen, who can work with it, and how it is brought to this version's tables.
 *
 * Changes come in two steps. A release first expands: it adds what the release before does not look at, so
 * that both work side by side while replicas are restarted, and also after going back. A later release
 * contracts: it takes away what the release before it no longer uses. Each migration says which other one a
 * version must know to work beside it, and the database keeps that: a version reads there whether it still can.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Database, StoreRefused } from './database.ts';
import { MIGRATIONS, type Migration } from './migrations/list.ts';
import type { Tables } from './tables.ts';

/** How many migrations the first release knows; see `readApplied`. */
const FIRST_RELEASE = 5;

export interface Schema {
  /** What this version would still do. */
  readonly pending: readonly Migration[];
  /** Names of what a newer version has done. */
  readonly newer: readonly string[];
  /** Whether nothing has been done at all. */
  readonly isEmpty: boolean;
}

/**
 * Compares a database with this version. Changes nothing.
 * @throws StoreRefused where this version cannot work with it.
 */
export async function readSchema(
  database: Database,
  migrations: readonly Migration[],
  kysely: Kysely<Tables> = database.kysely,
): Promise<Schema> {
  const applied = await readApplied(database, kysely);
  const known = new Set(migrations.map(({ name }) => name));
  const newer = applied.slice(migrations.length);
  const foreign =
    applied.slice(0, migrations.length).find(({ name }, position) => migrations[position]!.name !== name) ??
    newer.find(({ needs }) => !known.has(needs));
  if (foreign !== undefined) {
    throw new StoreRefused(
      `The database was changed by a newer version of Claimgate (it has '${foreign.name}', which this version cannot work with). Run that version, or restore the backup from before it.`,
    );
  }
  return {
    pending: migrations.slice(applied.length),
    newer: newer.map(({ name }) => name),
    isEmpty: applied.length === 0,
  };
}

/**
 * What is done about the tables of an existing database. `expect`: those of another version are refused. `upgrade`:
 * those of an older one are brought to this one. `serve`: likewise, and those of a newer one will do as long as this
 * version works beside them. A database without tables gets them.
 */
export type TablesPolicy = 'expect' | 'upgrade' | 'serve';

/** @throws StoreRefused where the policy refuses the tables, with what to do about it. */
export function refuseOtherSchema({ pending, newer, isEmpty }: Schema, policy: TablesPolicy): void {
  if (policy === 'expect' && !isEmpty && pending[0] !== undefined) {
    throw new StoreRefused(
      `The database has the tables of an older version ('${pending[0].name}' is missing). Run \`claimgate migrate\`, or start this version's server, and try again.`,
    );
  }
  if (policy !== 'serve' && newer[0] !== undefined) {
    throw new StoreRefused(
      `The database has the tables of a newer version ('${newer[0]}'). Use that version's \`claimgate\`.`,
    );
  }
}

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

/**
 * The first release looks into `schema_migrations` and refuses what it does not know there. So later
 * migrations are noted in `schema_changes`, and in `schema_migrations` only where that release cannot work
 * beside them.
 */
async function readApplied(database: Database, kysely: Kysely<Tables>) {
  const { rows: tables } = await database.tableNames.execute(kysely);
  const has = (name: string): boolean => tables.some((table) => table.name === name);
  if (!has('schema_migrations')) return [];
  const first = sql`select position, name, name as needs from schema_migrations`;
  const all = has('schema_changes')
    ? sql`select position, name, needs from schema_changes union all ${first}
        where position not in (select position from schema_changes)`
    : first;
  const { rows } = await sql<{ name: string; needs: string }>`${all} order by position`.execute(kysely);
  return rows;
}

async function createNotes(kysely: Kysely<Tables>): Promise<void> {
  const columns = sql`position integer primary key, name text not null, applied_at bigint not null`;
  await sql`create table if not exists schema_migrations (${columns})`.execute(kysely);
  await sql`create table if not exists schema_changes (${columns}, needs text not null)`.execute(kysely);
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
    const change = { ...row, needs };
    await kysely.insertInto('schema_changes').values(change).execute();
  }
}
