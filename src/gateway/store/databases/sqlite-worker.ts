/**
 * The thread that SQLite runs in: node:sqlite is synchronous, and no query may hold up a stream. Takes one
 * statement a message and answers in order.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Statement } from '../shared-writer.ts';
import { toFault } from './faults.ts';
import { addFunctions } from './sqlite-functions.ts';

export interface ThreadOptions {
  readonly file: string;
  /** The file has to be there, and writing to it fails. */
  readonly readOnly: boolean;
}

const MAX_PREPARED = 256;
/** Milliseconds that a statement waits for another connection, and between two tries to open. */
const LOCK_WAIT = 5_000;
const TRY_AGAIN_AFTER = 20;
const SQLITE_BUSY = 5;

const port = parentPort!;
const database = openDatabase(workerData as ThreadOptions);
const prepared = new Map<string, StatementSync>();

port.on('message', (message: Statement | 'close') => {
  if (message !== 'close') {
    port.postMessage(answer(message));
    return;
  }
  database.close();
  port.close();
});

function openDatabase({ file, readOnly }: ThreadOptions): DatabaseSync {
  const opened = new DatabaseSync(file, { timeout: LOCK_WAIT, readOnly });
  // WAL with NORMAL: a killed process loses nothing that was committed; a power cut may lose the last
  // commits, never the database (sqlite.org/wal.html, "Performance Considerations").
  if (!readOnly) {
    useWal(opened);
    opened.exec('pragma synchronous = normal; pragma foreign_keys = on');
  }
  // KiB: 32 MiB, which a large corpus needs and a small one does not fill.
  opened.exec('pragma cache_size = -32768');
  addFunctions(opened);
  return opened;
}

/** While another connection turns a new file to WAL, SQLite refuses at once, whatever the timeout: it is tried again. */
function useWal(opened: DatabaseSync): void {
  for (let waited = 0; ; waited += TRY_AGAIN_AFTER) {
    try {
      opened.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || waited >= LOCK_WAIT) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_AGAIN_AFTER);
    }
  }
}

function answer({ sql, parameters }: Statement): Answer {
  try {
    const statement = prepare(sql);
    const values = parameters.map(toSqlite);
    if (statement.columns().length > 0) return { rows: statement.all(...values) };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  } catch (error) {
    return { error: toFault(error) };
  }
}

function prepare(sql: string): StatementSync {
  const known = prepared.get(sql);
  if (known !== undefined) return known;
  if (prepared.size >= MAX_PREPARED) prepared.clear();
  const statement = database.prepare(sql);
  // FTS5 leaves the last row's id beyond what a number holds, and Node would throw at a statement that worked.
  if (statement.columns().length === 0) statement.setReadBigInts(true);
  prepared.set(sql, statement);
  return statement;
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === undefined ? null : (value as SQLInputValue);
}
