/** What was used with each issued key, by day and model. */
import { type RawBuilder, sql } from 'kysely';
import { inBatches } from '../../domain/in-batches.ts';
import type { Database } from './database.ts';

/** Calls with one key, on one day, of one model. */
export interface KeyUsage {
  readonly keyId: string;
  /** 20261105, UTC. */
  readonly day: number;
  readonly model: string;
  /** Calls to the provider. */
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Billionths of a US dollar; 0 where the model's price is not known. */
  readonly nanos: number;
}

/** What usage can be grouped by. */
export const USAGE_PARTS = ['key', 'day', 'model'] as const;
export type UsagePart = (typeof USAGE_PARTS)[number];

/** Which usage is wanted. */
export interface UsageQuery {
  /** 20261105, UTC. */
  readonly since: number;
  /** The last day, included. */
  readonly until?: number | undefined;
  readonly keyId?: string | undefined;
  readonly model?: string | undefined;
  /** Each once; none gives one sum of all. */
  readonly by: readonly UsagePart[];
  readonly limit?: number;
  /** Those with the most tokens first. */
  readonly most?: boolean;
  /** Where the last row of the page before stands. */
  readonly after?: Readonly<Partial<Record<UsagePart, string | number>>>;
}

/** A sum, with what it was grouped by. */
export type UsageRow = Omit<KeyUsage, 'keyId' | 'day' | 'model'> & Partial<KeyUsage>;

/** What a key has used in a month. */
export interface MonthUsage {
  readonly tokens: number;
  readonly nanos: number;
}

export type KeyUsageRecords = ReturnType<typeof createKeyUsage>;

const TABLE = 'key_usage';
const COLUMN_OF = { key: 'key_id', day: 'day', model: 'model' } as const;
const SUMS = ['calls', 'prompt_tokens', 'completion_tokens', 'nanos'] as const;
/** Rows written in one statement. */
const BATCH = 500;

export function createKeyUsage({ kysely }: Database) {
  return {
    /** Adds to what is there, all or nothing. @param usage one entry at most for a key, day and model. */
    async add(usage: readonly KeyUsage[]): Promise<void> {
      // In one order everywhere: two processes that write the same rows then never wait in a circle.
      const rows = usage
        .map(({ keyId, day, model, calls, promptTokens, completionTokens, nanos }) => ({
          key_id: keyId,
          day,
          model,
          calls,
          prompt_tokens: promptTokens,
          completion_tokens: completionTokens,
          nanos,
        }))
        .sort((a, b) => compare(a.key_id, b.key_id) || a.day - b.day || compare(a.model, b.model));
      await kysely.transaction().execute(async (transaction) => {
        for (const batch of inBatches(rows, BATCH)) {
          await transaction
            .insertInto(TABLE)
            .values(batch)
            .onConflict((conflict) =>
              conflict
                .columns(['key_id', 'day', 'model'])
                .doUpdateSet(Object.fromEntries(SUMS.map((column) => [column, added(column)]))),
            )
            .execute();
        }
      });
    },

    /** @param month 202611 */
    async ofMonth(keyId: string, month: number): Promise<MonthUsage> {
      const row = await kysely
        .selectFrom(TABLE)
        .select([sum(sql`prompt_tokens + completion_tokens`).as('tokens'), sum(sql.ref('nanos')).as('nanos')])
        .where('key_id', '=', keyId)
        .where('day', '>=', month * 100)
        .where('day', '<', (month + 1) * 100)
        .executeTakeFirstOrThrow();
      return row;
    },

    /** What was used, summed over what is not asked for, in the order of what is. */
    async report({
      since,
      until,
      keyId,
      model,
      by,
      limit,
      after,
      most = false,
    }: UsageQuery): Promise<UsageRow[]> {
      let query = kysely
        .selectFrom(TABLE)
        .select(by.map((part) => COLUMN_OF[part]))
        .select([
          sum(sql.ref('calls')).as('calls'),
          sum(sql.ref('prompt_tokens')).as('promptTokens'),
          sum(sql.ref('completion_tokens')).as('completionTokens'),
          sum(sql.ref('nanos')).as('nanos'),
        ])
        .where('day', '>=', since);
      if (until !== undefined) query = query.where('day', '<=', until);
      if (keyId !== undefined) query = query.where('key_id', '=', keyId);
      if (model !== undefined) query = query.where('model', '=', model);
      if (most) query = query.orderBy(sum(sql`prompt_tokens + completion_tokens`), 'desc');
      for (const part of by) query = query.groupBy(COLUMN_OF[part]).orderBy(COLUMN_OF[part]);
      if (after !== undefined && by.length > 0) {
        const columns = sql.join(by.map((part) => sql.ref(COLUMN_OF[part])));
        query = query.where(sql<boolean>`(${columns}) > (${sql.join(by.map((part) => after[part]))})`);
      }
      if (limit !== undefined) query = query.limit(limit);
      const rows = await query.execute();
      return rows.map(({ key_id: keyId, ...row }) => ({ ...row, ...(keyId === undefined ? {} : { keyId }) }));
    },
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function added(column: (typeof SUMS)[number]) {
  return sql<number>`${sql.ref(`${TABLE}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
}

function sum(what: RawBuilder<unknown>) {
  return sql<number>`cast(coalesce(sum(${what}), 0) as bigint)`;
}
