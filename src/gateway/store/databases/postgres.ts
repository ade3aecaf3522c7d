import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, DatabaseOptions } from '../database.ts';
import type { Tables } from '../tables.ts';

/** Any number that nothing else in the database locks by: "claimgat" as eight bytes of ASCII. */
const MIGRATION_LOCK = 0x636c61696d676174n;
const INT8 = pg.types.builtins.INT8;

export async function openPostgres({
  databaseUrl = '',
  onConnectionLost,
}: DatabaseOptions): Promise<Database> {
  const settings: pg.PoolConfig = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'claimgate',
    // Counters and times are far below 2^53: numbers, as SQLite gives them, not text.
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as never,
    },
  };
  const open = (more: pg.PoolConfig) => {
    const pool = new pg.Pool({ ...settings, ...more });
    // Without listeners a connection that breaks would end the process: the pool hears of those that are
    // idle, and nobody of those that are lent and between two queries.
    pool.on('error', (error) => onConnectionLost?.(error));
    pool.on('connect', (client) => client.on('error', () => {}));
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  };
  /** One connection, whose statements may take as long as they do. */
  const unhurried = async <T>(work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T> => {
    const patient = open({ max: 1 });
    try {
      return await work(patient);
    } finally {
      await patient.destroy();
    }
  };
  const kysely = open({ max: 10, query_timeout: 10_000, statement_timeout: 10_000 });
  return {
    dialect: 'postgres',
    kysely,
    reading: kysely,
    tableNames: sql`select relname as name from pg_class where relkind in ('r', 'p') and pg_table_is_visible(oid)`,
    unhurried,
    // Waiting for another process, or building an index, may take long.
    exclusively: (work) =>
      unhurried((patient) =>
        patient.transaction().execute(async (transaction) => {
          await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK.toString()}::bigint)`.execute(transaction);
          await work(transaction);
        }),
      ),
    close: () => kysely.destroy(),
  };
}
