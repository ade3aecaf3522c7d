/**
 * Which migrations a database has seen, and who can work with it.
 *
 * Changes come in two steps. A release first expands: it adds what the release before does not look at, so
 * that both work side by side while replicas are restarted, and also after going back. A later release
 * contracts: it takes away what the release before it no longer uses. Each migration says which other one a
 * version must know to work beside it, and the database keeps that: a version reads there whether it still can.
 */
import { type Kysely, sql } from 'kysely';
import { type Database, StoreRefused } from './database.ts';
import type { Migration } from './migrations/list.ts';
import type { Tables } from './tables.ts';

/** A migration that the database has seen. */
interface Applied {
  readonly name: string;
  /** The migration that a version must know to work beside this one. */
  readonly needs: string;
}

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
      `The database was changed by a newer version of Claimgate (it has '${foreign.name}', which this version cannot work beside). Run that version, or restore the backup from before it.`,
    );
  }
  return {
    pending: migrations.slice(applied.length),
    newer: newer.map(({ name }) => name),
    isEmpty: applied.length === 0,
  };
}

/** @throws StoreRefused where the tables are not exactly this version's, with what to do about it. */
export function refuseOtherSchema({ pending, newer }: Schema): void {
  const [missing] = pending;
  if (missing !== undefined) {
    throw new StoreRefused(
      `The database has the tables of an older version ('${missing.name}' is missing). Run \`claimgate migrate\`, or start this version's server, and try again.`,
    );
  }
  refuseNewerSchema(newer);
}

/** @throws StoreRefused where a newer version has been at the tables, also where a server could work beside. */
export function refuseNewerSchema(newer: readonly string[]): void {
  if (newer[0] === undefined) return;
  throw new StoreRefused(
    `The database has the tables of a newer version ('${newer[0]}'). Use that version's \`claimgate\`.`,
  );
}

/**
 * The first release looks into `schema_migrations` and refuses what it does not know there. So later
 * migrations are noted in `schema_changes`, and in `schema_migrations` only where that release cannot work
 * beside them.
 */
async function readApplied(database: Database, kysely: Kysely<Tables>): Promise<Applied[]> {
  const { rows: tables } = await database.tableNames.execute(kysely);
  const has = (name: string): boolean => tables.some((table) => table.name === name);
  if (!has('schema_migrations')) return [];
  const first = sql`select position, name, name as needs from schema_migrations`;
  const all = has('schema_changes')
    ? sql<Applied>`select position, name, needs from schema_changes union all ${first}
        where position not in (select position from schema_changes) order by position`
    : sql<Applied>`${first} order by position`;
  return (await all.execute(kysely)).rows;
}
