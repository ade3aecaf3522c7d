/** What has been counted of each caller's month and hour, so that a restart forgets nothing. */
import { type Kysely, sql } from 'kysely';
import { inBatches } from '../../domain/in-batches.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** Requests that were counted, or given back where negative, since the last time. */
export interface CountChange {
  readonly callerId: string;
  readonly amount: number;
}

export interface StoredCount {
  readonly callerId: string;
  readonly month: number;
  readonly monthCount: number;
  readonly hour: number;
  readonly hourCount: number;
}

export type LimitCounts = ReturnType<typeof createLimitCounts>;

const TABLE = 'limit_counts';
/** Changes written in one transaction; their parameters are a fraction of what either database takes. */
export const COUNT_BATCH: number = 500;
const PAGE = 10_000;

export function createLimitCounts({ kysely }: Database) {
  return {
    /**
     * Adds to the counts of one hour and its month. Amounts are added, never set, so that two processes over
     * one database, one ending while the next begins, lose nothing of each other's.
     * @param changes at most one for each caller; `COUNT_BATCH` of them are added all or none.
     */
    async add(hour: number, month: number, changes: readonly CountChange[]): Promise<void> {
      // In one order everywhere: two processes that write the same rows then never wait in a circle.
      const ordered = changes.toSorted((a, b) => (a.callerId < b.callerId ? -1 : 1));
      for (const batch of inBatches(ordered, COUNT_BATCH)) {
        await kysely.transaction().execute(async (transaction) => {
          const rows = batch.map(({ callerId: caller_id, amount }) => {
            return { caller_id, month, month_count: amount, hour, hour_count: amount };
          });
          await merge(transaction, rows);
          await dropEmpty(transaction, rows);
        });
      }
    },

    /** Moves what was counted under one id to another, adding. */
    async move(fromId: string, toId: string): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        const row = await transaction
          .deleteFrom(TABLE)
          .where('caller_id', '=', fromId)
          .returningAll()
          .executeTakeFirst();
        if (row !== undefined) await merge(transaction, [{ ...row, caller_id: toId }]);
      });
    },

    /** Moves what was counted after an hour to an earlier one and its month: the clock had been ahead. */
    async bringBack(afterHour: number, hour: number, month: number): Promise<void> {
      await kysely.updateTable(TABLE).set({ hour, month }).where('hour', '>', afterHour).execute();
    },

    /** Everything counted in a month and later ones, in pages. */
    async *load(month: number): AsyncGenerator<StoredCount[]> {
      for (let lastId = ''; ; ) {
        const rows: StoredCount[] = await kysely
          .selectFrom(TABLE)
          .select(['caller_id as callerId', 'month', atLeastZero('month_count').as('monthCount')])
          .select(['hour', atLeastZero('hour_count').as('hourCount')])
          .where('caller_id', '>', lastId)
          .where('month', '>=', month)
          .orderBy('caller_id')
          .limit(PAGE)
          .execute();
        if (rows.length > 0) yield rows;
        if (rows.length < PAGE) return;
        lastId = rows[PAGE - 1]!.callerId;
      }
    },

    /** Deletes older months. */
    async prune(beforeMonth: number): Promise<void> {
      const some = kysely.selectFrom(TABLE).select('caller_id').where('month', '<', beforeMonth).limit(PAGE);
      const deletion = kysely.deleteFrom(TABLE).where('caller_id', 'in', some);
      while (Number((await deletion.executeTakeFirst()).numDeletedRows) === PAGE) {}
    },
  };
}

/** A count of the same window is added to, an older window gives way, a newer one stays as it is. */
async function merge(kysely: Kysely<Tables>, rows: readonly Tables['limit_counts'][]): Promise<void> {
  await kysely
    .insertInto(TABLE)
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('caller_id').doUpdateSet({
        month: later('month'),
        month_count: combined('month'),
        hour: later('hour'),
        hour_count: combined('hour'),
      }),
    )
    .execute();
}

function later(window: 'hour' | 'month') {
  const [known, added] = [sql.ref(`${TABLE}.${window}`), sql.ref(`excluded.${window}`)];
  return sql<number>`case when ${added} > ${known} then ${added} else ${known} end`;
}

function combined(window: 'hour' | 'month') {
  const [known, added] = [sql.ref(`${TABLE}.${window}`), sql.ref(`excluded.${window}`)];
  const [count, more] = [sql.ref(`${TABLE}.${window}_count`), sql.ref(`excluded.${window}_count`)];
  return sql<number>`case
    when ${added} < ${known} then ${count}
    when ${added} > ${known} then ${more}
    when ${count} + ${more} < 0 then 0
    else ${count} + ${more} end`;
}

/** Callers whose places were all given back, such as those with a wrong key, leave nothing behind. */
async function dropEmpty(kysely: Kysely<Tables>, changes: readonly Tables['limit_counts'][]): Promise<void> {
  const callerIds = changes.filter((row) => row.month_count < 0).map((row) => row.caller_id);
  if (callerIds.length === 0) return;
  await kysely.deleteFrom(TABLE).where('caller_id', 'in', callerIds).where('month_count', '<=', 0).execute();
}

function atLeastZero(column: 'month_count' | 'hour_count') {
  const count = sql.ref(column);
  return sql<number>`case when ${count} < 0 then 0 else ${count} end`;
}
