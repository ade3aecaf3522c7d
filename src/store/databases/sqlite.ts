import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { SqliteDriver } from './sqlite-driver.ts';

export interface SqliteOptions {
  /** Made, for its owner alone, where it is not there. */
  readonly dataDir: string;
  readonly maxWaiting?: number;
}

export const SQLITE_FILE = 'claimgate.sqlite';

/** The driver itself lends its one connection to one user at a time, and bounds who waits for it. */
class QueueingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export async function openSqlite({ dataDir, maxWaiting = 1000 }: SqliteOptions): Promise<Database> {
  const file = path.join(dataDir, SQLITE_FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await makePrivateFile(file);
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
    // Every transaction begins immediate, which is the lock already.
    exclusively: (work) => kysely.transaction().execute(work),
    close: () => kysely.destroy(),
  };
}

/** SQLite gives its journals the rights of the database's file. What cannot be made, it tells better itself. */
async function makePrivateFile(file: string): Promise<void> {
  const handle = await open(file, 'a', 0o600).catch(() => undefined);
  await handle?.close();
}
