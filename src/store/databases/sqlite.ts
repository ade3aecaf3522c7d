import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { SqliteDriver } from './sqlite-driver.ts';

export interface SqliteOptions {
  /** Made, for its owner alone, where it is not there. */
  readonly dataDir: string;
  readonly maxWaiting?: number;
  /** False: where there is no file, none is made, and the database is an empty one in memory. */
  readonly create?: boolean;
}

export const SQLITE_FILE = 'claimgate.sqlite';

/** The driver itself lends its one connection to one user at a time, and bounds who waits for it. */
class QueueingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { maxWaiting = 1000 } = options;
  const file = await makeFile(options);
  const driver = new SqliteDriver({ file, maxWaiting });
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
    close: () => kysely.destroy(),
  };
}

async function makeFile({ dataDir, create = true }: SqliteOptions): Promise<string> {
  const file = path.join(dataDir, SQLITE_FILE);
  if (!create) return existsSync(file) ? file : ':memory:';
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await makePrivateFile(file);
  return file;
}

/** SQLite gives its journals the rights of the database's file. Its own message is better where the file cannot be made. */
async function makePrivateFile(file: string): Promise<void> {
  const handle = await open(file, 'a', 0o600).catch(() => undefined);
  await handle?.close();
}
