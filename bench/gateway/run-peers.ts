/**
 * `npm run bench:peers`: the gateway in its four modes beside other gateways, one upstream, one load, one run.
 * Options: `--seconds=` of a measurement, `--rounds=`, `--only=` with one of whole, streams, sameWhole, sameStreams,
 * alone, paced, which measures that part and writes nothing down; `--subjects=` with a pattern of names. Without options
 * it takes some twenty minutes, and two more where the gateways have to be installed; paced streams have a third of the
 * rounds.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { drawBars } from '../draw-chart.ts';
import { readOption } from '../read-option.ts';
import { type Child, startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { DOCUMENTS, makeConversation, makeDocument } from './application-texts.ts';
import { type LoadResult, load, quantile } from './load.ts';
import { PEERS, startPeer } from './peers.ts';
import { cpuSeconds, machineTimes, memoryOf, processTree, stealSince } from './read-process.ts';
import { PACED, PACED_CHUNKS, QUESTION } from './texts.ts';

const SECONDS = Number(readOption('seconds') ?? 3);
const ROUNDS = Number(readOption('rounds') ?? 3);
const ONLY = readOption('only');
const SUBJECTS = new RegExp(readOption('subjects') ?? '');
const PARTS = ['whole', 'streams', 'sameWhole', 'sameStreams', 'alone', 'paced'] as const;
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
  sameWhole?: number;
  sameStreams?: number;
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

let conversations = 0;

/** @param isSame whether every request is the same one; else none comes twice. */
async function measureCpu(subject: Subject, stream: boolean, isSame: boolean): Promise<number> {
  const body = (): string =>
    JSON.stringify({ ...subject.body, messages: makeConversation(conversations++), stream });
  const options: Load = { connections: stream ? 16 : 32, ...(isSame ? {} : { body }) };
  await send(subject, stream, { ...options, seconds: SECONDS / 4 });
  const tree = processTree(subject.child.pid);
  const before = cpuSeconds(tree);
  const { done } = await send(subject, stream, options);
  return ((cpuSeconds(tree) - before) / done) * 1_000;
}

const MEASURE: Record<Part, (subject: Subject) => Promise<Figures>> = {
  whole: async (subject) => ({ whole: await measureCpu(subject, false, false) }),
  streams: async (subject) => ({ streams: await measureCpu(subject, true, false) }),
  sameWhole: async (subject) => ({ sameWhole: await measureCpu(subject, false, true) }),
  sameStreams: async (subject) => ({ sameStreams: await measureCpu(subject, true, true) }),
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
  if (name !== DIRECT && !SUBJECTS.test(name)) return;
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
  for (const [name, mode, config] of MODES) {
    const env = {
      PORT: '0',
      LOG_LEVEL: 'warn',
      CLAIMGATE_DATA_DIR: path.join(dir, name),
      CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
      CLAIMGATE_CONFIG: path.join(here, config),
    };
    const headers = mode === 'verify' ? newKey : 'Authorization: Bearer sk-bench-0123456789\r\n';
    const start = async (): Promise<Child> => {
      if (mode === 'ground' || mode === 'verify') await fillCorpus(env);
      return startChild(path.join(here, '../../src/gateway/main.ts'), [], env);
    };
    await add(name, start, headers, { ...plain, fact_check: { mode } });
  }
}

const MODES = [
  ['Claimgate, `off`', 'off', 'config.yaml'],
  ['Claimgate, `detect`', 'detect', 'config.yaml'],
  ['Claimgate, `ground` by words, no judge', 'ground', 'config-by-words.yaml'],
  ['Claimgate, `ground`', 'ground', 'config.yaml'],
  ['Claimgate, `verify`', 'verify', 'config.yaml'],
] as const;

/** The corpus as it is once it has been filled. */
const FILLED = path.join(dir, 'filled');

/** Puts the made documents into a gateway's corpus, before it starts: with vectors, also where it searches by words. */
async function fillCorpus(
  env: Record<string, string> & { readonly CLAIMGATE_DATA_DIR: string },
): Promise<void> {
  if (!existsSync(FILLED))
    await fill({ ...env, CLAIMGATE_DATA_DIR: FILLED, CLAIMGATE_CONFIG: path.join(here, 'config.yaml') });
  cpSync(FILLED, env.CLAIMGATE_DATA_DIR, { recursive: true });
}

async function fill(env: Record<string, string>): Promise<void> {
  const file = path.join(dir, 'documents.jsonl');
  const lines = Array.from({ length: DOCUMENTS }, (_, number) => JSON.stringify(makeDocument(number)));
  writeFileSync(file, lines.join('\n'));
  const cli = path.join(here, '../../bin/claimgate.js');
  await promisify(execFile)(process.execPath, [cli, 'corpus', 'add', file], {
    env: { PATH: '/usr/bin:/bin', ...env },
  });
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
      number(one.sameWhole, 2),
      number(one.sameStreams, 2),
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
    '| | whole | streams | same, whole | same, streams | added, whole | added, stream | first token | MiB |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    ...absent.map(([name, why]) => `| ${name}: not measured (${why}) | – | – | – | – | – | – | – | – |`),
  ].join('\n');
}

/** CPU of the README's rows, beside the first peer's. */
function shortTable(figures: Map<string, Figures>): string {
  const [peer] = PEERS;
  const base = figures.get(peer?.name ?? '') ?? {};
  const KEYS = ['whole', 'streams', 'sameWhole', 'sameStreams'] as const;
  const rows = [...figures]
    .filter(([name]) => name !== DIRECT && name !== 'minimal rebuild' && !failures.has(name))
    .map(([name, one]) => {
      const cells = KEYS.map(
        (key) =>
          `${number(one[key], 2)} (${number((one[key] ?? Number.NaN) / (base[key] ?? Number.NaN), 2)})`,
      );
      return `| ${name} | ${cells.join(' | ')} |`;
    });
  return `
CPU seconds for 1,000 requests (in brackets: times ${peer?.name}'s), one machine, one run, the same load and a simulated
provider. No request comes twice: a system prompt of 1.6 kB, two turns of history, answers of five sentences, and for
\`ground\` and \`verify\` a corpus of ${DOCUMENTS.toLocaleString('en')} documents that knows half of what is said. On the right, one short question again and again:

| | whole answers | streams of 200 chunks | same question, whole | same question, streams |
|---|---|---|---|---|
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
medians of rounds by turns (${ROUNDS} of ${SECONDS} s). Load, provider and gateways share the machine:
${stealSince(machine).toFixed(1)} % of its CPU time was stolen by its host, its load was ${loadBefore.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} at the end.

*Whole*, *streams*: CPU seconds of the gateway's processes for 1,000 requests, 32 whole at a time and 16 streams of
200 chunks at a time, no request twice: a system prompt of 1.6 kB, two turns of history, answers of five sentences, and a
corpus of ${DOCUMENTS.toLocaleString('en')} documents that knows half of what is said. *Same*: likewise, one short question again and again. *Added*: milliseconds at one connection, p50 / p99, over the upstream itself (whose own times its
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
