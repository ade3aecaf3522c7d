/**
 * Kysely's driver for a SQLite whose writer another process has: what only reads is asked here, in a thread of its
 * own, everything else and every transaction there.
 */
import type { DatabaseConnection, Driver } from 'kysely';
import { StoreBusy } from '../../../domain/store-busy.ts';
import { Gate } from '../../../scheduling/gate.ts';
import type { Answer, Outcome, SharedWriter, Statement } from '../shared-writer.ts';
import { raise } from './faults.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteThread } from './sqlite-thread.ts';

export class BorrowingDriver implements Driver {
  readonly #file: string;
  readonly #writer: SharedWriter;
  readonly #gate: Gate;
  #reader: SqliteThread | undefined;

  /** @param maxWaiting how many may wait to read; the next one gets `StoreBusy`. */
  constructor(file: string, writer: SharedWriter, maxWaiting: number) {
    this.#file = file;
    this.#writer = writer;
    this.#gate = new Gate(1, maxWaiting, () => new StoreBusy());
  }

  async init(): Promise<void> {
    this.#reader = new SqliteThread(this.#file, true);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new BorrowedConnection(this.#writer, (statement) =>
      this.#gate.run(() => this.#reader!.ask(statement)),
    );
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as BorrowedConnection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as BorrowedConnection).end('commit');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as BorrowedConnection).end('rollback');
  }

  async destroy(): Promise<void> {
    await this.#reader?.close();
  }
}

class BorrowedConnection extends SqliteConnection {
  readonly #writer: SharedWriter;
  #transaction: number | undefined;

  constructor(writer: SharedWriter, read: (statement: Statement) => Promise<Answer>) {
    super((statement) =>
      this.#transaction === undefined && isRead(statement.sql)
        ? read(statement)
        : writer.run(statement, this.#transaction),
    );
    this.#writer = writer;
  }

  async begin(): Promise<void> {
    const begun = await this.#writer.begin();
    if ('error' in begun) raise(begun.error);
    this.#transaction = begun.transaction;
  }

  async end(outcome: Outcome): Promise<void> {
    const answer = await this.#writer.end(this.#transaction!, outcome);
    if ('error' in answer) raise(answer.error);
  }
}

/**
 * Whether a statement plainly only reads. Where it does not after all, nothing is written: the connection for reading
 * refuses it.
 */
export function isRead(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|replace)\b/i.test(text);
}
