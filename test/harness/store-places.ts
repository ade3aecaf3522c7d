/** Where the suites of stores run: each database of the registry, and each way to it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { sql } from 'kysely';
import type { Database, DatabaseOptions, Dialect } from '../../src/gateway/store/database.ts';
import { DATABASES } from '../../src/gateway/store/databases/registry.ts';
import type { SharedWriter } from '../../src/gateway/store/shared-writer.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';

export interface StorePlace {
  readonly dialect: Dialect;
  readonly missing: string | undefined;
  start(): Promise<void>;
  /** What opens a database that nothing else has; the same name gives the same one. */
  optionsFor(name: string): Promise<DatabaseOptions>;
  stop(): Promise<void>;
}

function sqlitePlace(): StorePlace {
  let directory = '';
  return {
    dialect: 'sqlite',
    missing: undefined,
    start: async () => {
      directory = await mkdtemp(path.join(tmpdir(), 'claimgate-store-'));
    },
    optionsFor: async (name) => ({ dataDir: path.join(directory, name) }),
    stop: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Each that opens a database borrows the writer of another one that has it already. */
function borrowingPlace(): StorePlace {
  const place = sqlitePlace();
  const lenders = new Map<string, Database>();
  return {
    ...place,
    async optionsFor(name) {
      const options = await place.optionsFor(name);
      const lender = lenders.get(name) ?? (await DATABASES.sqlite(options));
      lenders.set(name, lender);
      await sql`select 1`.execute(lender.kysely);
      return { ...options, writer: overMessages(lender.lendWriter!().writer) };
    },
    async stop() {
      for (const lender of lenders.values()) await lender.close();
      await place.stop();
    },
  };
}

function postgresPlace(): StorePlace {
  let server: TestPostgres | undefined;
  const urls = new Map<string, string>();
  return {
    dialect: 'postgres',
    missing: postgresMissing,
    start: async () => {
      server = await startPostgres();
    },
    optionsFor: async (name) => {
      const databaseUrl = urls.get(name) ?? (await server!.createDatabase(name));
      urls.set(name, databaseUrl);
      return { dataDir: '', databaseUrl };
    },
    stop: () => server!.stop(),
  };
}

export const STORE_PLACES: Readonly<Record<Dialect | 'sqlite, with the writer borrowed', () => StorePlace>> =
  {
    sqlite: sqlitePlace,
    'sqlite, with the writer borrowed': borrowingPlace,
    postgres: postgresPlace,
  };

/** What is asked and answered is written down and read again, as between two processes. */
export function overMessages(writer: SharedWriter): SharedWriter {
  const send = <T>(value: T): T => deserialize(serialize(value));
  return {
    run: async (...asked) => send(await writer.run(...send(asked))),
    begin: async () => send(await writer.begin()),
    end: async (...asked) => send(await writer.end(...send(asked))),
  };
}
