/** Who changed keys and plans, and who was refused. Nothing of it is ever changed; what is old is forgotten. */
import { type Kysely, type Selection, sql } from 'kysely';
import { inBatches } from '../../domain/in-batches.ts';
import type { Database } from './database.ts';
import { withoutNulls } from './rows.ts';
import type { Tables } from './tables.ts';

/** What a field was and is; absent where there was or is nothing. */
export interface FieldChange {
  readonly from?: unknown;
  readonly to?: unknown;
}

/** One change, or one try. It has nothing of a key or a secret. */
export interface AuditEntry {
  readonly id: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** `cli`, `admin:<name of the admin key>`, `person:<name> (<subject>)`, or `unknown`. */
  readonly actor: string;
  /** Such as `key.issue`. */
  readonly action: string;
  /** Id of an issued key, or a caller's fingerprint. */
  readonly subject?: string;
  /** `done`, or the code of the error. */
  readonly outcome: string;
  readonly changes?: Readonly<Record<string, FieldChange>>;
  readonly requestId?: string;
}

/** Which entries are wanted. */
export interface AuditQuery {
  /** Unix milliseconds, this one included. */
  readonly since?: number | undefined;
  /** Unix milliseconds, this one left out. */
  readonly until?: number;
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly limit: number;
  /** Id of the last entry of the page before. */
  readonly after?: string | undefined;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

const TABLE = 'audit_log';
/** Rows written in one statement. */
const BATCH = 500;

const COLUMNS = ['id', 'at', 'actor', 'action', 'subject', 'outcome', 'changes', 'request_id'] as const;

export function createAuditLog({ kysely }: Database) {
  return {
    add: (entries: readonly AuditEntry[]): Promise<void> => writeAudit(kysely, entries),

    /** The newest first. */
    async page({ since, until, actor, action, subject, limit, after }: AuditQuery): Promise<AuditEntry[]> {
      let query = kysely.selectFrom(TABLE).select(COLUMNS);
      if (since !== undefined) query = query.where('at', '>=', since);
      if (until !== undefined) query = query.where('at', '<', until);
      if (actor !== undefined) query = query.where('actor', '=', actor);
      if (action !== undefined) query = query.where('action', '=', action);
      if (subject !== undefined) query = query.where('subject', '=', subject);
      if (after !== undefined) {
        query = query.where(sql<boolean>`(at, id) < (select at, id from audit_log where id = ${after})`);
      }
      const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
      return rows.map(toEntry);
    },

    /** Forgets what is older than a time, in Unix milliseconds. */
    async prune(beforeMs: number): Promise<void> {
      await kysely.deleteFrom(TABLE).where('at', '<', beforeMs).execute();
    },
  };
}

/** Writes entries, in the transaction of the change that they speak of. */
export async function writeAudit(kysely: Kysely<Tables>, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map(({ requestId, changes, subject, ...rest }) => ({
    ...rest,
    subject: subject ?? null,
    changes: changes === undefined ? null : JSON.stringify(changes),
    request_id: requestId ?? null,
  }));
  for (const batch of inBatches(rows, BATCH)) await kysely.insertInto(TABLE).values(batch).execute();
}

function toEntry(row: Selection<Tables, typeof TABLE, (typeof COLUMNS)[number]>): AuditEntry {
  const { changes, request_id: requestId, ...rest } = withoutNulls(row);
  return {
    ...rest,
    ...(changes === undefined ? {} : { changes: JSON.parse(changes) as AuditEntry['changes'] & object }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
