/** What the gateway keeps: one interface, whichever database is behind it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createAuditLog } from './audit-log.ts';
import { createCorpus } from './corpus/corpus.ts';
import { type Database, type DatabaseOptions, StoreRefused } from './database.ts';
import { DATABASES } from './databases/registry.ts';
import { createEvaluationRecords } from './evaluations.ts';
import { createIssuedKeys } from './issued-keys.ts';
import { createResponseRecords } from './kept-responses.ts';
import { createKeyBalances } from './key-balances.ts';
import { bumpRevision, createKeyPlans } from './key-plans.ts';
import { createKeyUsage } from './key-usage.ts';
import { createLimitCounts } from './limit-counts.ts';
import { MIGRATIONS } from './migrations/list.ts';
import { isStoreAway, nameStoreFault } from './name-fault.ts';
import { migrate, readSchema, refuseOtherSchema, type Schema, type TablesPolicy } from './schema.ts';
import { createSecrets } from './secrets.ts';

export type Store = ReturnType<typeof createStore>;

export interface StoreOptions extends DatabaseOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long a database that is still starting is waited for, in milliseconds. */
  readonly waitMs?: number;
  /** `expect` unless said otherwise. */
  readonly tables?: TablesPolicy;
}

/** Milliseconds between two questions whether a database is there. */
const PAUSE_MS = 250;

/**
 * Opens PostgreSQL where there is a URL, else SQLite in the data directory.
 * @throws StoreRefused where the database cannot be used, or does not answer in time.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  return withDatabase(options, async (database) => {
    const schema = await readSchema(database, MIGRATIONS);
    refuseOtherSchema(schema, options.tables ?? 'expect');
    const migrated = schema.pending.length > 0 ? await migrate(database, options.now()) : [];
    return createStore(database, { isNew: schema.isEmpty, migrated, newer: schema.newer });
  });
}

/**
 * Says what the server's start or `claimgate migrate` would do, and changes nothing.
 * @returns names of migrations; for a database that is not there, of all.
 * @throws StoreRefused as `openStore`.
 */
export async function planMigration(options: Omit<StoreOptions, 'now' | 'tables'>): Promise<Schema> {
  return withDatabase({ ...options, create: false }, async (database) => {
    const schema = await readSchema(database, MIGRATIONS);
    refuseOtherSchema(schema, 'upgrade');
    await database.close();
    return schema;
  });
}

/** Opens a database for work that ends with it open, and closes it where that fails. */
async function withDatabase<T>(
  options: DatabaseOptions & { readonly waitMs?: number },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  let database: Database | undefined;
  try {
    database = await DATABASES[options.databaseUrl === undefined ? 'sqlite' : 'postgres'](options);
    await waitForAnswer(database, options.waitMs ?? 15_000);
    return await work(database);
  } catch (error) {
    await database?.close();
    const fault = nameStoreFault(error);
    if (error instanceof StoreRefused || fault === undefined) throw error;
    throw new StoreRefused(`The database cannot be used: ${fault}`, { cause: error });
  }
}

/**
 * Waits for a server that is still starting, or whose name is not known yet.
 * @throws StoreRefused with the reason, without the URL, which may hold a password.
 */
async function waitForAnswer({ kysely }: Database, waitMs: number): Promise<void> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      await sql`select 1`.execute(kysely);
      return;
    } catch (error) {
      // A name with several addresses gives an AggregateError.
      const { code, message } = (
        error instanceof AggregateError ? error.errors[0] : error
      ) as NodeJS.ErrnoException;
      if (code === undefined || !isStoreAway(error) || waited >= waitMs) {
        const reason = message === '' ? code : message;
        throw new StoreRefused(`The database cannot be opened: ${reason}`, { cause: error });
      }
    }
    await sleep(PAUSE_MS);
  }
}

function createStore(
  database: Database,
  /** What opening it did to the tables, and what a newer version has done to them. Names of migrations. */
  schema: {
    readonly isNew: boolean;
    readonly migrated: readonly string[];
    readonly newer: readonly string[];
  },
) {
  return {
    schema,
    keyPlans: createKeyPlans(database),
    issuedKeys: createIssuedKeys(database),
    keyUsage: createKeyUsage(database),
    keyBalances: createKeyBalances(database),
    audit: createAuditLog(database),
    limitCounts: createLimitCounts(database),
    corpus: createCorpus(database),
    evaluations: createEvaluationRecords(database),
    responses: createResponseRecords(database),
    secrets: createSecrets(database),
    /** Writes a row. @throws Error where the database does not answer, or cannot write. */
    probe: async (): Promise<void> => void (await bumpRevision(database.kysely, 'probe').execute()),
    /** Lends the writer to one other process of this machine. Absent where processes write side by side. */
    lendWriter: database.lendWriter,
    close: (): Promise<void> => database.close(),
  };
}
