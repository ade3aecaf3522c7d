/** Which caller has which plan: written by the command line, followed by every running replica. */
import { type Kysely, type Selection, sql, type Transaction } from 'kysely';
import { type AuditEntry, writeAudit } from './audit-log.ts';
import type { Database } from './database.ts';
import { withoutNulls } from './rows.ts';
import type { Tables } from './tables.ts';

/** One listed caller. */
export interface KeyPlan {
  readonly callerId: string;
  /** Name of the secret that the id was made under. */
  readonly kid: string;
  readonly plan: string;
  /** Numbers of this key's own, in place of the plan's. */
  readonly perHour?: number;
  readonly perMonth?: number;
  readonly note?: string;
  /** Unix milliseconds. */
  readonly updatedAt: number;
}

export type KeyPlans = ReturnType<typeof createKeyPlans>;

const TABLE = 'key_plans';
/** Rows read at a time, so that no answer of the database is very large. */
const PAGE = 5000;

const COLUMNS = [
  'caller_id as callerId',
  'kid',
  'plan',
  'per_hour as perHour',
  'per_month as perMonth',
  'note',
  'updated_at as updatedAt',
] as const;

export function createKeyPlans({ kysely }: Database) {
  const listed = () =>
    kysely.selectFrom(TABLE).select(COLUMNS).where('plan', 'is not', null).where('replaced_by', 'is', null);
  return {
    /**
     * @param formerIds the same caller's ids under older secrets, whose rows this one replaces.
     * @param audit what the audit log says of it.
     */
    async set(
      keyPlan: KeyPlan,
      formerIds: readonly string[] = [],
      audit: readonly AuditEntry[] = [],
    ): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction, TABLE);
        await withdraw(transaction, formerIds, revision, keyPlan.updatedAt);
        const { callerId, kid, plan, perHour = null, perMonth = null, note = null, updatedAt } = keyPlan;
        const values = { kid, plan, per_hour: perHour, per_month: perMonth, note, replaced_by: null };
        const row = { ...values, revision, updated_at: updatedAt };
        await transaction
          .insertInto(TABLE)
          .values({ caller_id: callerId, ...row })
          .onConflict((conflict) => conflict.column('caller_id').doUpdateSet(row))
          .execute();
        await writeAudit(transaction, audit);
      });
    },

    /**
     * @param audit what the audit log says, where one was listed.
     * @returns whether one of the ids was listed.
     */
    async remove(
      callerIds: readonly string[],
      nowMs: number,
      audit: readonly AuditEntry[] = [],
    ): Promise<boolean> {
      return kysely.transaction().execute(async (transaction) => {
        const isListed = await unlist(transaction, callerIds, nowMs);
        if (isListed) await writeAudit(transaction, audit);
        return isListed;
      });
    },

    /** Everybody that is listed, the latest change first. */
    async list(): Promise<KeyPlan[]> {
      const rows = await listed().orderBy('updated_at', 'desc').orderBy('caller_id').execute();
      return rows.map(toKeyPlan);
    },

    /** How many callers are listed with each plan. */
    async countByPlan(): Promise<{ readonly plan: string; readonly count: number }[]> {
      const rows = await kysely
        .selectFrom(TABLE)
        .select(['plan', sql<number>`cast(count(*) as bigint)`.as('count')])
        .where('plan', 'is not', null)
        .where('replaced_by', 'is', null)
        .groupBy('plan')
        .execute();
      return rows.map(({ plan, count }) => ({ plan: plan ?? '', count }));
    },

    /** By their fingerprints. @param after the last one of the page before. */
    async page(limit: number, after?: string): Promise<KeyPlan[]> {
      let query = listed().orderBy('caller_id').limit(limit);
      if (after !== undefined) query = query.where('caller_id', '>', after);
      return (await query.execute()).map(toKeyPlan);
    },

    /** @returns two at most whose fingerprints begin so. */
    async find(beginning: string): Promise<KeyPlan[]> {
      const rows = await listed()
        .where(sql<boolean>`substr(caller_id, 1, ${sql.lit(beginning.length)}) = ${beginning}`)
        .limit(2)
        .execute();
      return rows.map(toKeyPlan);
    },

    /** @param callerIds one caller's. @returns what the list says of it. */
    async get(callerIds: readonly string[]): Promise<KeyPlan | undefined> {
      const row = await listed().where('caller_id', 'in', callerIds).executeTakeFirst();
      return row && toKeyPlan(row);
    },

    /**
     * @param revision 0 gives everything.
     * @returns what was set or removed since that revision, and the revision to be handed in the next time.
     */
    async changesSince(revision: number) {
      const changes = { revision, set: [] as KeyPlan[], removed: [] as string[] };
      // One change may touch several rows, and a page may end between them. No id is ''.
      for (let after = { revision: revision + 1, callerId: '' }; ; ) {
        const rows = await kysely
          .selectFrom(TABLE)
          .select([...COLUMNS, 'revision'])
          .where(sql<boolean>`(revision, caller_id) > (${after.revision}, ${after.callerId})`)
          .orderBy('revision')
          .orderBy('caller_id')
          .limit(PAGE)
          .execute();
        for (const { revision: changedAt, ...row } of rows) {
          changes.revision = changedAt;
          if (row.plan === null) changes.removed.push(row.callerId);
          else changes.set.push(toKeyPlan(row));
        }
        if (rows.length < PAGE) return changes;
        after = rows[PAGE - 1]!;
      }
    },

    /**
     * Files a caller under its id of today. The old row stays for replicas that do not know the new secret
     * yet, follows the new one no longer, and goes when the caller's plan is next changed or pruned.
     */
    async adopt(formerId: string, callerId: string, kid: string, nowMs: number): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        // First of all: it is the lock that keeps a plan from being taken away in between.
        const revision = await nextRevision(transaction, TABLE);
        const former = await transaction
          .selectFrom(TABLE)
          .selectAll()
          .where('caller_id', '=', formerId)
          .where('plan', 'is not', null)
          .where('replaced_by', 'is', null)
          .executeTakeFirst();
        if (former === undefined) return;
        await transaction
          .insertInto(TABLE)
          .values({ ...former, caller_id: callerId, kid, revision })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await transaction
          .updateTable(TABLE)
          .set({ replaced_by: callerId, updated_at: nowMs })
          .where('caller_id', '=', formerId)
          .execute();
      });
    },

    /** Forgets for good what was removed or replaced before a time. */
    async prune(beforeMs: number): Promise<void> {
      await kysely
        .deleteFrom(TABLE)
        .where('updated_at', '<', beforeMs)
        .where((where) => where.or([where('plan', 'is', null), where('replaced_by', 'is not', null)]))
        .execute();
    },
  };
}

/**
 * The row of the counter stays locked until the transaction ends: revisions become visible in their order, so
 * that after one has been read, no earlier one can appear.
 */
export async function nextRevision(transaction: Transaction<Tables>, name: string): Promise<number> {
  const row = await bumpRevision(transaction, name).returning('revision').executeTakeFirstOrThrow();
  return row.revision;
}

/** Adds one to a counter of the table `revisions`. */
export function bumpRevision(kysely: Kysely<Tables>, name: string) {
  return kysely
    .insertInto('revisions')
    .values({ name, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((set) => ({ revision: set('revisions.revision', '+', 1) })),
    );
}

/** Takes callers from the list. @returns whether one of the ids was listed. */
export async function unlist(
  transaction: Transaction<Tables>,
  callerIds: readonly string[],
  nowMs: number,
): Promise<boolean> {
  const revision = await nextRevision(transaction, TABLE);
  return (await withdraw(transaction, callerIds, revision, nowMs)) > 0;
}

/** Gives what the list says of a caller to another one, in place of it. */
export async function moveListing(
  transaction: Transaction<Tables>,
  fromIds: readonly string[],
  to: Pick<KeyPlan, 'callerId' | 'kid'>,
  nowMs: number,
): Promise<void> {
  const revision = await nextRevision(transaction, TABLE);
  const before = await transaction
    .selectFrom(TABLE)
    .selectAll()
    .where('caller_id', 'in', fromIds)
    .where('plan', 'is not', null)
    .where('replaced_by', 'is', null)
    .executeTakeFirst();
  await withdraw(transaction, fromIds, revision, nowMs);
  if (before === undefined) return;
  const moved = { ...before, caller_id: to.callerId, kid: to.kid, revision, updated_at: nowMs };
  await transaction.insertInto(TABLE).values(moved).execute();
}

async function withdraw(
  transaction: Transaction<Tables>,
  callerIds: readonly string[],
  revision: number,
  nowMs: number,
): Promise<number> {
  if (callerIds.length === 0) return 0;
  const gone = { plan: null, per_hour: null, per_month: null, note: null, replaced_by: null };
  const result = await transaction
    .updateTable(TABLE)
    .set({ ...gone, revision, updated_at: nowMs })
    .where('caller_id', 'in', callerIds)
    .where('plan', 'is not', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

function toKeyPlan(row: Selection<Tables, typeof TABLE, (typeof COLUMNS)[number]>): KeyPlan {
  const { plan = '', ...others } = withoutNulls(row);
  return { ...others, plan };
}
