import { StoreBusy } from './database.ts';

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
