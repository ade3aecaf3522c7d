/**
 * One writer for several processes: the process that has the database lends it, the others send it what they write.
 * Everything that goes in and out can be sent as a message (structured clone), also what went wrong.
 */
export interface SharedWriter {
  /**
   * Runs one statement.
   * @param transaction what `begin` gave; without it the statement stands alone.
   */
  run(statement: Statement, transaction?: number): Promise<Answer>;
  /** Begins a transaction once nobody else writes. */
  begin(): Promise<{ readonly transaction: number } | Failed>;
  /** Nothing of the transaction is left where the answer is a fault. */
  end(transaction: number, outcome: Outcome): Promise<Answer>;
}

/** The writer as it is lent to one process. */
export interface LentWriter {
  /** Never rejects: what goes wrong is in the answers. */
  readonly writer: SharedWriter;
  /** The process has ended: takes back what it had not committed, and refuses what still comes. */
  end(): Promise<void>;
}

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type Answer = { readonly rows: unknown[]; readonly changes?: number } | Failed;

export type Outcome = 'commit' | 'rollback';

export interface Failed {
  readonly error: Fault;
}

/** What src/gateway/store/name-fault.ts reads. */
export interface Fault {
  readonly message: string;
  readonly code?: string;
  /** SQLite's result code. */
  readonly errcode?: number;
}
