/** The thread of a SQLite, from outside: statements go in and answers come out in their order. */
import { Worker } from 'node:worker_threads';
import type { Answer, Statement } from '../shared-writer.ts';
import type { ThreadOptions } from './sqlite-worker.ts';

export class SqliteThread {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<Answer>[] = [];
  #ended: Error | undefined;
  #closing = false;

  /** @param readOnly the file has to be there, and writing to it fails. */
  constructor(file: string, readOnly = false) {
    const script = import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js';
    const workerData: ThreadOptions = { file, readOnly };
    this.#worker = new Worker(new URL(script, import.meta.url), { workerData });
    this.#worker.unref();
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error as Error));
    this.#worker.on('exit', () => this.#end(new Error('The database thread has ended')));
  }

  /** @throws Error where the thread has ended. */
  async ask({ sql, parameters }: Statement): Promise<Answer> {
    if (this.#ended !== undefined) throw this.#ended;
    const waiting = Promise.withResolvers<Answer>();
    // The thread keeps the process alive only while an answer, or its end, is awaited.
    if (this.#waiting.push(waiting) === 1) this.#worker.ref();
    this.#worker.postMessage({ sql, parameters });
    return waiting.promise;
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const exited = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()));
    this.#closing = true;
    this.#worker.ref();
    this.#worker.postMessage('close');
    await exited;
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0 && !this.#closing) this.#worker.unref();
    waiting?.resolve(answer);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#ended);
  }
}
