import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { LentWriter, SharedWriter } from './shared-writer.ts';
import type { Tables } from './tables.ts';

/** One opened database. What the variants do differently lies behind this. */
export interface Database {
  /** Says which SQL a migration has to speak where the two differ. */
  readonly dialect: Dialect;
  readonly kysely: Kysely<Tables>;
  /** For queries that take long and only read: others do not wait for them. Knows no transactions. */
  readonly reading: Kysely<Tables>;
  /** Selects the names of the tables that there are. */
  readonly tableNames: RawBuilder<{ name: string }>;
  /** Runs the work in a transaction that only one process at a time can be in, however long it takes. */
  exclusively(work: (transaction: Transaction<Tables>) => Promise<void>): Promise<void>;
  /** Runs work whose statements may take minutes, over a connection of its own where others would wait for it. */
  unhurried<T>(work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** For one other process of this machine. Absent where processes write side by side. */
  readonly lendWriter?: () => LentWriter;
  /** Waits for what is under way, then lets go of connections and threads. */
  close(): Promise<void>;
}

export type Dialect = 'sqlite' | 'postgres';

export interface DatabaseOptions {
  /** Where SQLite keeps its file; made, for its owner alone, where it is not there. */
  readonly dataDir: string;
  /** A PostgreSQL URL. */
  readonly databaseUrl?: string | undefined;
  /** False: where SQLite has no file, none is made, and the database is an empty one in memory. */
  readonly create?: boolean;
  /** SQLite's writer, which another process has: it has opened the file, and this one only reads it. */
  readonly writer?: SharedWriter | undefined;
  /** Called when an idle connection to PostgreSQL breaks. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** The database cannot be used as it is. The message is one line for the operator. */
export class StoreRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreRefused';
  }
}
