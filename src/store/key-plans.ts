/** Which caller has which plan: written by the command line, followed by every running replica. */
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { KeyPlansTable, Tables } from './tables.ts';

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

export interface KeyPlanChanges {
  /** To be handed in the next time. */
  readonly revision: number;
  readonly set: readonly KeyPlan[];
  /** Ids of callers that are no longer listed. */
  readonly removed: readonly string[];
}

export interface KeyPlans {
  /** @param formerIds the same caller's ids under older secrets, whose rows this one replaces. */
  set(keyPlan: KeyPlan, formerIds?: readonly string[]): Promise<void>;
  /** @returns whether one of the ids was listed. */
  remove(callerIds: readonly string[], nowMs: number): Promise<boolean>;
  /** Everybody that is listed, the latest change first. */
  list(): Promise<KeyPlan[]>;
  /** What has changed since a revision; 0 gives everything. */
  changesSince(revision: number): Promise<KeyPlanChanges>;
  /**
   * Files a caller under its id of today. The old row stays for replicas that do not know the new secret
   * yet, follows the new one no longer, and goes when the caller's plan is next changed or pruned.
   */
  adopt(formerId: string, callerId: string, kid: string, nowMs: number): Promise<void>;
  /** Forgets for good what was removed or replaced before a time. */
  prune(beforeMs: number): Promise<void>;
}

const TABLE = 'key_plans';
/** Rows read at a time, so that no answer of the database is very large. */
const PAGE = 5000;

export function createKeyPlans(database: Database): KeyPlans {
  const { kysely } = database;
  return {
    async set(keyPlan, formerIds = []) {
      await kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction);
        await withdraw(transaction, formerIds, revision, keyPlan.updatedAt);
        await upsert(transaction, toRow(keyPlan, revision));
      });
    },

    async remove(callerIds, nowMs) {
      return kysely.transaction().execute(async (transaction) => {
        const revision = await nextRevision(transaction);
        return (await withdraw(transaction, callerIds, revision, nowMs)) > 0;
      });
    },

    async list() {
      const rows = await kysely
        .selectFrom(TABLE)
        .selectAll()
        .where('plan', 'is not', null)
        .where('replaced_by', 'is', null)
        .orderBy('updated_at', 'desc')
        .orderBy('caller_id')
        .execute();
      return rows.map(fromRow);
    },

    async changesSince(revision) {
      const rows: KeyPlansTable[] = [];
      for (let page = await firstPage(kysely, revision); ; page = await pageAfter(kysely, rows.at(-1)!)) {
        rows.push(...page);
        if (page.length < PAGE) break;
      }
      return {
        revision: rows.at(-1)?.revision ?? revision,
        set: rows.filter((row) => row.plan !== null).map(fromRow),
        removed: rows.filter((row) => row.plan === null).map((row) => row.caller_id),
      };
    },

    async adopt(formerId, callerId, kid, nowMs) {
      await kysely.transaction().execute(async (transaction) => {
        // First of all: it is the lock that keeps a plan from being taken away in between.
        const revision = await nextRevision(transaction);
        const former = await transaction
          .selectFrom(TABLE)
          .selectAll()
          .where('caller_id', '=', formerId)
          .where('plan', 'is not', null)
          .where('replaced_by', 'is', null)
          .executeTakeFirst();
        if (former === undefined) return;
        const row = { ...former, caller_id: callerId, kid, revision };
        await transaction
          .insertInto(TABLE)
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await transaction
          .updateTable(TABLE)
          .set({ replaced_by: callerId, updated_at: nowMs })
          .where('caller_id', '=', formerId)
          .execute();
      });
    },

    async prune(beforeMs) {
      await kysely
        .deleteFrom(TABLE)
        .where('updated_at', '<', beforeMs)
        .where((where) => where.or([where('plan', 'is', null), where('replaced_by', 'is not', null)]))
        .execute();
    },
  };
}

function firstPage(kysely: Kysely<Tables>, revision: number): Promise<KeyPlansTable[]> {
  return inOrder(kysely).where('revision', '>', revision).execute();
}

function pageAfter(kysely: Kysely<Tables>, last: KeyPlansTable): Promise<KeyPlansTable[]> {
  return inOrder(kysely)
    .where((where) =>
      where.or([
        where('revision', '>', last.revision),
        where.and([where('revision', '=', last.revision), where('caller_id', '>', last.caller_id)]),
      ]),
    )
    .execute();
}

/** Ordered by revision and id: one change may touch several rows, and a page may end between them. */
function inOrder(kysely: Kysely<Tables>) {
  return kysely.selectFrom(TABLE).selectAll().orderBy('revision').orderBy('caller_id').limit(PAGE);
}

/**
 * The row of the counter stays locked until the transaction ends: revisions become visible in their order, so
 * that who has seen one has seen all before it.
 */
async function nextRevision(transaction: Transaction<Tables>): Promise<number> {
  const row = await transaction
    .insertInto('revisions')
    .values({ name: TABLE, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((set) => ({ revision: set('revisions.revision', '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return row.revision;
}

async function withdraw(
  transaction: Transaction<Tables>,
  callerIds: readonly string[],
  revision: number,
  nowMs: number,
): Promise<number> {
  if (callerIds.length === 0) return 0;
  const result = await transaction
    .updateTable(TABLE)
    .set({
      plan: null,
      per_hour: null,
      per_month: null,
      note: null,
      replaced_by: null,
      revision,
      updated_at: nowMs,
    })
    .where('caller_id', 'in', callerIds)
    .where('plan', 'is not', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

async function upsert(transaction: Transaction<Tables>, row: KeyPlansTable): Promise<void> {
  const { caller_id: _id, ...values } = row;
  await transaction
    .insertInto(TABLE)
    .values(row)
    .onConflict((conflict) => conflict.column('caller_id').doUpdateSet(values))
    .execute();
}

function toRow(keyPlan: KeyPlan, revision: number): KeyPlansTable {
  return {
    caller_id: keyPlan.callerId,
    kid: keyPlan.kid,
    plan: keyPlan.plan,
    per_hour: keyPlan.perHour ?? null,
    per_month: keyPlan.perMonth ?? null,
    note: keyPlan.note ?? null,
    replaced_by: null,
    revision,
    updated_at: keyPlan.updatedAt,
  };
}

function fromRow(row: KeyPlansTable): KeyPlan {
  return {
    callerId: row.caller_id,
    kid: row.kid,
    plan: row.plan ?? '',
    ...(row.per_hour === null ? {} : { perHour: row.per_hour }),
    ...(row.per_month === null ? {} : { perMonth: row.per_month }),
    ...(row.note === null ? {} : { note: row.note }),
    updatedAt: row.updated_at,
  };
}
