/** Kysely's driver for a SQLite that lives in worker threads: a connection each, lent to one user at a time. */
import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import { StoreBusy } from '../../../domain/store-busy.ts';
import { Gate } from '../../../scheduling/gate.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteThread } from './sqlite-thread.ts';

export class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #readers: number | undefined;
  readonly #gate: Gate;
  readonly #threads: SqliteThread[] = [];
  readonly #free: DatabaseConnection[] = [];

  /**
   * @param maxWaiting how many may wait for a connection; the next one gets `StoreBusy`.
   * @param readers so many threads that only read, beside one that writes; absent for that one.
   */
  constructor(file: string, maxWaiting: number, readers?: number) {
    this.#file = file;
    this.#readers = readers;
    this.#gate = new Gate(readers ?? 1, maxWaiting, () => new StoreBusy());
  }

  async init(): Promise<void> {
    for (let count = this.#readers ?? 1; count > 0; count--) {
      const thread = new SqliteThread(this.#file, this.#readers !== undefined);
      this.#threads.push(thread);
      this.#free.push(new SqliteConnection((statement) => thread.ask(statement)));
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#gate.enter();
    return this.#free.pop()!;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#free.push(connection);
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
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
