import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { Database, DatabaseOptions } from '../database.ts';
import type { Tables } from '../tables.ts';
import { BorrowingDriver } from './borrowing-driver.ts';
import { lendWriter } from './lend-writer.ts';
import { SqliteDriver } from './sqlite-driver.ts';

export const SQLITE_FILE = 'claimgate.sqlite';

/** The driver itself lends its one connection to one user at a time, and bounds who waits for it. */
class QueueingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** @param options.maxWaiting how many queries may wait; a thousand unless said otherwise. */
export async function openSqlite(
  options: DatabaseOptions & { readonly maxWaiting?: number },
): Promise<Database> {
  const { writer, maxWaiting = 1000 } = options;
  const driver =
    writer === undefined
      ? new SqliteDriver(await makeFile(options), maxWaiting)
      : new BorrowingDriver(path.join(options.dataDir, SQLITE_FILE), writer, maxWaiting);
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new QueueingSqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return {
    dialect: 'sqlite',
    kysely,
    tableNames: sql`select name from sqlite_master where type = 'table'`,
    // Every transaction begins immediate, which is the lock already.
    exclusively: (work) => kysely.transaction().execute(work),
    lendWriter: () => lendWriter(kysely),
    close: () => kysely.destroy(),
  };
}

async function makeFile({ dataDir, create = true }: DatabaseOptions): Promise<string> {
  const file = path.join(dataDir, SQLITE_FILE);
  if (!create) return existsSync(file) ? file : ':memory:';
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // SQLite gives its journals the rights of this file. Where it cannot be made, SQLite says so better.
  await writeFile(file, '', { flag: 'a', mode: 0o600 }).catch(() => {});
  return file;
}
