/** What the gateway keeps: one interface, whichever database is behind it. */
import { type Corpus, createCorpus } from './corpus/corpus.ts';
import type { Database, Dialect } from './database.ts';
import { DATABASES, type DatabaseOptions } from './databases/registry.ts';
import { createEvaluationRecords, type EvaluationRecords } from './evaluations.ts';
import { createKeyPlans, type KeyPlans } from './key-plans.ts';
import { createLimitCounts, type LimitCounts } from './limit-counts.ts';
import { migrate } from './migrate.ts';
import { waitForDatabase } from './wait-for-database.ts';

export interface Store {
  readonly dialect: Dialect;
  readonly keyPlans: KeyPlans;
  readonly limitCounts: LimitCounts;
  readonly corpus: Corpus;
  readonly evaluations: EvaluationRecords;
  /** @throws Error where the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions extends DatabaseOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long a database that is still starting is waited for, in milliseconds. */
  readonly waitMs?: number;
}

/**
 * Opens PostgreSQL where there is a URL, else SQLite in the data directory, and brings its tables to this
 * version's.
 * @throws StoreRefused where the database is a newer version's, or does not answer in time.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const dialect: Dialect = options.databaseUrl === undefined ? 'sqlite' : 'postgres';
  const database = await DATABASES[dialect](options);
  try {
    await waitForDatabase(database, options.waitMs ?? 15_000);
    await migrate(database, options.now());
  } catch (error) {
    await database.close();
    throw error;
  }
  return createStore(database);
}

function createStore(database: Database): Store {
  return {
    dialect: database.dialect,
    keyPlans: createKeyPlans(database),
    limitCounts: createLimitCounts(database),
    corpus: createCorpus(database),
    evaluations: createEvaluationRecords(database),
    ping: async () => {
      await database.kysely.selectNoFrom((select) => select.lit(1).as('one')).execute();
    },
    close: () => database.close(),
  };
}
