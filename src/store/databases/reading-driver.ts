/**
 * Kysely's driver for further threads that read a SQLite beside its writer: what takes long there holds up nothing
 * else. They are started when the first query comes.
 */
import type { DatabaseConnection, Driver } from 'kysely';
import { StoreBusy } from '../database.ts';
import { Gate } from '../gate.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteThread } from './sqlite-thread.ts';

export class ReadingDriver implements Driver {
  readonly #file: string;
  readonly #count: number;
  readonly #gate: Gate;
  readonly #threads: SqliteThread[] = [];
  readonly #free: DatabaseConnection[] = [];

  /** @param maxWaiting how many may wait for one of so many threads; the next one gets `StoreBusy`. */
  constructor(file: string, count: number, maxWaiting: number) {
    this.#file = file;
    this.#count = count;
    this.#gate = new Gate(count, maxWaiting, () => new StoreBusy());
  }

  async init(): Promise<void> {
    for (let i = 0; i < this.#count; i++) {
      const thread = new SqliteThread(this.#file, true);
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

  async beginTransaction(): Promise<void> {
    throw new Error('This connection only reads');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
