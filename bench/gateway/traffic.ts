/**
 * What a million requests leave behind: 20 models × 50 applications, each with a key of its own, over 30 days. How large the database
 * becomes, what the console's questions read and take, and what counting costs a request. With `--write` into bench/RESULTS.md.
 * With CLAIMGATE_BENCH_DATABASE_URL, in an empty PostgreSQL.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { seededRandom } from '../../src/evaluation/seeded-random.ts';
import { DATABASES } from '../../src/gateway/store/databases/registry.ts';
import { SQLITE_FILE } from '../../src/gateway/store/databases/sqlite.ts';
import { migrate } from '../../src/gateway/store/schema.ts';
import { createTraffic, trafficSeries } from '../../src/gateway/store/traffic.ts';
import { createTrafficCounter } from '../../src/gateway/traffic/count-traffic.ts';
import {
  createTrafficReader,
  FINEST_HOURS,
  type TrafficQuestion,
} from '../../src/gateway/traffic/read-traffic.ts';
import { Tally } from '../../src/gateway/traffic/tally.ts';
import { writeSection } from '../write-section.ts';

const REQUESTS = 1_000_000;
const [MODELS, APPS, DAYS] = [20, 50, 30];
const HOURS = DAYS * 24;
/** From here on, every hour that is counted is one that is forgotten of applications and keys. */
const STEADY = 4 * 24;
const HOUR_MS = 3_600_000;
const BEGIN = Date.parse('2026-11-01T00:00:00Z');

const load = loadavg()[0]!.toFixed(1);
const databaseUrl = process.env.CLAIMGATE_BENCH_DATABASE_URL;
const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-traffic-'));
const database = await DATABASES[databaseUrl === undefined ? 'sqlite' : 'postgres']({
  dataDir: folder,
  databaseUrl,
});
await migrate(database, 0);
const sizeOf = async (): Promise<number> => {
  if (databaseUrl === undefined) {
    await sql`pragma wal_checkpoint(truncate)`.execute(database.kysely);
    return statSync(path.join(folder, SQLITE_FILE)).size;
  }
  const { rows } = await sql<{ size: string }>`select pg_total_relation_size('traffic') as size`.execute(
    database.kysely,
  );
  return Number(rows[0]!.size);
};
const empty = await sizeOf();

let now = BEGIN;
const records = createTraffic(database);
const counter = createTrafficCounter({
  records,
  now: () => now,
  onFailure: (error) => {
    throw error;
  },
});
const random = seededRandom(17);
const upTo = (most: number): number => Math.floor(random() * most);
let counting = 0;
/** A request of any model and any application, as an hour has about 1,400 of them. */
const countOne = (): void => {
  const tally = new Tally();
  const promptTokens = 200 + upTo(4_000);
  tally.addTokens({
    ...{ promptTokens, completionTokens: 20 + upTo(900), cachedTokens: upTo(200) },
    nanos: 1_000 * promptTokens,
  });
  for (let claims = upTo(6); claims > 0; claims--) {
    const share = random();
    if (share < 0.2) tally.addClaim({ verdict: 'not_enough_evidence' }, 'unsure');
    else tally.addClaim({ verdict: share < 0.75 ? 'supported' : 'refuted' }, undefined);
  }
  tally.firstMs = 100 + 3_000 * random() ** 3;
  const app = upTo(APPS);
  const request = {
    provider: 'openai',
    model: `gpt-of-the-bench-${upTo(MODELS)}`,
    app: `application ${app}`,
    keyId: `ik_${String(app).padStart(12, '0')}`,
    teamId: undefined,
    isSandbox: false,
    failure: random() < 0.02 ? 'provider_overloaded' : undefined,
    milliseconds: tally.firstMs + 20_000 * random() ** 3,
    tally,
  };
  const began = performance.now();
  counter.count(request);
  counting += performance.now() - began;
};
let early = 0;
for (let hour = 0; hour < HOURS; hour++) {
  if (hour === STEADY) early = await sizeOf();
  for (let half = 0; half < 2; half++) {
    now = BEGIN + hour * HOUR_MS + half * (HOUR_MS / 2);
    for (let i = Math.round(REQUESTS / HOURS / 2); i > 0; i--) countOne();
    await counter.flush();
  }
  // What the gateway and, as it likes, PostgreSQL do meanwhile.
  if (hour % 6 !== 5) continue;
  await records.prune(0, Math.floor(now / HOUR_MS) - FINEST_HOURS - 2);
  if (databaseUrl !== undefined) await sql`vacuum traffic`.execute(database.kysely);
}
await counter.close();
const size = await sizeOf();
const grown = ((size - early) / (HOURS - STEADY)) * HOURS;
const { rows: counted } = await sql<{ series: string; rows: number }>`
  select case when series like '%key%' then rtrim(substr(series, 1, 4)) || ' keys' else series end as series,
    cast(count(*) as bigint) as rows from traffic group by 1`.execute(database.kysely);
const total = counted.reduce((all, { rows }) => all + Number(rows), 0);

const read = createTrafficReader({ records, flush: counter.flush, now: () => now });
const QUESTIONS: readonly (readonly [string, TrafficQuestion])[] = [
  ['by model, 7 days', { from: now - 7 * 24 * HOUR_MS, group: 'model' }],
  ['by application, 30 days', { from: BEGIN, group: 'app' }],
  ['by model and day, 30 days', { from: BEGIN, group: 'model', by: 'day' }],
  ['by day, 30 days', { from: BEGIN, by: 'day' }],
  ['by hour, 30 days', { from: BEGIN, by: 'hour' }],
  ['of one key by model, 30 days', { from: BEGIN, group: 'model', keyIds: ['ik_000000000007'] }],
];
// The first question of a gateway starts the thread that reads.
await read({});
const lines: string[] = [];
for (const [name, question] of QUESTIONS) {
  const times: number[] = [];
  let rows = 0;
  const { by = 'day', group = 'model', keyIds: [key] = [] } = question;
  const series = trafficSeries(key === undefined ? (group as 'model') : { key, of: 'model' }, by);
  const { rows: counts } = await sql<{ read: number }>`
    select cast(count(*) as bigint) as read from traffic
      where series = ${series} and at >= ${Math.floor(question.from! / HOUR_MS / 24) * 24}`.execute(
    database.kysely,
  );
  for (let i = 0; i < 7; i++) {
    const began = performance.now();
    rows = (await read(question)).data.length;
    times.push(performance.now() - began);
  }
  const [first = 0] = times;
  const median = times.sort((a, b) => a - b)[3] ?? 0;
  lines.push(`| ${name} | ${counts[0]!.read} | ${rows} | ${first.toFixed(0)} ms | ${median.toFixed(0)} ms |`);
}
await database.close();
rmSync(folder, { recursive: true });

const store = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
const text = `
A million requests over ${DAYS} days, evenly over ${MODELS} models and ${APPS} applications, each of which has a key of its own:
\`npm run bench:traffic\`, on ${cpus().length} cores, with a load of ${load} before it. What is beyond the page's own questions is by the hour.

${store}: ${((size - empty) / 1e6).toFixed(1)} MB after the month, and from then on ${(grown / 1e6).toFixed(1)} MB more each month; ${total.toLocaleString('en')} rows (${counted
  .map(({ series, rows }) => `${series} ${Number(rows).toLocaleString('en')}`)
  .join(', ')}). Counting a request took ${((1_000 * counting) / REQUESTS).toFixed(1)} µs.

| question | rows read | rows of the answer | the first time | the median of seven |
|---|---|---|---|---|
${lines.join('\n')}
`;
console.log(text);
if (process.argv.includes('--write'))
  writeSection(`traffic-${store.toLowerCase()}`, `Traffic over time, on ${store}`, text);
