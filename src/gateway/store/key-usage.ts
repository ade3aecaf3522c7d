/** What was used with each issued key, and in each team, by day and model. */
import { sql } from 'kysely';
import { inBatches } from '../../domain/in-batches.ts';
import type { Database } from './database.ts';
import { compareTexts, sumOf } from './rows.ts';

/** Calls with one key, or with the keys of one team, on one day, of one model. */
export interface KeyUsage {
  /** Of the key, or of the team. */
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

/** What a key has used in a month or a day. */
export interface PeriodUsage {
  readonly tokens: number;
  readonly nanos: number;
}

export type KeyUsageRecords = ReturnType<typeof createKeyUsage>;

const SUMS = ['calls', 'prompt_tokens', 'completion_tokens', 'nanos'] as const;
/** Rows written in one statement. */
const BATCH = 500;

export function createKeyUsage(database: Database) {
  return createUsage(database, 'key_usage', 'key_id');
}

/** Counted beside that of the keys: a key that is moved leaves what it used with its team. */
export function createTeamUsage(database: Database): KeyUsageRecords {
  // But for two names, the tables are the same.
  return createUsage(database, 'team_usage' as 'key_usage', 'team_id' as 'key_id');
}

function createUsage({ kysely }: Database, table: 'key_usage', idColumn: 'key_id') {
  const columnOf = { key: idColumn, day: 'day', model: 'model' } as const;
  const added = (column: (typeof SUMS)[number]) =>
    sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  const inPeriod = (period: number) => {
    const isDay = period > 999_999;
    return kysely
      .selectFrom(table)
      .select([
        sumOf(sql`prompt_tokens + completion_tokens`).as('tokens'),
        sumOf(sql.ref('nanos')).as('nanos'),
      ])
      .where('day', '>=', isDay ? period : period * 100)
      .where('day', '<', isDay ? period + 1 : (period + 1) * 100);
  };
  return {
    /** Adds to what is there, all or nothing. @param usage one entry at most for a key, day and model. */
    async add(usage: readonly KeyUsage[]): Promise<void> {
      // In one order everywhere: two processes that write the same rows then never wait in a circle.
      const rows = usage
        .toSorted((a, b) => compareTexts(a.keyId, b.keyId) || a.day - b.day || compareTexts(a.model, b.model))
        .map(({ keyId, day, model, calls, promptTokens, completionTokens, nanos }) => ({
          [idColumn]: keyId,
          day,
          model,
          calls,
          prompt_tokens: promptTokens,
          completion_tokens: completionTokens,
          nanos,
        }));
      await kysely.transaction().execute(async (transaction) => {
        for (const batch of inBatches(rows, BATCH)) {
          await transaction
            .insertInto(table)
            .values(batch)
            .onConflict((conflict) =>
              conflict
                .columns([idColumn, 'day', 'model'])
                .doUpdateSet(Object.fromEntries(SUMS.map((column) => [column, added(column)]))),
            )
            .execute();
        }
      });
    },

    /** @param period a month, 202611, or a day, 20261105. */
    async ofPeriod(keyId: string, period: number): Promise<PeriodUsage> {
      return inPeriod(period).where(idColumn, '=', keyId).executeTakeFirstOrThrow();
    },

    /** @param keyIds at most a thousand. @param period likewise. @returns by key; one that used nothing is absent. */
    async ofPeriodByKey(
      keyIds: readonly string[],
      period: number,
    ): Promise<ReadonlyMap<string, PeriodUsage>> {
      if (keyIds.length === 0) return new Map();
      const rows = await inPeriod(period)
        .select(`${idColumn} as keyId`)
        .where(idColumn, 'in', keyIds)
        .groupBy(idColumn)
        .execute();
      return new Map(rows.map(({ keyId, ...usage }) => [keyId, usage]));
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
        .selectFrom(table)
        .select(by.map((part) => (part === 'key' ? (`${idColumn} as keyId` as const) : part)))
        .select([
          sumOf(sql.ref('calls')).as('calls'),
          sumOf(sql.ref('prompt_tokens')).as('promptTokens'),
          sumOf(sql.ref('completion_tokens')).as('completionTokens'),
          sumOf(sql.ref('nanos')).as('nanos'),
        ])
        .where('day', '>=', since);
      if (until !== undefined) query = query.where('day', '<=', until);
      if (keyId !== undefined) query = query.where(idColumn, '=', keyId);
      if (model !== undefined) query = query.where('model', '=', model);
      if (most) query = query.orderBy(sumOf(sql`prompt_tokens + completion_tokens`), 'desc');
      for (const part of by) query = query.groupBy(columnOf[part]).orderBy(columnOf[part]);
      if (after !== undefined && by.length > 0) {
        const columns = sql.join(by.map((part) => sql.ref(columnOf[part])));
        query = query.where(sql<boolean>`(${columns}) > (${sql.join(by.map((part) => after[part]))})`);
      }
      if (limit !== undefined) query = query.limit(limit);
      return query.execute();
    },
  };
}
