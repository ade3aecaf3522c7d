/** Kysely's connection over whatever answers statements. */
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Answer, Statement } from '../shared-writer.ts';
import { raise } from './faults.ts';

export class SqliteConnection implements DatabaseConnection {
  readonly #ask: (statement: Statement) => Promise<Answer>;

  constructor(ask: (statement: Statement) => Promise<Answer>) {
    this.#ask = ask;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const answer = await this.#ask({ sql, parameters });
    if ('error' in answer) raise(answer.error);
    const rows = answer.rows as R[];
    return answer.changes === undefined ? { rows } : { rows, numAffectedRows: BigInt(answer.changes) };
  }

  // biome-ignore lint/correctness/useYield: the interface has it, and nothing here streams queries
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Queries are read whole here: page through them');
  }
}
