/** The databases that the store runs on. A new one is a file beside this and a line here. */
import type { Database, DatabaseOptions, Dialect } from '../database.ts';
import { openSqlite } from './sqlite.ts';

export const DATABASES: Readonly<Record<Dialect, (options: DatabaseOptions) => Promise<Database>>> = {
  sqlite: openSqlite,
  // Its client is loaded where it is used.
  postgres: async (options) => (await import('./postgres.ts')).openPostgres(options),
};
