/**
 * What requests came to, over time. A series is one list of sums: of the models, the applications, the teams and the
 * errors of the whole gateway, and of each key. Each series is kept twice, by the hour and by the day, so that a question
 * about a day reads hours and one about a quarter reads days. All numbers only grow, so that any number of processes may write the same
 * row; nothing in it is a text or a key.
 */
import { sql } from 'kysely';
import { inBatches } from '../../domain/in-batches.ts';
import type { Database } from './database.ts';
import { compareTexts, sumOf } from './rows.ts';
import type { Tables } from './tables.ts';

/** The buckets of both histograms, by their columns, and their upper bounds in seconds: the last has none. */
export const FIRST_BYTE = {
  columns: ['first_0', 'first_1', 'first_2', 'first_3', 'first_4', 'first_5', 'first_6', 'first_7'],
  bounds: [0.1, 0.25, 0.5, 1, 2, 5, 15],
} as const;
export const WHOLE_ANSWER = {
  columns: ['whole_0', 'whole_1', 'whole_2', 'whole_3', 'whole_4', 'whole_5', 'whole_6', 'whole_7'],
  bounds: [0.5, 1, 2, 5, 10, 30, 60],
} as const;

/** The columns, in the order in which {@link TrafficSums} has them. */
export const TRAFFIC_COUNTS = [
  'requests',
  'errors',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'nanos',
  'claims',
  'supported',
  'refuted',
  'conflicting',
  'not_enough_evidence',
  'unchecked_limit',
  'unchecked_unsure',
  'unchecked_failed',
  'unchecked_exempt',
  ...FIRST_BYTE.columns,
  ...WHOLE_ANSWER.columns,
] as const satisfies readonly (keyof Tables['traffic'])[];
export type TrafficCount = (typeof TRAFFIC_COUNTS)[number];

/** One number for each of {@link TRAFFIC_COUNTS}. */
export type TrafficSums = Readonly<Record<TrafficCount, number>>;

/** What is told apart: of the whole gateway, or of one key, which knows of no teams. */
export type TrafficGroup = TrafficKind | 'team' | { readonly key: string; readonly of: TrafficKind };
export type TrafficKind = 'model' | 'app' | 'error';

export interface TrafficRow {
  readonly series: string;
  /** Hours since 1970. */
  readonly at: number;
  readonly name: string;
  readonly sandbox: boolean;
  /** As many as {@link TRAFFIC_COUNTS}, in that order. */
  readonly sums: Float64Array;
}

export interface TrafficQuery {
  readonly series: readonly string[];
  /** Hours since 1970, included. */
  readonly from: number;
  /** Hours since 1970, left out. */
  readonly until: number;
  /** Whether times are told apart; all are summed where not. */
  readonly byTime: boolean;
  /** Whether names are told apart. */
  readonly byName: boolean;
  readonly limit: number;
}

/** A sum, with what was told apart. */
export interface TrafficSum {
  readonly at?: number;
  readonly name?: string;
  readonly sandbox: boolean;
  readonly sums: TrafficSums;
}

export type TrafficRecords = ReturnType<typeof createTraffic>;

const TABLE = 'traffic';
const KEY = ['series', 'at', 'name', 'sandbox'] as const;
/** Rows written in one statement: SQLite takes 32,766 parameters. */
const BATCH = 200;
const KEY_PREFIX = 'key ';

/** @param span the width of its rows. */
export function trafficSeries(group: TrafficGroup, span: 'hour' | 'day'): string {
  if (typeof group === 'string') return `${span} ${group}`;
  const { key, of } = group;
  // The models of a key were there first. No name of a key has a blank.
  return `${span} ${KEY_PREFIX}${key}${of === 'model' ? '' : ` ${of}`}`;
}

export function createTraffic({ kysely, reading }: Database) {
  return {
    /** Adds to what is there, all or nothing. @param rows each place once. */
    async add(rows: readonly TrafficRow[]): Promise<void> {
      // In one order everywhere: two processes that write the same rows then never wait in a circle.
      const values = rows
        .map(({ series, at, name, sandbox, sums }) => ({
          series,
          at,
          name,
          sandbox: sandbox ? 1 : 0,
          ...(Object.fromEntries(
            TRAFFIC_COUNTS.map((count, index) => [count, sums[index] || null]),
          ) as Record<TrafficCount, number | null>),
        }))
        .sort(
          (a, b) =>
            compareTexts(a.series, b.series) ||
            a.at - b.at ||
            compareTexts(a.name, b.name) ||
            a.sandbox - b.sandbox,
        );
      await kysely.transaction().execute(async (transaction) => {
        for (const batch of inBatches(values, BATCH)) {
          await transaction
            .insertInto(TABLE)
            .values(batch)
            .onConflict((conflict) =>
              conflict
                .columns(KEY)
                .doUpdateSet(Object.fromEntries(TRAFFIC_COUNTS.map((count) => [count, added(count)]))),
            )
            .execute();
        }
      });
    },

    /** Sums over what is not told apart, by time and then by name. */
    async report({ series, from, until, byTime, byName, limit }: TrafficQuery): Promise<TrafficSum[]> {
      const parts = [...(byTime ? ['at' as const] : []), ...(byName ? ['name' as const] : [])];
      let query = reading
        .selectFrom(TABLE)
        .select([...parts, 'sandbox'])
        .select(TRAFFIC_COUNTS.map((count) => sumOf(sql.ref(count)).as(count)))
        .where('series', 'in', series)
        .where('at', '>=', from)
        .where('at', '<', until)
        .limit(limit);
      for (const part of [...parts, 'sandbox' as const]) query = query.groupBy(part).orderBy(part);
      const rows = await query.execute();
      return rows.map(({ at, name, sandbox, ...sums }) => ({
        ...(at === undefined ? {} : { at }),
        ...(name === undefined ? {} : { name }),
        sandbox: sandbox === 1,
        sums,
      }));
    },

    /**
     * Forgets what is older.
     * @param before hours since 1970.
     * @param finestBefore likewise, for what is kept of applications, teams and of each key by the hour: by far the most rows.
     */
    async prune(before: number, finestBefore: number): Promise<void> {
      await kysely.deleteFrom(TABLE).where('at', '<', before).execute();
      await kysely
        .deleteFrom(TABLE)
        .where(({ or, eb }) =>
          or([
            eb('series', 'in', [trafficSeries('app', 'hour'), trafficSeries('team', 'hour')]),
            // Of every kind.
            eb('series', 'like', trafficSeries({ key: '%', of: 'model' }, 'hour')),
          ]),
        )
        .where('at', '<', finestBefore)
        .execute();
    },
  };
}

/** Null where both are: most numbers of most rows are 0. */
function added(count: TrafficCount) {
  const [own, more] = [sql.ref(`${TABLE}.${count}`), sql.ref(`excluded.${count}`)];
  return sql<number | null>`coalesce(${own} + ${more}, ${own}, ${more})`;
}
