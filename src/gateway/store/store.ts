/** What the gateway keeps: one interface, whichever database is behind it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createAuditLog } from './audit-log.ts';
import { withAuditApart } from './corpus/audit-apart.ts';
import { createCollections } from './corpus/collections.ts';
import { type Corpus, createCorpus, createSearchGate } from './corpus/corpus.ts';
import { UNNAMED_TABLES } from './corpus/corpus-tables.ts';
import type { MeaningOptions } from './corpus/search-meaning.ts';
import { type Database, type DatabaseOptions, StoreRefused } from './database.ts';
import { DATABASES } from './databases/registry.ts';
import { createEvaluationRecords } from './evaluations.ts';
import { createIssuedKeys } from './issued-keys.ts';
import { createResponseRecords } from './kept-responses.ts';
import { createKeyBalances } from './key-balances.ts';
import { bumpRevision, createKeyPlans } from './key-plans.ts';
import { createKeyUsage, createTeamUsage } from './key-usage.ts';
import { createLimitCounts } from './limit-counts.ts';
import { MIGRATIONS } from './migrations/list.ts';
import { isStoreAway, nameStoreFault } from './name-fault.ts';
import { createPublishedReports } from './published-reports.ts';
import { migrate, readSchema, refuseOtherSchema, type Schema, type TablesPolicy } from './schema.ts';
import { createSecrets } from './secrets.ts';
import { createSharedChecks } from './shared-checks.ts';
import { createTeams } from './teams.ts';
import { createTraffic } from './traffic.ts';
import { createWebhookMessages } from './webhook-messages.ts';

export type Store = ReturnType<typeof createStore>;

export interface StoreOptions extends DatabaseOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long a database that is still starting is waited for, in milliseconds. */
  readonly waitMs?: number;
  /** A PostgreSQL that holds the corpus alone; the corpus lies with everything else where it is absent. */
  readonly corpusUrl?: string | undefined;
  /** What reads the meaning of passages and questions; they are found by words alone where it is absent. */
  readonly meaning?: MeaningOptions | undefined;
  /** Milliseconds that a search of the corpus waits for its turn; without limit where it is absent. */
  readonly searchWait?: number;
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
    const schema = await bringUpToDate(database, options);
    const apart = await openCorpusDatabase(options, async (corpus) => {
      await bringUpToDate(corpus, options);
      return corpus;
    });
    return createStore(database, schema, options, apart);
  });
}

async function bringUpToDate(database: Database, { tables, now }: StoreOptions) {
  const schema = await readSchema(database, MIGRATIONS);
  refuseOtherSchema(schema, tables ?? 'expect');
  const migrated = schema.pending.length > 0 ? await migrate(database, now()) : [];
  return { isNew: schema.isEmpty, migrated, newer: schema.newer };
}

/**
 * Opens the database that holds the corpus alone. It has all tables, of which only those of the corpus are used.
 * @returns `undefined` where there is none.
 */
async function openCorpusDatabase<T>(
  { corpusUrl, writer: _ofSqlite, ...options }: Omit<StoreOptions, 'now' | 'tables'>,
  work: (database: Database) => Promise<T>,
): Promise<T | undefined> {
  if (corpusUrl === undefined) return undefined;
  return withDatabase({ ...options, databaseUrl: corpusUrl }, work).catch((error: unknown) => {
    if (error instanceof StoreRefused) throw new StoreRefused(`CLAIMGATE_CORPUS_URL: ${error.message}`);
    throw error;
  });
}

/**
 * Says what the server's start or `claimgate migrate` would do, and changes nothing.
 * @returns names of migrations; for a database that is not there, of all. Where the corpus has one of its own, of both.
 * @throws StoreRefused as `openStore`.
 */
export async function planMigration(options: Omit<StoreOptions, 'now' | 'tables'>): Promise<Schema> {
  return withDatabase({ ...options, create: false }, async (database) => {
    const schema = await readPending(database);
    const apart = await openCorpusDatabase(options, readPending);
    await database.close();
    return { ...schema, pending: [...new Set([...schema.pending, ...(apart?.pending ?? [])])] };
  });
}

async function readPending(database: Database): Promise<Schema> {
  const schema = await readSchema(database, MIGRATIONS);
  refuseOtherSchema(schema, 'upgrade');
  return schema;
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
  { meaning, searchWait }: Pick<StoreOptions, 'meaning' | 'searchWait'>,
  /** Where the corpus lies, if not with everything else. */
  apart?: Database,
) {
  const holder = apart ?? database;
  const gate = createSearchGate(holder.dialect, searchWait);
  const audited = (corpus: Corpus): Corpus =>
    apart === undefined ? corpus : withAuditApart(corpus, database.kysely);
  return {
    schema,
    keyPlans: createKeyPlans(database),
    issuedKeys: createIssuedKeys(database),
    teams: createTeams(database),
    keyUsage: createKeyUsage(database),
    teamUsage: createTeamUsage(database),
    keyBalances: createKeyBalances(database),
    audit: createAuditLog(database),
    limitCounts: createLimitCounts(database),
    corpus: audited(createCorpus(holder, UNNAMED_TABLES, gate, meaning)),
    /** The named ones beside it. */
    collections: createCollections(holder, gate, meaning, audited),
    evaluations: createEvaluationRecords(database),
    responses: createResponseRecords(database),
    webhookMessages: createWebhookMessages(database),
    published: createPublishedReports(database),
    sharedChecks: createSharedChecks(database),
    traffic: createTraffic(database),
    secrets: createSecrets(database),
    /** Writes a row. @throws Error where the database does not answer, or cannot write. */
    probe: async (): Promise<void> => void (await bumpRevision(database.kysely, 'probe').execute()),
    /** Lends the writer to one other process of this machine. Absent where processes write side by side. */
    lendWriter: database.lendWriter,
    async close(): Promise<void> {
      await apart?.close();
      await database.close();
    },
  };
}
