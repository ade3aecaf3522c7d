/**
 * `npm run bench:workers`: what further workers bring. Each count of workers is a gateway of its own, on as many
 * cores as it has workers; the load and the provider have the other cores, as far as there are any.
 * Options: `--seconds=` of a measurement, `--rounds=`, `--workers=1,2,4`, `--no-write`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readOption } from '../read-option.ts';
import { type Child, startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { load } from './load.ts';
import { cpuSeconds, machineTimes, processTree, stealSince } from './read-process.ts';
import { QUESTION } from './texts.ts';

const SECONDS = Number(readOption('seconds') ?? 4);
const ROUNDS = Number(readOption('rounds') ?? 3);
const COUNTS = (readOption('workers') ?? '1,2,4').split(',').map(Number);
const CONNECTIONS = 64;
/** Requests for each worker before a measurement. */
const WARM = 700;
const CORES = cpus().length;
const here = import.meta.dirname;

interface Subject {
  readonly workers: number;
  /** Where it runs, and where load and provider run, as taskset names them. */
  readonly cores: string;
  readonly others: string;
  readonly child: Child;
  readonly tree: readonly number[];
}

interface Figures {
  /** Requests a second, by the clock. */
  readonly rate: number;
  /** Requests for each CPU second of all processes of the gateway. */
  readonly perCpu: number;
  /** The primary's share of the gateway's CPU time. */
  readonly primary: number;
  /** Cores that the gateway used in the mean. */
  readonly used: number;
  /** Of a core, what the busier of load and provider used; near 1, it holds the gateway up. */
  readonly busiest: number;
}

const list = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => from + i).join(',');

/** Half of the cores at most is for load and provider; they share the gateway's where it has all. */
function coresFor(workers: number): { cores: string; others: string } {
  const own = Math.min(workers, CORES);
  return {
    cores: list(0, own),
    others: own === CORES ? list(0, CORES) : list(Math.max(own, CORES >> 1), CORES),
  };
}

/** Puts a process, with all its threads, on these cores. */
function pin(pid: number, cores: string): void {
  if (pinned) execFileSync('taskset', ['-acp', cores, String(pid)]);
}

function canPin(): boolean {
  try {
    execFileSync('taskset', ['--version']);
    return true;
  } catch {
    return false;
  }
}

const pinned = canPin();
const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
const upstream = await startChild(path.join(here, 'upstream.ts'), []);
const machine = machineTimes();
const loadBefore = loadavg()[0] ?? 0;
const subjects: Subject[] = [];

async function start(workers: number): Promise<void> {
  const { cores, others } = coresFor(workers);
  const child = await startChild(
    path.join(here, '../../bin/claimgate.js'),
    ['start', '--workers', String(workers)],
    {
      PORT: '0',
      LOG_LEVEL: 'warn',
      CLAIMGATE_DATA_DIR: path.join(dir, String(workers)),
      CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
      CLAIMGATE_CONFIG: path.join(here, 'config.yaml'),
    },
    pinned ? cores : undefined,
  );
  await delay(2_000);
  subjects.push({ workers, cores, others, child, tree: processTree(child.pid) });
}

async function measure(subject: Subject, mode: string, stream: boolean): Promise<Figures> {
  const { child, tree } = subject;
  for (const pid of [process.pid, upstream.pid]) pin(pid, subject.others);
  const options = {
    port: child.port,
    path: '/v1/chat/completions',
    headers: 'Authorization: Bearer sk-bench-0123456789\r\n',
    body: JSON.stringify({
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: QUESTION }],
      fact_check: { mode },
      stream,
    }),
    connections: CONNECTIONS,
    until: stream ? ['\r\n0\r\n\r\n'] : ['}', '}\r\n0\r\n\r\n'],
  };
  // Every worker runs cold code first.
  await load({ ...options, seconds: Number.POSITIVE_INFINITY, most: WARM * subject.workers });
  const groups = [tree, [child.pid], [upstream.pid], [process.pid]];
  const before = groups.map(cpuSeconds);
  const { done, seconds } = await load({ ...options, seconds: SECONDS });
  const [all, primary, provider, loader] = groups.map(
    (pids, i) => cpuSeconds(pids) - (before[i] as number),
  ) as [number, number, number, number];
  return {
    rate: done / seconds,
    perCpu: done / all,
    primary: primary / all,
    used: all / seconds,
    busiest: Math.max(provider, loader) / seconds,
  };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] as number;

/** Rounds go through all subjects in turn, so that a slow spell hits all alike. */
async function table(mode: string, stream: boolean): Promise<string> {
  const rounds = new Map<Subject, Figures[]>(subjects.map((subject) => [subject, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const subject of subjects) {
      const figures = await measure(subject, mode, stream);
      rounds.get(subject)?.push(figures);
      const { rate, perCpu } = figures;
      console.error(
        `${mode}, ${stream ? 'streams' : 'whole'}, ${subject.workers}: ${Math.round(rate)}/s, ${Math.round(perCpu)} a CPU second`,
      );
    }
  }
  const figuresOf = (subject: Subject, key: keyof Figures): number =>
    median((rounds.get(subject) as Figures[]).map((figures) => figures[key]));
  const [one] = subjects as [Subject];
  const rows = subjects.map((subject) => {
    const perCpu = figuresOf(subject, 'perCpu');
    const cells = [
      subject.workers,
      Math.round(figuresOf(subject, 'rate')),
      (figuresOf(subject, 'rate') / figuresOf(one, 'rate')).toFixed(2),
      figuresOf(subject, 'used').toFixed(2),
      figuresOf(subject, 'busiest').toFixed(2),
      Math.round(perCpu),
      ((subject.workers / one.workers) * (perCpu / figuresOf(one, 'perCpu'))).toFixed(2),
      // One worker alone has no primary.
      subject.workers === 1 ? '–' : `${(100 * figuresOf(subject, 'primary')).toFixed(0)} %`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `Mode \`${mode}\`, ${stream ? 'streams of 200 chunks' : 'whole answers'}:

| workers | a second | times the first | cores it used | cores of load or provider | a CPU second | times the first, by CPU | the primary's share |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}`;
}

function placement(): string {
  if (!pinned) return 'There is no `taskset` here: the system placed all processes on any core.';
  const places = subjects.map(
    ({ workers, cores, others }) =>
      `${workers} on ${cores}, load and provider on ${others}${workers >= CORES ? ' too, so that by the clock they take from the gateway, and the figures by CPU count' : ''}`,
  );
  return `Cores (\`taskset\`): ${places.join('; ')}.`;
}

try {
  for (const workers of COUNTS) await start(workers);
  const tables: string[] = [];
  for (const mode of ['off', 'ground'])
    for (const stream of [false, true]) tables.push(await table(mode, stream));
  const text = `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:workers\` on ${CORES} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node};
${CONNECTIONS} connections, medians of rounds by turns (${ROUNDS} of ${SECONDS} s). ${stealSince(machine).toFixed(1)} % of the machine's CPU time was stolen by its host, its load was
${loadBefore.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} at the end. ${placement()}

*A second*: requests by the clock, which others on the machine disturb. *A CPU second*: requests for each CPU second of
all processes of the gateway. *Times the first, by CPU*: what as many cores as workers would bring, each
given to the gateway alone. *Cores of load or provider*: of the busier one, which holds the gateway up near 1.

${tables.join('\n\n')}
`;
  console.log(text);
  if (!process.argv.includes('--no-write')) writeSection('workers', 'Several workers', text);
} finally {
  await Promise.all([upstream, ...subjects.map(({ child }) => child)].map((child) => child.stop()));
  rmSync(dir, { recursive: true, force: true });
}
