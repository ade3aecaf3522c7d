import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, StoreRefused } from './database.ts';

const PAUSE_MS = 250;

/** What a server that is starting, or whose name is not known yet, says: Node's codes and PostgreSQL's. */
const NOT_YET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P03',
]);

/**
 * Waits until the database answers a question.
 * @param waitMs how long, in milliseconds, where it is only not there yet.
 * @throws StoreRefused with the reason, without the URL, which may hold a password.
 */
export async function waitForDatabase(database: Database, waitMs: number): Promise<void> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      await sql`select 1`.execute(database.kysely);
      return;
    } catch (error) {
      const reason = reasonOf(error);
      if (!NOT_YET.has(reason.code) || waited >= waitMs) {
        throw new StoreRefused(`The database cannot be opened: ${reason.text}`, { cause: error });
      }
    }
    await sleep(PAUSE_MS);
  }
}

/** An AggregateError, which a name with several addresses gives, has its reason inside. */
function reasonOf(error: unknown): { code: string; text: string } {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const { code = '', message = '' } = inner as { code?: string; message?: string };
  return { code, text: message === '' ? code : message };
}
