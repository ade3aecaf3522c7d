/** What was used with each issued key, by day and model. */
import { type RawBuilder, sql } from 'kysely';
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

/** What a key has used in a month. */
export interface MonthUsage {
  readonly tokens: number;
  readonly nanos: number;
}

export type KeyUsageRecords = ReturnType<typeof createKeyUsage>;

const TABLE = 'key_usage';
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
        for (let start = 0; start < rows.length; start += BATCH) {
          await transaction
            .insertInto(TABLE)
            .values(rows.slice(start, start + BATCH))
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

    /** What was used from a day on, by key, day and model. @param keyId all keys where absent. */
    async since(day: number, keyId?: string): Promise<KeyUsage[]> {
      const all = kysely
        .selectFrom(TABLE)
        .select(['key_id as keyId', 'day', 'model', 'calls', 'nanos'])
        .select(['prompt_tokens as promptTokens', 'completion_tokens as completionTokens'])
        .where('day', '>=', day)
        .orderBy('key_id')
        .orderBy('day')
        .orderBy('model');
      return (keyId === undefined ? all : all.where('key_id', '=', keyId)).execute();
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
