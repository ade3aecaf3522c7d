/**
 * `npm run bench:corpus`: a corpus of a million passages: how fast it is loaded, what a search finds beside exact BM25,
 * and how fast, alone and through gateways under load. Options: `--passages=`, `--seconds=` of a measurement, `--rate=`,
 * `--at-once=`, `--replicas=1,3`, `--claims=` for recall (0: none), `--sqlite` in place of PostgreSQL, `--no-write`;
 * `--place=` a PostgreSQL URL or a data directory of your own, which is loaded where it is empty, and stays.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { openStore, type Store } from '../../src/gateway/store/store.ts';
import { startPostgres } from '../../test/servers/start-postgres.ts';
import { cpuSeconds, machineTimes, stealSince } from '../gateway/read-process.ts';
import { readOption } from '../read-option.ts';
import { type Child, startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { addWithoutVectors, writeMadePassages } from './add-made-passages.ts';
import { type Asked, askAtOnce, askAtRate, quantiles } from './ask-gateways.ts';
import { measureRecall } from './exact-recall.ts';
import { makeClaim, makePassage } from './make-passages.ts';

const PASSAGES = Number(readOption('passages') ?? 1_000_000);
const SECONDS = Number(readOption('seconds') ?? 20);
const RATE = Number(readOption('rate') ?? 100);
const AT_ONCE = Number(readOption('at-once') ?? 200);
const REPLICAS = (readOption('replicas') ?? '1,3').split(',').map(Number);
const CLAIMS = Number(readOption('claims') ?? 300);
const SQLITE = process.argv.includes('--sqlite');
const root = path.join(import.meta.dirname, '../..');
/** Claims that recall is measured with come first; those of a load are others. */
const FIRST = 1_000_000;

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
const place = readOption('place');
const postgres = SQLITE || place !== undefined ? undefined : await startPostgres();
const url = postgres?.url ?? (SQLITE ? undefined : place);
const dataDir = (SQLITE ? place : undefined) ?? path.join(dir, 'data');
const env = {
  CLAIMGATE_DATA_DIR: dataDir,
  CLAIMGATE_CONFIG: path.join(dir, 'config.yaml'),
  ...(url === undefined ? {} : { DATABASE_URL: url, CLAIMGATE_SECRET: 'a secret of the benchmark alone' }),
};
writeFileSync(
  env.CLAIMGATE_CONFIG,
  `plans: { default: enterprise }\nlimits: { open_requests_per_caller: ${10 * AT_ONCE} }\n`,
);
const lines: string[] = [];
const say = (line: string): void => {
  console.log(line);
  lines.push(line);
};
const machine = machineTimes();

/** CPU seconds of all processes of PostgreSQL on this machine, those that ended included. */
function postgresSeconds(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return cpuSeconds(pids.map(Number).filter((pid) => nameOf(pid) === 'postgres'));
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

function loadPassages(): void {
  const file = path.join(dir, 'documents.jsonl');
  writeMadePassages(file, PASSAGES, makePassage);
  const database = postgresSeconds();
  const { seconds, cpu } = addWithoutVectors(file, env);
  const theirs = url === undefined ? '' : `, of PostgreSQL ${(postgresSeconds() - database).toFixed(0)} s`;
  say(
    `\`corpus add\` of ${PASSAGES.toLocaleString('en')} passages took ${seconds.toFixed(0)} s: ${(PASSAGES / seconds).toFixed(0)} a second; ${cpu.toFixed(0)} s of its CPU${theirs}.`,
  );
  const again = addWithoutVectors(file, env);
  say(`Once more, with all of them there: ${again.seconds.toFixed(0)} s.`);
  rmSync(file);
}

/** Searches at the rate, in this process: without a gateway. */
async function searchAlone({ corpus }: Store): Promise<void> {
  const totals: number[] = [];
  const all: Promise<void>[] = [];
  let failed = 0;
  const one = async (text: string): Promise<void> => {
    const start = performance.now();
    await corpus.search(text, 16, undefined, 2).then(
      () => totals.push(performance.now() - start),
      () => failed++,
    );
  };
  for (let i = 0; i < 100; i++) await corpus.search(makeClaim(FIRST - 1 - i, PASSAGES).text, 16);
  const began = performance.now();
  const [cpu, database] = [process.cpuUsage(), postgresSeconds()];
  while (performance.now() < began + SECONDS * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * RATE);
    while (all.length < due) all.push(one(makeClaim(FIRST + all.length, PASSAGES).text));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(all);
  totals.sort((a, b) => a - b);
  const { user, system } = process.cpuUsage(cpu);
  const own = (user + system) / 1_000 / all.length;
  say(
    `| search alone, ${RATE} a second | ${quantiles(totals)} | – | ${(100 * (failed / all.length)).toFixed(1)} % | ${own.toFixed(1)} | ${perRequest(database, all.length)} |`,
  );
}

const perRequest = (before: number, count: number): string =>
  url === undefined ? '–' : (((postgresSeconds() - before) * 1_000) / count).toFixed(1);

function startGateway(upstream: Child): Promise<Child> {
  return startChild(path.join(root, 'src/gateway/main.ts'), [], {
    PORT: '0',
    LOG_LEVEL: 'error',
    CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
    ...env,
  });
}

async function throughGateways(count: number, upstream: Child): Promise<void> {
  const gateways: Child[] = [];
  try {
    for (let i = 0; i < count; i++) gateways.push(await startGateway(upstream));
    let claims = FIRST * (1 + count);
    const load = {
      ports: gateways.map(({ port }) => port),
      seconds: SECONDS,
      textOf: () => makeClaim(claims++, PASSAGES).text,
    };
    const measure = async (name: string, mode: string, work: () => Promise<Asked>): Promise<void> => {
      const before = cpuSeconds(gateways.map(({ pid }) => pid));
      const database = postgresSeconds();
      const { totals, rate, searched, failed } = await work();
      const own = ((cpuSeconds(gateways.map(({ pid }) => pid)) - before) * 1_000) / totals.length;
      const dropped = mode === 'ground' ? `${(100 * (1 - searched)).toFixed(1)} %` : '–';
      const plural = count === 1 ? 'gateway' : 'gateways';
      say(
        `| ${count} ${plural}, ${name}${failed > 0 ? `, ${failed} refused` : ''} | ${quantiles(totals)} | ${rate.toFixed(0)} | ${dropped} | ${own.toFixed(1)} | ${perRequest(database, totals.length)} |`,
      );
    };
    await askAtRate({ ...load, mode: 'ground', seconds: 5 }, RATE);
    await measure(`\`detect\`, ${RATE} a second`, 'detect', () =>
      askAtRate({ ...load, mode: 'detect' }, RATE),
    );
    await measure(`\`ground\`, ${RATE} a second`, 'ground', () =>
      askAtRate({ ...load, mode: 'ground' }, RATE),
    );
    await measure(`\`ground\`, ${AT_ONCE} at once`, 'ground', () =>
      askAtOnce({ ...load, mode: 'ground' }, AT_ONCE),
    );
  } finally {
    for (const gateway of gateways) await gateway.stop();
  }
}

try {
  const store = await openStore({
    dataDir,
    ...(url === undefined ? {} : { databaseUrl: url }),
    now: Date.now,
    tables: 'upgrade',
  });
  if (await store.corpus.isEmpty()) loadPassages();
  const { documents, passages } = await store.corpus.stats();
  if (documents !== PASSAGES) throw new Error(`There are ${documents} documents, not ${PASSAGES}`);
  if (CLAIMS > 0) {
    const recall = await measureRecall(store.corpus, PASSAGES, CLAIMS);
    const shares = [...recall].map(([kind, share]) => `${kind} ${share.toFixed(3)}`).join(', ');
    say(`Of exact BM25's best ten, found among the ranked candidates for ${CLAIMS} claims: ${shares}.`);
  }
  say('');
  say('| | ms: p50 / p95 / p99 | answers a second | corpus not searched | CPU ms each | of PostgreSQL |');
  say('|---|---|---|---|---|---|');
  await searchAlone(store);
  await store.close();
  const upstream = await startChild(path.join(root, 'bench/gateway/upstream.ts'), []);
  for (const count of REPLICAS) await throughGateways(count, upstream);
  await upstream.stop();
  const name = SQLITE ? 'SQLite' : 'PostgreSQL';
  const text = `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:corpus\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} at its end;
${stealSince(machine).toFixed(1)} % of the machine's CPU time was stolen by its host. ${passages.toLocaleString('en')} passages.

${lines.join('\n')}
`;
  if (!process.argv.includes('--no-write'))
    writeSection(
      `corpus-${name.toLowerCase()}-${PASSAGES}`,
      `Corpus of ${PASSAGES.toLocaleString('en')} on ${name}`,
      text,
    );
} finally {
  await postgres?.stop();
  rmSync(dir, { recursive: true, force: true });
}
