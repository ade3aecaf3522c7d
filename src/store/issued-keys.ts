/** Keys that the gateway issued: written by the command line, followed by every running replica. */
import { type Selection, sql } from 'kysely';
import type { Database } from './database.ts';
import { nextRevision } from './key-plans.ts';
import { withoutNulls } from './rows.ts';
import type { Tables } from './tables.ts';

/** One issued key. The key itself is nowhere. */
export interface IssuedKey {
  /** Public name, by which operators know it. */
  readonly id: string;
  /** Fingerprint of the key. */
  readonly callerId: string;
  /** Name of the secret that the fingerprint was made under. */
  readonly kid: string;
  /** Absent: the default plan. */
  readonly plan?: string;
  /** Ids of the models that it may use; absent: all. */
  readonly models?: readonly string[];
  /** Unix milliseconds, as the other times. */
  readonly expiresAt?: number;
  /** Tokens in and out, a calendar month (UTC). */
  readonly tokensPerMonth?: number;
  /** Billionths of a US dollar, a calendar month. */
  readonly nanosPerMonth?: number;
  readonly note?: string;
  readonly createdAt: number;
  readonly revokedAt?: number;
}

export type IssuedKeyRecords = ReturnType<typeof createIssuedKeys>;

const TABLE = 'issued_keys';
/** Rows read or written at a time. */
const PAGE = 1_000;

const COLUMNS = [
  'id',
  'caller_id as callerId',
  'kid',
  'plan',
  'models',
  'expires_at as expiresAt',
  'tokens_per_month as tokensPerMonth',
  'nanos_per_month as nanosPerMonth',
  'note',
  'created_at as createdAt',
  'revoked_at as revokedAt',
] as const;

export function createIssuedKeys({ kysely }: Database) {
  return {
    /** Adds all of them, or none. */
    async add(keys: readonly IssuedKey[]): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction, TABLE);
        const rows = keys.map((key) => ({
          id: key.id,
          caller_id: key.callerId,
          kid: key.kid,
          plan: key.plan ?? null,
          models: key.models === undefined ? null : JSON.stringify(key.models),
          expires_at: key.expiresAt ?? null,
          tokens_per_month: key.tokensPerMonth ?? null,
          nanos_per_month: key.nanosPerMonth ?? null,
          note: key.note ?? null,
          created_at: key.createdAt,
          revoked_at: null,
          revision,
        }));
        for (let start = 0; start < rows.length; start += PAGE) {
          await transaction
            .insertInto(TABLE)
            .values(rows.slice(start, start + PAGE))
            .execute();
        }
      });
    },

    /** @returns whether there was such a key that was not revoked yet. */
    async revoke(id: string, nowMs: number): Promise<boolean> {
      return kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction, TABLE);
        const result = await transaction
          .updateTable(TABLE)
          .set({ revoked_at: nowMs, revision })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .executeTakeFirst();
        return Number(result.numUpdatedRows) > 0;
      });
    },

    /** All of them, the newest first. */
    async list(): Promise<IssuedKey[]> {
      const rows = await kysely
        .selectFrom(TABLE)
        .select(COLUMNS)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toIssuedKey);
    },

    /**
     * @param revision 0 gives everything.
     * @returns what was issued or revoked since that revision, and the revision to be handed in the next time.
     */
    async changesSince(revision: number) {
      const changes = { revision, keys: [] as IssuedKey[] };
      // One change may touch several rows, and a page may end between them. No id is ''.
      for (let after = { revision: revision + 1, id: '' }; ; ) {
        const rows = await kysely
          .selectFrom(TABLE)
          .select([...COLUMNS, 'revision'])
          .where(sql<boolean>`(revision, id) > (${after.revision}, ${after.id})`)
          .orderBy('revision')
          .orderBy('id')
          .limit(PAGE)
          .execute();
        for (const { revision: changedAt, ...row } of rows) {
          changes.revision = changedAt;
          changes.keys.push(toIssuedKey(row));
        }
        if (rows.length < PAGE) return changes;
        after = rows[PAGE - 1]!;
      }
    },
  };
}

function toIssuedKey(row: Selection<Tables, typeof TABLE, (typeof COLUMNS)[number]>): IssuedKey {
  const { models, ...others } = withoutNulls(row);
  return models === undefined ? others : { ...others, models: JSON.parse(models) as string[] };
}
