/** What watches the gateway asks for metrics that there are, and the docs know all of them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { describeWithServer, findProgram } from '../servers/find-server.ts';
import { promtoolMissing } from '../servers/promtool.ts';
import { redisMissing, startRedis, type TestRedis } from '../servers/start-redis.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const RULES = 'deploy/prometheus/claimgate.rules.yml';
const DASHBOARD = 'deploy/grafana/dashboards/claimgate.json';
const DOCS = 'docs/operating/monitoring.md';

let redis: TestRedis | undefined;
let gateway: Gateway;
let metrics = '';
beforeAll(async () => {
  // Some metrics are there with Redis alone.
  if (redisMissing === undefined) redis = await startRedis();
  gateway = await startGateway({
    env: redis === undefined ? {} : { REDIS_URL: redis.url, CLAIMGATE_SECRET: 'a-secret-for-tests' },
  });
  metrics = await (await fetch(`${gateway.url}/metrics`)).text();
});
afterAll(async () => {
  await gateway.stop();
  await redis?.stop();
});

/** Names as Prometheus stores them: a histogram is three series. */
function storedNames(): Set<string> {
  const types = [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

describeWithServer(redisMissing, 'the metrics', () => {
  it.each([RULES, DASHBOARD])('that %s asks for are there', (file) => {
    const asked = new Set(read(file).match(/\bclaimgate_\w+/g));
    expect(asked.size).toBeGreaterThan(5);
    const stored = storedNames();
    expect([...asked].filter((name) => !stored.has(name))).toEqual([]);
  });

  it('are in the docs, each of them', () => {
    const rows = [...metrics.matchAll(/^# HELP (\w+) (.+)\n# TYPE \1 (\w+)$/gm)]
      .filter(([, name = '']) => !/^claimgate_(?:nodejs|process)_/.test(name))
      .map(([, name, help, type]) => `| \`${name}\` | ${type} | ${help} |`);
    const table = ['| metric | type | what it tells |', '|---|---|---|', ...rows.sort()].join('\n');
    const written = read(DOCS).replace(
      /(?<=<!-- metrics:begin -->\n)[\s\S]*?(?=<!-- metrics:end -->)/,
      () => `${table}\n`,
    );
    if (process.env.CLAIMGATE_WRITE_DOCS === '1') writeFileSync(path.join(ROOT, DOCS), written);
    expect(read(DOCS)).toBe(written);
  });
});

const rulesSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

it('the docs say what to do on each alert, and know no other', () => {
  const { groups } = rulesSchema.parse(parseYaml(read(RULES)));
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const explained = [...read(DOCS).matchAll(/^\| `(Claimgate\w+)` \|/gm)].map(([, name]) => name);
  expect(explained).toEqual(alerts);
});

const place = z.object({ x: z.int(), y: z.int(), w: z.int().positive(), h: z.int().positive() });
/** As far as Grafana needs it to show a dashboard (its JSON model, schema version 39). */
const dashboardSchema = z.object({
  uid: z.string().max(40),
  title: z.string(),
  schemaVersion: z.literal(39),
  templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.literal('query') })) }),
  panels: z.array(
    z.object({
      id: z.int(),
      type: z.literal('timeseries'),
      title: z.string(),
      gridPos: place,
      datasource: z.object({ type: z.literal('prometheus'), uid: z.literal('prometheus') }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string() })).min(1),
    }),
  ),
});

it('the dashboard is one that Grafana can show, no panel over another', () => {
  const { panels } = dashboardSchema.parse(JSON.parse(read(DASHBOARD)));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const [at, { gridPos: a, title }] of panels.entries()) {
    expect(a.x + a.w, title).toBeLessThanOrEqual(24);
    for (const { gridPos: b } of panels.slice(at + 1)) {
      const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
      expect(apart, title).toBe(true);
    }
  }
});

describeWithServer(promtoolMissing, 'promtool', () => {
  it.each([
    ['check', ['check', 'rules', 'claimgate.rules.yml']],
    ['test', ['test', 'rules', 'claimgate.test.yml']],
    ['check the config', ['check', 'config', 'prometheus.yml']],
  ])('%s: finds nothing wrong', (_what, args) => {
    const cwd = path.join(ROOT, 'deploy/prometheus');
    const { status, stdout, stderr } = spawnSync(findProgram(['promtool'])!, args, { cwd, encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });
});

describeWithServer(promtoolMissing, 'what the dashboard asks', () => {
  it('is PromQL', () => {
    const { panels } = dashboardSchema.parse(JSON.parse(read(DASHBOARD)));
    const rules = panels.flatMap(({ targets }) =>
      targets.map(({ expr }, at) => ({
        record: `claimgate:panel_${at}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      })),
    );
    const groups = rules.map((rule, at) => ({ name: `panel-${at}`, rules: [rule] }));
    const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-rules-'));
    const file = path.join(dir, 'rules.yml');
    writeFileSync(file, JSON.stringify({ groups }));
    const { status, stderr } = spawnSync(findProgram(['promtool'])!, ['check', 'rules', file], {
      encoding: 'utf8',
    });
    rmSync(dir, { recursive: true });
    expect(status, stderr).toBe(0);
  });
});
