/** Reads what requests came to: which rows answer a question, and what they say. */
import { dollarsOf } from '../../domain/dollars.ts';
import { faultAt } from '../../domain/errors.ts';
import {
  FIRST_BYTE,
  TRAFFIC_COUNTS,
  type TrafficGroup,
  type TrafficRecords,
  type TrafficSum,
  type TrafficSums,
  trafficSeries,
  WHOLE_ANSWER,
} from '../store/traffic.ts';
import { HOURS_OF_DAY } from './count-traffic.ts';

export const TRAFFIC_SPANS = ['hour', 'day'] as const;
/** What a caller may tell apart. */
export const OWN_TRAFFIC_GROUPS = ['model', 'provider', 'app', 'error'] as const;
export const TRAFFIC_GROUPS = [...OWN_TRAFFIC_GROUPS, 'team'] as const;

/** Days for which counters are kept. */
export const TRAFFIC_DAYS: number = 90;
/** Hours for which those of applications, teams and keys are kept by the hour; by the day they are kept as long as all others. */
export const FINEST_HOURS: number = 48;
/** Rows of one answer. */
export const MOST_TRAFFIC_ROWS: number = 10_000;

export interface TrafficQuestion {
  /** Unix milliseconds; a day before `to` where absent. */
  readonly from?: number | undefined;
  /** Likewise; now where absent. */
  readonly to?: number | undefined;
  /** One sum of the whole time where absent. */
  readonly by?: (typeof TRAFFIC_SPANS)[number] | undefined;
  /** One sum of everything where absent; teams are not told apart of a single caller. */
  readonly group?: (typeof TRAFFIC_GROUPS)[number] | undefined;
  /** Of one caller's key alone, by each name that it has had. */
  readonly keyIds?: readonly string[];
}

/** Seconds; `null` where nothing was measured. */
interface Percentiles {
  readonly p50: number | null;
  readonly p95: number | null;
}

/** What requests came to that have something in common. */
export interface TrafficLine {
  /** Where its hour or day begins. */
  readonly time?: string;
  readonly provider?: string | null;
  /** `null` where none was asked. */
  readonly model?: string | null;
  readonly app?: string;
  /** Its id. */
  readonly team?: string;
  readonly error?: string;
  /** Simulated providers answered. */
  readonly sandbox: boolean;
  readonly requests: number;
  readonly errors: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached_tokens: number;
  readonly usd: number;
  readonly claims: {
    readonly found: number;
    readonly supported: number;
    readonly refuted: number;
    readonly conflicting: number;
    readonly not_enough_evidence: number;
    readonly unchecked: {
      readonly limit: number;
      readonly unsure: number;
      readonly failed: number;
      readonly exempt: number;
    };
  };
  readonly latency: { readonly first: Percentiles; readonly whole: Percentiles };
}

export interface TrafficAnswer {
  readonly from: string;
  readonly to: string;
  readonly by: TrafficQuestion['by'] | null;
  readonly group: TrafficQuestion['group'] | null;
  readonly data: readonly TrafficLine[];
}

interface TrafficReaderOptions {
  readonly records: Pick<TrafficRecords, 'report'>;
  /** Writes what this process has counted by now. */
  readonly flush: () => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const HOUR_MS = 3_600_000;

export type ReadTraffic = (question: TrafficQuestion) => Promise<TrafficAnswer>;

export function createTrafficReader({ records, flush, now }: TrafficReaderOptions): ReadTraffic {
  /** @throws ValidationError for a time of which no hours are kept. */
  const spanOf = ({ by, group, keyIds }: TrafficQuestion, from: number, until: number) => {
    const isKept =
      (keyIds === undefined && group !== 'app' && group !== 'team') ||
      from >= now() / HOUR_MS - FINEST_HOURS - 1;
    if (by === 'hour' && !isKept) {
      throw faultAt('query', 'from', `must be within the last ${FINEST_HOURS} hours where by=hour`);
    }
    return by ?? (isKept && until - from <= FINEST_HOURS ? 'hour' : 'day');
  };

  /** @throws ValidationError for a time that ends before it begins, and for more rows than an answer has. */
  return async (question) => {
    const { to = now(), from: begin = to - HOURS_OF_DAY * HOUR_MS, by, group, keyIds } = question;
    if (begin >= to) throw faultAt('query', 'from', 'must be before `to`');
    const span = spanOf(question, Math.floor(begin / HOUR_MS), Math.ceil(to / HOUR_MS));
    const width = span === 'hour' ? 1 : HOURS_OF_DAY;
    const from = Math.floor(begin / HOUR_MS / width) * width;
    const until = Math.ceil(to / HOUR_MS / width) * width;
    const of = group === 'app' || group === 'error' ? group : 'model';
    const groups: readonly TrafficGroup[] =
      group === 'team' ? [group] : (keyIds?.map((key) => ({ key, of })) ?? [of]);
    await flush();
    const sums = await records.report({
      series: groups.map((one) => trafficSeries(one, span)),
      ...{ from, until },
      byTime: by !== undefined,
      byName: group !== undefined,
      limit: MOST_TRAFFIC_ROWS + 1,
    });
    if (sums.length > MOST_TRAFFIC_ROWS) {
      throw faultAt(
        'query',
        'by',
        `must be such that there are at most ${MOST_TRAFFIC_ROWS} rows: ask for days, or a shorter time`,
      );
    }
    const told = group === 'provider' ? joinProviders(sums) : sums;
    return {
      from: timeOf(from),
      to: timeOf(until),
      by: by ?? null,
      group: group ?? null,
      data: told.map((sum) => describeSum(sum, group)),
    };
  };
}

const timeOf = (hour: number): string => new Date(hour * HOUR_MS).toISOString();

function describeSum(
  { at, name = '', sandbox, sums }: TrafficSum,
  group: TrafficQuestion['group'],
): TrafficLine {
  const slash = name.indexOf('/');
  const provider = slash === -1 ? name || null : name.slice(0, slash);
  return {
    ...(at === undefined ? {} : { time: timeOf(at) }),
    ...(group === 'provider' ? { provider } : {}),
    ...(group === 'model' ? { provider, model: slash === -1 ? null : name.slice(slash + 1) } : {}),
    ...(group === 'app' ? { app: name } : {}),
    ...(group === 'team' ? { team: name } : {}),
    ...(group === 'error' ? { error: name } : {}),
    sandbox,
    requests: sums.requests,
    errors: sums.errors,
    prompt_tokens: sums.prompt_tokens,
    completion_tokens: sums.completion_tokens,
    cached_tokens: sums.cached_tokens,
    usd: dollarsOf(sums.nanos),
    claims: {
      found: sums.claims,
      supported: sums.supported,
      refuted: sums.refuted,
      conflicting: sums.conflicting,
      not_enough_evidence: sums.not_enough_evidence,
      unchecked: {
        limit: sums.unchecked_limit,
        unsure: sums.unchecked_unsure,
        failed: sums.unchecked_failed,
        exempt: sums.unchecked_exempt,
      },
    },
    latency: { first: percentilesOf(sums, FIRST_BYTE), whole: percentilesOf(sums, WHOLE_ANSWER) },
  };
}

/** A line of nothing: what each line of such an answer has. */
export function emptyLine({ by, group }: Pick<TrafficAnswer, 'by' | 'group'>): TrafficLine {
  const sums = Object.fromEntries(TRAFFIC_COUNTS.map((count) => [count, 0])) as TrafficSums;
  return describeSum({ ...(by === null ? {} : { at: 0 }), sandbox: false, sums }, group ?? undefined);
}

/** Models of the same provider, as one. */
function joinProviders(sums: readonly TrafficSum[]): TrafficSum[] {
  const joined = new Map<string, TrafficSum>();
  for (const one of sums) {
    const name = one.name?.split('/', 1)[0] ?? '';
    const place = `${one.at} ${name} ${one.sandbox}`;
    const other = joined.get(place);
    const together =
      other === undefined
        ? one.sums
        : (Object.fromEntries(
            Object.entries(other.sums).map(([count, value]) => [
              count,
              value + one.sums[count as keyof TrafficSums],
            ]),
          ) as unknown as TrafficSums);
    joined.set(place, { ...one, name, sums: together });
  }
  return [...joined.values()];
}

function percentilesOf(
  sums: TrafficSums,
  { columns, bounds }: typeof FIRST_BYTE | typeof WHOLE_ANSWER,
): Percentiles {
  const counts = columns.map((column) => sums[column]);
  return { p50: percentileOf(counts, bounds, 0.5), p95: percentileOf(counts, bounds, 0.95) };
}

/**
 * As far as a histogram tells: between the bounds of its bucket, values are taken to be spread evenly. Beyond the last
 * bound, that bound.
 */
export function percentileOf(
  counts: readonly number[],
  bounds: readonly number[],
  share: number,
): number | null {
  const total = counts.reduce((all, count) => all + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [bucket, count] of counts.entries()) {
    const [low, high] = [bounds[bucket - 1] ?? 0, bounds[bucket]];
    if (below + count >= share * total) {
      if (high === undefined) return low;
      return Math.round((low + ((high - low) * (share * total - below)) / count) * 1_000) / 1_000;
    }
    below += count;
  }
  return bounds.at(-1) ?? null;
}
