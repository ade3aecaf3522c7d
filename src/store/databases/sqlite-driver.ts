/** Kysely's driver for a SQLite that lives in a worker thread: one connection, lent to one user at a time. */
import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import { StoreBusy } from '../database.ts';
import { Gate } from '../gate.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteThread } from './sqlite-thread.ts';

export class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #gate: Gate;
  #thread: SqliteThread | undefined;
  #connection: DatabaseConnection | undefined;

  /** @param maxWaiting how many may wait for the connection; the next one gets `StoreBusy`. */
  constructor(file: string, maxWaiting: number) {
    this.#file = file;
    this.#gate = new Gate(1, maxWaiting, () => new StoreBusy());
  }

  async init(): Promise<void> {
    const thread = new SqliteThread(this.#file);
    this.#thread = thread;
    this.#connection = new SqliteConnection((statement) => thread.ask(statement));
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#gate.enter();
    return this.#connection!;
  }

  async releaseConnection(): Promise<void> {
    this.#gate.leave();
  }

  /** `immediate`: the write lock is taken at once, so that a transaction never fails half-way for it. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /**
   * A full disk and some other faults make SQLite roll back by itself (sqlite.org/lang_transaction.html). Then
   * this one fails, and would hide what was wrong.
   */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch((error: Error) => {
      if (!error.message.includes('no transaction is active')) throw error;
    });
  }

  async destroy(): Promise<void> {
    await this.#thread?.close();
  }
}
