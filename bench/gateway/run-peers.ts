/**
 * `npm run bench:peers`: the gateway in its four modes beside other gateways, one upstream, one load, one run.
 * Options: `--seconds=` of a measurement, `--rounds=`, `--only=` with one of whole, streams, alone, paced, which
 * measures that part and writes nothing down. Without options it takes some twelve minutes, and two more where the
 * gateways have to be installed; paced streams have a third of the rounds.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { drawBars } from '../draw-chart.ts';
import { type Child, startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { type LoadResult, load, quantile } from './load.ts';
import { PEERS, startPeer } from './peers.ts';
import { cpuSeconds, machineTimes, memoryOf, processTree, stealSince } from './read-process.ts';
import { PACED, PACED_CHUNKS, QUESTION } from './texts.ts';

const option = (name: string): string | undefined =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const SECONDS = Number(option('seconds') ?? 3);
const ROUNDS = Number(option('rounds') ?? 3);
const ONLY = option('only');
const PARTS = ['whole', 'streams', 'alone', 'paced'] as const;
type Part = (typeof PARTS)[number];
const PACED_STREAMS = 500;
/** A round of these takes as long as all others together. */
const PACED_ROUNDS = Math.ceil(ROUNDS / 3);
const CHART = 'peers.svg';
const here = import.meta.dirname;

interface Subject {
  readonly name: string;
  readonly child: Child;
  readonly headers: string | (() => string);
  readonly body: Record<string, unknown>;
  /** MiB. */
  readonly rest: number;
}

/** Figures of one round: CPU seconds for 1,000 requests, milliseconds, MiB. */
interface Figures {
  whole?: number;
  streams?: number;
  wholeP50?: number;
  wholeP99?: number;
  streamP50?: number;
  streamP99?: number;
  firstP50?: number;
  firstP99?: number;
  unanswered?: number;
  memory?: number;
}

type Load = Partial<Parameters<typeof load>[0]> & { readonly question?: string };

function send(subject: Subject, stream: boolean, options: Load): Promise<LoadResult> {
  const messages = [{ role: 'user', content: options.question ?? QUESTION }];
  return load({
    port: subject.child.port,
    path: '/v1/chat/completions',
    headers: subject.headers,
    body: JSON.stringify({ ...subject.body, messages, stream }),
    until: stream ? ['\r\n0\r\n\r\n'] : ['}', '}\r\n0\r\n\r\n'],
    connections: 1,
    seconds: SECONDS,
    ...options,
  });
}

async function measureCpu(subject: Subject, stream: boolean): Promise<number> {
  const connections = stream ? 16 : 32;
  await send(subject, stream, { connections, seconds: SECONDS / 4 });
  const tree = processTree(subject.child.pid);
  const before = cpuSeconds(tree);
  const { done } = await send(subject, stream, { connections });
  return ((cpuSeconds(tree) - before) / done) * 1_000;
}

const MEASURE: Record<Part, (subject: Subject) => Promise<Figures>> = {
  whole: async (subject) => ({ whole: await measureCpu(subject, false) }),
  streams: async (subject) => ({ streams: await measureCpu(subject, true) }),
  async alone(subject) {
    await send(subject, false, { seconds: SECONDS / 4 });
    const whole = (await send(subject, false, {})).totals;
    await send(subject, true, { seconds: SECONDS / 4 });
    const stream = (await send(subject, true, {})).totals;
    return {
      wholeP50: quantile(whole, 0.5),
      wholeP99: quantile(whole, 0.99),
      streamP50: quantile(stream, 0.5),
      streamP99: quantile(stream, 0.99),
    };
  },
  async paced(subject) {
    let memory = 0;
    const tree = processTree(subject.child.pid);
    const watch = setInterval(() => {
      memory = Math.max(memory, memoryOf(tree));
    }, 500);
    const spread = PACED_CHUNKS / 10;
    try {
      const result = await send(subject, true, {
        question: `${QUESTION} ${PACED}`,
        connections: PACED_STREAMS,
        spread,
        seconds: spread + SECONDS,
        limit: 2 * spread + SECONDS,
        first: /"content":\s*"[^"]/,
      });
      const { firsts, unanswered } = result;
      return { firstP50: quantile(firsts, 0.5), firstP99: quantile(firsts, 0.99), unanswered, memory };
    } finally {
      clearInterval(watch);
    }
  },
};

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
const children: Child[] = [];
const failures = new Map<string, string>();
const subjects: Subject[] = [];
const began = Date.now();
const machine = machineTimes();
const loadBefore = loadavg()[0] ?? 0;

/** Keeps the end of what went wrong, fit for a cell of a table. */
function fail(name: string, error: unknown): void {
  const { message, stderr } = error as Error & { stderr?: string };
  const line = (stderr?.trim() || message).replace(/\s+/g, ' ').replaceAll('|', '/');
  failures.set(name, line.length > 120 ? `…${line.slice(-120)}` : line);
  console.error(`${name}: ${line}`);
}

async function add(
  name: string,
  start: () => Promise<Child>,
  headers: Subject['headers'],
  body: Subject['body'],
): Promise<void> {
  try {
    const child = await start();
    children.push(child);
    await delay(2_000);
    subjects.push({ name, child, headers, body, rest: memoryOf(processTree(child.pid)) });
  } catch (error) {
    fail(name, error);
  }
}

let keys = 0;
/** A verdict is remembered for its caller, so each request in `verify` comes from another one. */
const newKey = (): string => `Authorization: Bearer sk-bench-${String(++keys).padStart(10, '0')}\r\n`;

async function startAll(): Promise<void> {
  const upstream = await startChild(path.join(here, 'upstream.ts'), []);
  const plain = { model: 'gpt-6-luna' };
  const args = [String(upstream.port)];
  await add(DIRECT, async () => upstream, '', plain);
  await add(PROXY, () => startChild(path.join(here, 'bare-proxy.ts'), args), '', plain);
  await add('minimal rebuild', () => startChild(path.join(here, 'minimal-rebuild.ts'), args), '', plain);
  for (const peer of PEERS)
    await add(peer.name, () => startPeer(peer, upstream.port), peer.headers(upstream.port), {
      model: peer.model,
    });
  for (const mode of ['off', 'detect', 'ground', 'verify']) {
    const env = {
      PORT: '0',
      LOG_LEVEL: 'warn',
      CLAIMGATE_DATA_DIR: path.join(dir, mode),
      CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
      CLAIMGATE_CONFIG: path.join(here, 'config.yaml'),
    };
    const headers = mode === 'verify' ? newKey : 'Authorization: Bearer sk-bench-0123456789\r\n';
    await add(
      `Claimgate, \`${mode}\``,
      () => startChild(path.join(here, '../../src/gateway/main.ts'), [], env),
      headers,
      {
        ...plain,
        fact_check: { mode },
      },
    );
  }
}

const DIRECT = 'the upstream itself';
const PROXY = 'bare proxy';

const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** Rounds go through all subjects in turn, so that a slow spell hits all alike. */
async function measureParts(parts: readonly Part[]): Promise<Map<string, Figures>> {
  const rounds = new Map<string, Figures[]>(subjects.map(({ name }) => [name, []]));
  for (const part of parts) {
    for (let round = 1; round <= (part === 'paced' ? PACED_ROUNDS : ROUNDS); round++) {
      for (const subject of subjects) {
        if (failures.has(subject.name)) continue;
        try {
          const figures = await MEASURE[part](subject);
          rounds.get(subject.name)?.push(figures);
          console.error(`${part} round ${round}, ${subject.name}: ${JSON.stringify(figures)}`);
        } catch (error) {
          fail(subject.name, error);
        }
      }
    }
  }
  const names = new Set([...rounds.values()].flat().flatMap((figures) => Object.keys(figures)));
  return new Map(
    [...rounds].map(([name, all]) => {
      const of = (key: string): number[] =>
        all
          .map((figures) => figures[key as keyof Figures])
          .filter((value) => value !== undefined && !Number.isNaN(value)) as number[];
      return [name, Object.fromEntries([...names].map((key) => [key, median(of(key))]))];
    }),
  );
}

const number = (value: number | undefined, digits: number): string =>
  value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);

function table(figures: Map<string, Figures>): string {
  const direct = figures.get(DIRECT) ?? {};
  const rows = subjects.map(({ name, rest }) => {
    const one = figures.get(name) ?? {};
    const added = (key: 'wholeP50' | 'wholeP99' | 'streamP50' | 'streamP99'): string =>
      name === DIRECT ? number(one[key], 1) : number((one[key] ?? Number.NaN) - (direct[key] ?? 0), 1);
    const late = one.unanswered ? ` (${number(one.unanswered, 0)} never)` : '';
    const failure = failures.has(name) ? `: ${failures.get(name)}` : '';
    const cells = [
      name + failure,
      number(one.whole, 2),
      number(one.streams, 2),
      `${added('wholeP50')} / ${added('wholeP99')}`,
      `${added('streamP50')} / ${added('streamP99')}`,
      Number.isNaN(one.firstP50)
        ? 'fell behind'
        : `${number(one.firstP50, 1)} / ${number(one.firstP99, 1)}${late}`,
      `${number(rest, 0)} / ${number(one.memory, 0)}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const absent = [...failures].filter(([name]) => !subjects.some((subject) => subject.name === name));
  return [
    '| | whole | streams | added, whole | added, stream | first token | MiB |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    ...absent.map(([name, why]) => `| ${name}: not measured (${why}) | – | – | – | – | – | – |`),
  ].join('\n');
}

/** CPU of the README's rows, beside the bare proxy's. */
function shortTable(figures: Map<string, Figures>): string {
  const base = figures.get(PROXY) ?? {};
  const ratio = (value?: number, of?: number): string =>
    number((value ?? Number.NaN) / (of ?? Number.NaN), 1);
  const rows = [...figures]
    .filter(([name]) => name !== DIRECT && name !== 'minimal rebuild' && !failures.has(name))
    .map(
      ([name, { whole, streams }]) =>
        `| ${name} | ${number(whole, 2)} (${ratio(whole, base.whole)}) | ${number(streams, 2)} (${ratio(streams, base.streams)}) |`,
    );
  return `
CPU seconds for 1,000 requests (in brackets: times a bare proxy's), one machine, one run, the same load and a
simulated provider:

| | whole answers | streams of 200 chunks |
|---|---|---|
${rows.join('\n')}

Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:peers\`, medians of rounds by turns (${ROUNDS} of ${SECONDS} s); [bench/RESULTS.md](bench/RESULTS.md) has latency and memory too.
`;
}

/** CPU seconds for 1,000 requests of those that were measured. */
function chart(figures: Map<string, Figures>): string {
  const bars = (key: 'whole' | 'streams') =>
    [...figures].flatMap(([name, one]) => {
      const value = one[key];
      if (name === DIRECT || value === undefined || Number.isNaN(value)) return [];
      return [{ name: name.replaceAll('`', ''), value }];
    });
  return drawBars([
    { title: 'Whole answers: CPU seconds for 1,000 requests', bars: bars('whole') },
    { title: 'Streams of 200 chunks: CPU seconds for 1,000 requests', bars: bars('streams') },
  ]);
}

function write(figures: Map<string, Figures>): void {
  const text = `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:peers\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, in ${Math.round((Date.now() - began) / 60_000)} minutes;
medians of rounds by turns (${ROUNDS} of ${SECONDS} s), every request the same. Load, provider and gateways share the machine:
${stealSince(machine).toFixed(1)} % of its CPU time was stolen by its host, its load was ${loadBefore.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} at the end.

*Whole*, *streams*: CPU seconds of the gateway's processes for 1,000 requests, 32 whole at a time and 16 streams of
200 chunks at a time. *Added*: milliseconds at one connection, p50 / p99, over the upstream itself (whose own times its
row has). *First token*: milliseconds, p50 / p99, where ${PACED_STREAMS} streams of ten chunks a second are open (*fell behind*: none
ended in time for the next). *MiB*: resident memory at rest / the most with those streams. In \`verify\` each request has a key of its own, so that all claims
are judged, and the judge answers at once.

![CPU seconds for 1,000 requests](${CHART})

${table(figures)}
`;
  writeFileSync(path.join(here, '..', CHART), chart(figures));
  writeSection('peers', 'Beside other gateways', text);
  writeSection('peers', 'Speed', shortTable(figures), path.join(here, '../../README.md'));
  console.log(text);
}

try {
  if (ONLY !== undefined && !PARTS.some((part) => part === ONLY))
    throw new Error(`--only is one of ${PARTS.join(', ')}`);
  await startAll();
  const figures = await measureParts(PARTS.filter((part) => ONLY === undefined || part === ONLY));
  if (ONLY === undefined) write(figures);
  else console.log(table(figures));
} finally {
  await Promise.all(children.map((child) => child.stop()));
  rmSync(dir, { recursive: true, force: true });
}
