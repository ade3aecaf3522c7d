/** Kysely's driver for a SQLite that lives in a worker thread: one connection, lent to one user at a time. */
import { Worker } from 'node:worker_threads';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { StoreBusy } from '../database.ts';
import { Gate } from '../gate.ts';
import type { WorkerAnswer, WorkerStatement } from './sqlite-worker.ts';

export class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #gate: Gate;
  #connection: SqliteConnection | undefined;

  /** @param maxWaiting how many may wait for the connection; the next one gets `StoreBusy`. */
  constructor(file: string, maxWaiting: number) {
    this.#file = file;
    this.#gate = new Gate(1, maxWaiting, () => new StoreBusy());
  }

  async init(): Promise<void> {
    this.#connection = new SqliteConnection(this.#file);
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
    await this.#connection?.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<WorkerAnswer>[] = [];
  #ended: Error | undefined;
  #closing = false;

  constructor(file: string) {
    const script = import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js';
    this.#worker = new Worker(new URL(script, import.meta.url), { workerData: { file } });
    this.#worker.unref();
    this.#worker.on('message', (answer: WorkerAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error as Error));
    this.#worker.on('exit', () => this.#end(new Error('The database thread has ended')));
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const answer = await this.#ask({ sql: query.sql, parameters: query.parameters });
    if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
    const rows = answer.rows as R[];
    return answer.changes === undefined ? { rows } : { rows, numAffectedRows: BigInt(answer.changes) };
  }

  // biome-ignore lint/correctness/useYield: the interface has it, and nothing here streams queries
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Queries are read whole here: page through them');
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const exited = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    this.#closing = true;
    this.#worker.ref();
    this.#worker.postMessage('close');
    await exited;
  }

  async #ask(statement: WorkerStatement): Promise<WorkerAnswer> {
    if (this.#ended !== undefined) throw this.#ended;
    const waiting = Promise.withResolvers<WorkerAnswer>();
    // The thread keeps the process alive only while an answer, or its end, is awaited.
    if (this.#waiting.push(waiting) === 1) this.#worker.ref();
    this.#worker.postMessage(statement);
    return waiting.promise;
  }

  #settle(answer: WorkerAnswer): void {
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0 && !this.#closing) this.#worker.unref();
    waiting?.resolve(answer);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#ended);
  }
}
