/** Checks that several people decide on, and what each of them says of their claims. Times are Unix milliseconds. */
import { sql, type Transaction } from 'kysely';
import { type AuditEntry, writeAudit } from './audit-log.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** What lists have of a shared check: nothing of its text. */
export interface ListedCheck {
  /** Says nothing of the address that it is opened at. */
  readonly id: string;
  /** Id of the issued key that shares it, else the caller's fingerprint. */
  readonly maker: string;
  /** How many it lists. */
  readonly claims: number;
  /** Of its content, sealed. */
  readonly bytes: number;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly expiresAt: number;
}

export interface SharedCheck extends ListedCheck {
  /** Name of the secret that the content is sealed under. */
  readonly kid: string;
  readonly content: string;
}

/** What one person says of one claim. */
export interface SharedEntry {
  /** Id of the person within the check. */
  readonly person: string;
  /** Id of the claim. */
  readonly claim: string;
  readonly kid: string;
  readonly sealed: string;
}

/** An entry that is written; without a text it is withdrawn. */
export type EntryChange = Omit<SharedEntry, 'sealed'> & { readonly sealed: string | undefined };

/** Both grow by 1: the first with each change of the content, the second with each change of anything. */
export interface Versions {
  readonly contentVersion: number;
  readonly version: number;
}

export interface EntryBounds {
  readonly entries: number;
  readonly bytes: number;
}

export type SharedChecks = ReturnType<typeof createSharedChecks>;

const TABLE = 'shared_checks';
const ENTRIES = 'shared_check_entries';
const LISTED = [
  'id',
  'maker',
  'claims',
  'bytes',
  'created_at as createdAt',
  'changed_at as changedAt',
  'expires_at as expiresAt',
] as const;
const VERSIONS = ['content_version as contentVersion', 'version'] as const;

/** More was written than a check may have. */
class Overfull extends Error {}

export function createSharedChecks({ kysely }: Database) {
  const forget = async (transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> => {
    await transaction.deleteFrom(TABLE).where('id', 'in', ids).execute();
    await transaction.deleteFrom(ENTRIES).where('check_id', 'in', ids).execute();
  };

  return {
    /**
     * @param makers the check's own, and what the same caller was called before.
     * @param most checks that a maker may share.
     * @returns whether it was added: not where its maker has no room.
     */
    async add(check: SharedCheck, makers: readonly string[], most: number): Promise<boolean> {
      const { id, maker, claims, bytes, kid, content, createdAt, changedAt, expiresAt } = check;
      const { rows } = await sql`
        insert into shared_checks (id, maker, claims, bytes, kid, content, content_version, version,
          created_at, changed_at, expires_at)
        select ${id}, ${maker}, cast(${claims} as integer), cast(${bytes} as integer), ${kid}, ${content}, 1, 1,
          cast(${createdAt} as bigint), cast(${changedAt} as bigint), cast(${expiresAt} as bigint)
        where (select count(*) from shared_checks
          where maker in (${sql.join(makers)}) and expires_at > ${createdAt}) < ${most}
        returning id`.execute(kysely);
      return rows.length > 0;
    },

    /** Replaces the content of a maker's check. @returns when it was first shared; `undefined` where it has none. */
    async replace(
      { id, claims, bytes, kid, content, changedAt, expiresAt }: Omit<SharedCheck, 'createdAt' | 'maker'>,
      makers: readonly string[],
    ): Promise<number | undefined> {
      const row = await kysely
        .updateTable(TABLE)
        .set((eb) => ({
          ...{ claims, bytes, kid, content, changed_at: changedAt, expires_at: expiresAt },
          content_version: eb('content_version', '+', 1),
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .where('maker', 'in', makers)
        .where('expires_at', '>', changedAt)
        .returning('created_at')
        .executeTakeFirst();
      return row?.created_at;
    },

    /** @returns `undefined` where there is none that has not expired. */
    versions: (id: string, nowMs: number): Promise<Versions | undefined> =>
      kysely
        .selectFrom(TABLE)
        .select(VERSIONS)
        .where('id', '=', id)
        .where('expires_at', '>', nowMs)
        .executeTakeFirst(),

    /** The check as it is at one moment, or later: its versions are never ahead of it. */
    read: (id: string, nowMs: number): Promise<(SharedCheck & Versions) | undefined> =>
      kysely
        .selectFrom(TABLE)
        .select([...LISTED, ...VERSIONS, 'kid', 'content'])
        .where('id', '=', id)
        .where('expires_at', '>', nowMs)
        .executeTakeFirst(),

    /** In the order of claims and people. */
    entries: (id: string): Promise<SharedEntry[]> =>
      kysely
        .selectFrom(ENTRIES)
        .select(['person', 'claim', 'kid', 'sealed'])
        .where('check_id', '=', id)
        .orderBy('claim')
        .orderBy('person')
        .execute(),

    /**
     * Writes what one person says: all of it or nothing.
     * @param keptUntil when the check is forgotten unless it is changed again.
     * @returns `absent` where there is no such check, `full` where it would have more than the bounds.
     */
    async write(
      id: string,
      changes: readonly EntryChange[],
      bounds: EntryBounds,
      nowMs: number,
      keptUntil: number,
    ): Promise<'written' | 'absent' | 'full'> {
      try {
        return await kysely.transaction().execute(async (transaction) => {
          // The row is locked: others who write wait, and the bounds hold.
          const { numUpdatedRows } = await transaction
            .updateTable(TABLE)
            .set((eb) => ({
              version: eb('version', '+', 1),
              changed_at: nowMs,
              expires_at: keptUntil,
            }))
            .where('id', '=', id)
            .where('expires_at', '>', nowMs)
            .executeTakeFirstOrThrow();
          if (numUpdatedRows === 0n) return 'absent';
          for (const { person, claim, kid, sealed } of changes) {
            if (sealed === undefined) {
              await transaction
                .deleteFrom(ENTRIES)
                .where('check_id', '=', id)
                .where('person', '=', person)
                .where('claim', '=', claim)
                .execute();
              continue;
            }
            const values = { kid, sealed, bytes: Buffer.byteLength(sealed) };
            await transaction
              .insertInto(ENTRIES)
              .values({ check_id: id, person, claim, ...values })
              .onConflict((conflict) => conflict.columns(['check_id', 'person', 'claim']).doUpdateSet(values))
              .execute();
          }
          const sum = await transaction
            .selectFrom(ENTRIES)
            .select(({ fn }) => [fn.countAll().as('entries'), fn.sum('bytes').as('bytes')])
            .where('check_id', '=', id)
            .executeTakeFirstOrThrow();
          if (Number(sum.entries) > bounds.entries || Number(sum.bytes ?? 0) > bounds.bytes)
            throw new Overfull();
          return 'written';
        });
      } catch (error) {
        if (error instanceof Overfull) return 'full';
        throw error;
      }
    },

    /** The newest first; those that have expired are left out. @param after id of the last one of the page before. */
    async page(query: {
      readonly limit: number;
      readonly nowMs: number;
      readonly after?: string | undefined;
      /** Theirs alone. */
      readonly makers?: readonly string[] | undefined;
    }): Promise<ListedCheck[]> {
      let rows = kysely.selectFrom(TABLE).select(LISTED).where('expires_at', '>', query.nowMs);
      if (query.makers !== undefined) rows = rows.where('maker', 'in', query.makers);
      if (query.after !== undefined) {
        rows = rows.where(
          sql<boolean>`(created_at, id) < (select created_at, id from shared_checks where id = ${query.after})`,
        );
      }
      return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(query.limit).execute();
    },

    /**
     * Nothing of it is left.
     * @param from whose it must be; anybody's where absent.
     * @returns whether there was one.
     */
    remove: (id: string, from?: readonly string[], audit: readonly AuditEntry[] = []): Promise<boolean> =>
      kysely.transaction().execute(async (transaction) => {
        let found = transaction.selectFrom(TABLE).select('id').where('id', '=', id);
        if (from !== undefined) found = found.where('maker', 'in', from);
        if ((await found.executeTakeFirst()) === undefined) return false;
        await forget(transaction, [id]);
        await writeAudit(transaction, audit);
        return true;
      }),

    /** Forgets what has expired, a few at a time. */
    async prune(nowMs: number): Promise<void> {
      for (;;) {
        const rows = await kysely
          .selectFrom(TABLE)
          .select('id')
          .where('expires_at', '<=', nowMs)
          .limit(PRUNED)
          .execute();
        if (rows.length === 0) return;
        await kysely.transaction().execute((transaction) =>
          forget(
            transaction,
            rows.map(({ id }) => id),
          ),
        );
      }
    },
  };
}

/** Checks that are forgotten in one transaction. */
const PRUNED = 50;
