/** The databases that the store runs on. A new one is a file beside this and a line here. */
import type { Database, Dialect } from '../database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export interface DatabaseOptions {
  /** Where SQLite keeps its file. */
  readonly dataDir: string;
  /** A PostgreSQL URL. */
  readonly databaseUrl?: string;
  /** False: a database that is not there is not made; see `SqliteOptions`. */
  readonly create?: boolean;
  readonly onConnectionLost?: (error: Error) => void;
}

export const DATABASES: Readonly<Record<Dialect, (options: DatabaseOptions) => Promise<Database>>> = {
  sqlite: openSqlite,
  postgres: (options) => openPostgres({ ...options, databaseUrl: options.databaseUrl ?? '' }),
};
