/** Says in plain words what is wrong with a database, for the log and the terminal. */

import { StoreBusy } from '../../domain/store-busy.ts';

/** By Node's codes of files and connections, SQLite's numbers and PostgreSQL's codes. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'disk full',
  EDQUOT: 'disk full (quota)',
  EROFS: 'read-only file system',
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  ECONNREFUSED: 'it does not take connections',
  ECONNRESET: 'the connection broke',
  ENOTFOUND: 'its host name is not known',
  ETIMEDOUT: 'it does not answer',
  // https://www.sqlite.org/rescode.html
  SQLITE_5: 'locked by another process',
  SQLITE_8: 'read-only',
  SQLITE_10: 'disk error',
  SQLITE_11: 'damaged',
  SQLITE_13: 'disk full',
  SQLITE_14: 'its file cannot be opened or made',
  SQLITE_26: 'its file is no database',
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  '53100': 'disk full',
  '53200': 'it is out of memory',
  '53300': 'it has too many connections',
  '25006': 'read-only',
  '57P01': 'it is shutting down',
  '57P02': 'it has crashed',
  '57P03': 'it is still starting',
};

/** @returns plain words for any error. */
export function describeStoreFault(error: unknown): string {
  return nameStoreFault(error) ?? 'unknown fault';
}

/** @returns plain words, or `undefined` where the error is not a known fault of a database. */
export function nameStoreFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StoreBusy) return 'too many queries wait for it';
  const { code, errcode } = error as { code?: string; errcode?: number };
  // The low byte is the primary result code: SQLITE_IOERR_WRITE is an SQLITE_IOERR.
  const known = FAULTS[errcode === undefined ? (code ?? '') : `SQLITE_${errcode & 0xff}`];
  if (known !== undefined) return known;
  if (/^(?:Connection terminated|timeout exceeded when trying to connect)/.test(error.message)) {
    return 'the connection broke';
  }
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner === undefined ? undefined : nameStoreFault(inner);
}

/**
 * Whether an error of the store says that the database cannot be asked at the moment, rather than that the question
 * was wrong: Node's codes of connections, PostgreSQL's classes of connection, resources and operator's intervention
 * (PostgreSQL manual, appendix A), and what its client says without a code.
 */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof StoreBusy) return true;
  if (error instanceof AggregateError) return error.errors.some(isStoreAway);
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return /^(?:08|53|57)[\dA-Z]{3}$/.test(code) || /^E(?!RR)[A-Z_]+$/.test(code);
  return /^(?:timeout exceeded|Connection terminated|Query read timeout)/.test(String(message));
}
