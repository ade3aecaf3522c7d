/** What a gateway did in each of the last hours, from its own metrics: sampled once a minute, kept in memory. */
import { describeError } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/log.ts';
import type { MetricsData } from '../telemetry/merge-metrics.ts';

interface OverviewOptions {
  /** What was counted since the start, by all processes of the gateway. */
  readonly read: () => Promise<MetricsData>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
}

/** What was done in a time. Names are those of the metrics' labels. */
export interface Activity {
  readonly requests: Record<string, number>;
  readonly tokens: Record<string, number>;
  readonly claims: number;
  readonly verdicts: Record<string, number>;
  readonly errors: Record<string, number>;
  readonly providers: Record<string, Record<string, number>>;
  readonly sources: Record<string, Record<string, number>>;
}

export type Overview = ReturnType<typeof openOverview>;

type Labels = Readonly<Partial<Record<string, string | number>>>;
/** Where a series is counted: the names of the fields that lead there. */
type Place = readonly string[];

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Hours that are kept. */
const MOST_HOURS = 48;

/** Requests of callers: not probes, the page's files and operators. */
const isOfCaller = (route: unknown): boolean => /^\/(?:v1\/|chat$|models)/.test(String(route));

const PLACES: Readonly<Record<string, (labels: Labels) => readonly Place[]>> = {
  claimgate_requests_total: ({ route, status, sandbox }) =>
    isOfCaller(route)
      ? [
          ['requests', 'total'],
          ['requests', `${String(status)[0]}xx`],
          ...(sandbox === 'true' ? [['requests', 'simulated']] : []),
        ]
      : [],
  claimgate_tokens_total: ({ kind }) => [['tokens', String(kind)]],
  claimgate_claims_detected_total: () => [['claims']],
  claimgate_verdicts_total: ({ verdict }) => [['verdicts', String(verdict)]],
  claimgate_errors_total: ({ code }) => [['errors', String(code)]],
  claimgate_provider_calls_total: ({ provider }) => [['providers', String(provider), 'calls']],
  claimgate_provider_failures_total: ({ provider }) => [['providers', String(provider), 'failures']],
  claimgate_source_answers_total: ({ source }) => [['sources', String(source), 'answers']],
  claimgate_source_failures_total: ({ source }) => [['sources', String(source), 'failures']],
};

export function openOverview({ read, now, log }: OverviewOptions) {
  /** Counts since the start, by places. */
  const seen = new Map<string, number>();
  /** What was counted in each hour since 1970, by places. */
  const hours = new Map<number, Map<string, number>>();
  let sampling: Promise<void> = Promise.resolve();

  const sample = (): Promise<void> => {
    sampling = sampling.then(async () => {
      const hour = Math.floor(now() / HOUR);
      const counts = hours.get(hour) ?? new Map<string, number>();
      hours.set(hour, counts);
      for (const old of hours.keys()) if (old <= hour - MOST_HOURS) hours.delete(old);
      for (const [place, count] of countsOf(await read())) {
        const rise = count - (seen.get(place) ?? 0);
        // A worker that has just ended may be missing for a moment.
        if (rise <= 0) continue;
        seen.set(place, count);
        counts.set(place, (counts.get(place) ?? 0) + rise);
      }
    });
    sampling = sampling.catch((error) => log.warn(describeError(error), 'cannot read the metrics'));
    return sampling;
  };
  const timer = setInterval(sample, MINUTE).unref();

  return {
    /** @param count of hours up to now, the present one included. The first is the earliest. */
    async lastHours(count: number) {
      await sample();
      const present = Math.floor(now() / HOUR);
      const total = nothing();
      const list = Array.from({ length: count }, (_, index) => {
        const hour = present - count + 1 + index;
        const activity = nothing();
        for (const [place, rise] of hours.get(hour) ?? []) {
          add(activity, place, rise);
          add(total, place, rise);
        }
        return { hour: new Date(hour * HOUR).toISOString(), ...activity };
      });
      return { hours: list, total };
    },
    close(): void {
      clearInterval(timer);
    },
  };
}

const SEPARATOR = '\n';

/** What has been counted, by places. */
function countsOf(data: MetricsData): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, values } of data) {
    const placesOf = PLACES[name];
    if (placesOf === undefined) continue;
    for (const { labels, value } of values) {
      for (const place of placesOf(labels as Labels)) {
        const key = place.join(SEPARATOR);
        counts.set(key, (counts.get(key) ?? 0) + value);
      }
    }
  }
  return counts;
}

function nothing(): Activity {
  return {
    requests: { total: 0 },
    tokens: { prompt: 0, completion: 0 },
    claims: 0,
    verdicts: {},
    errors: {},
    providers: {},
    sources: {},
  };
}

function add(activity: Activity, key: string, count: number): void {
  const place = key.split(SEPARATOR);
  const field = place.pop() as string;
  let inner = activity as unknown as Record<string, unknown>;
  for (const name of place) {
    inner[name] ??= {};
    inner = inner[name] as Record<string, unknown>;
  }
  inner[field] = Number(inner[field] ?? 0) + count;
}
