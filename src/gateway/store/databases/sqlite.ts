import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Driver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { type Database, type DatabaseOptions, StoreRefused } from '../database.ts';
import { makeFolder } from '../make-folder.ts';
import type { Tables } from '../tables.ts';
import { BorrowingDriver } from './borrowing-driver.ts';
import { lendWriter } from './lend-writer.ts';
import { SqliteDriver } from './sqlite-driver.ts';

export const SQLITE_FILE = 'claimgate.sqlite';
const MEMORY = ':memory:';
/** Threads that search a corpus, so that nothing else waits for it; they start with the first search. */
const READERS = 2;

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
  const file = writer === undefined ? await makeFile(options) : path.join(options.dataDir, SQLITE_FILE);
  const kysely = open(
    writer === undefined ? new SqliteDriver(file, maxWaiting) : new BorrowingDriver(file, writer, maxWaiting),
  );
  // What is in memory has one connection. A process that borrows its writer has a thread for reading anyway.
  const reading =
    writer === undefined && file !== MEMORY ? open(new SqliteDriver(file, maxWaiting, READERS)) : kysely;
  return {
    dialect: 'sqlite',
    kysely,
    reading,
    tableNames: sql`select name from sqlite_master where type = 'table'`,
    // Every transaction begins immediate, which is the lock already.
    exclusively: (work) => kysely.transaction().execute(work),
    unhurried: (work) => work(kysely),
    lendWriter: () => lendWriter(kysely),
    async close() {
      await reading.destroy();
      if (reading !== kysely) await kysely.destroy();
    },
  };
}

function open(driver: Driver): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new QueueingSqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

const FOLDER_FAULTS: Readonly<Record<string, string>> = {
  EEXIST: 'a file, or a link that leads nowhere, has this name',
  ENOTDIR: 'part of the path is a file',
  ENOENT: 'no folder can be made there',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

async function makeFile({ dataDir, create = true }: DatabaseOptions): Promise<string> {
  const file = path.join(dataDir, SQLITE_FILE);
  if (!create) return existsSync(file) ? file : MEMORY;
  try {
    makeFolder(dataDir, 0o700);
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    throw new StoreRefused(
      `the database cannot be made: no folder ${dataDir} (${FOLDER_FAULTS[code] ?? code})`,
      { cause: error },
    );
  }
  // SQLite gives its journals the rights of this file. Where it cannot be made, SQLite says so better.
  await writeFile(file, '', { flag: 'a', mode: 0o600 }).catch(() => {});
  return file;
}
