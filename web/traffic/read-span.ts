/** What requests came to in a time that is chosen. */
import { readTeams } from '../api/admin-teams.ts';
import { readTraffic, type Traffic, type TrafficAsker, type TrafficQuestion } from '../api/traffic.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Milliseconds. */
export const WIDTH = { hour: HOUR, day: DAY } as const;

/** How far back each goes, and by what it is told apart. */
export const TRAFFIC_SPANS = {
  hour: { back: HOUR, by: 'hour' },
  day: { back: DAY, by: 'hour' },
  week: { back: 6 * DAY, by: 'day' },
  month: { back: 29 * DAY, by: 'day' },
  quarter: { back: 89 * DAY, by: 'day' },
} as const;
export type TrafficSpan = keyof typeof TRAFFIC_SPANS;

export interface SeenTraffic {
  readonly span: TrafficSpan;
  readonly over: Traffic;
  readonly models: Traffic;
  readonly apps: Traffic;
  /** For operators, with the names of those that there are, by their ids. */
  readonly teams?: { readonly traffic: Traffic; readonly names: ReadonlyMap<string, string> };
  readonly errors: Traffic;
}

/** What is asked for a span: days begin at midnight, UTC, so that all answers speak of the same time. */
export function questionOf(span: TrafficSpan, now: number): Pick<TrafficQuestion, 'from'> {
  const { back, by } = TRAFFIC_SPANS[span];
  const width = WIDTH[by];
  return { from: Math.floor((now - back) / width) * width };
}

/** @throws ApiFailure */
export async function readSpan(
  asker: TrafficAsker,
  span: TrafficSpan,
  signal: AbortSignal,
): Promise<SeenTraffic> {
  const within = questionOf(span, Date.now());
  const { by } = TRAFFIC_SPANS[span];
  const [over, models, apps, errors, teams] = await Promise.all([
    readTraffic(asker, { ...within, by }, signal),
    readTraffic(asker, { ...within, group: 'model' }, signal),
    readTraffic(asker, { ...within, group: 'app' }, signal),
    readTraffic(asker, { ...within, group: 'error' }, signal),
    asker.path === '/admin/v1/traffic' ? readByTeam(asker, within, signal) : undefined,
  ]);
  return { span, over, models, apps, errors, ...(teams === undefined ? {} : { teams }) };
}

async function readByTeam(
  asker: TrafficAsker,
  within: Pick<TrafficQuestion, 'from'>,
  signal: AbortSignal,
): Promise<SeenTraffic['teams']> {
  const [traffic, teams] = await Promise.all([
    readTraffic(asker, { ...within, group: 'team' }, signal),
    readTeams(asker.key, signal),
  ]);
  return { traffic, names: new Map(teams.map(({ id, name }) => [id, name])) };
}
