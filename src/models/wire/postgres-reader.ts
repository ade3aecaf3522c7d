/** Reading from a PostgreSQL server that is not the gateway's own: few connections, each statement under a deadline. */
import type pg from 'pg';

/** One statement; values are sent apart from it. */
export interface SqlStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A row: every value as the server writes it. */
export type SqlRow = Readonly<Record<string, string | null>>;

export interface PostgresReader {
  /**
   * Runs statements in one transaction that can change nothing, and gives it up afterwards.
   *
   * @param work asks one statement after another.
   * @throws what node-postgres throws: errors of the server have its `code`; the signal's reason.
   */
  read<T>(
    work: (ask: (statement: SqlStatement) => Promise<readonly SqlRow[]>) => Promise<T>,
    signal: AbortSignal,
    onStart?: () => void,
  ): Promise<T>;
  close(): Promise<void>;
}

interface PostgresReaderOptions {
  /** `postgres://user@host/database`. */
  readonly url: string;
  readonly password?: string;
  /** Certificates of authorities, as PEM: then the connection is encrypted, and the server's name is checked. */
  readonly ca?: string;
  /** Connections at most, at least 1. */
  readonly connections: number;
  /** Milliseconds to connect, and that each statement may take. */
  readonly timeout: number;
}

/** No connection is opened before the first statement. */
export function createPostgresReader(options: PostgresReaderOptions): PostgresReader {
  const { url, password, ca, connections, timeout } = options;
  let opening: Promise<pg.Pool> | undefined;
  const open = async (): Promise<pg.Pool> => {
    const { default: postgres } = await import('pg');
    const pool = new postgres.Pool({
      connectionString: addressWith(url, password, ca !== undefined),
      ...(ca === undefined ? {} : { ssl: { ca } }),
      max: connections,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      allowExitOnIdle: true,
      application_name: 'claimgate',
      // Dates would be read in this machine's time zone.
      types: { getTypeParser: () => (value: unknown) => value } as pg.CustomTypesConfig,
    });
    // Without listeners a connection that breaks would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  return {
    async read(work, signal, onStart) {
      signal.throwIfAborted();
      opening ??= open();
      const pool = await opening;
      const client = await pool.connect();
      try {
        signal.throwIfAborted();
        onStart?.();
        await client.query(`begin read only; set local statement_timeout = ${Math.ceil(timeout)}`);
        const result = await work(async ({ text, values }) => {
          signal.throwIfAborted();
          return (await client.query<SqlRow>({ text, values: [...values] })).rows;
        });
        await client.query('rollback');
        client.release();
        return result;
      } catch (error) {
        // What is still under way in it is not waited for by the next.
        client.release(true);
        throw error;
      }
    },
    async close() {
      await (await opening?.catch(() => undefined))?.end();
    },
  };
}

/** What stands in the address goes before all else that node-postgres is given. */
function addressWith(address: string, password: string | undefined, hasAuthority: boolean): string {
  const url = new URL(address);
  if (password !== undefined) url.password = encodeURIComponent(password);
  if (hasAuthority) url.searchParams.delete('sslmode');
  return url.href;
}
