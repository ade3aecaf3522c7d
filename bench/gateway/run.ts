/**
 * `npm run bench`: the gateway beside a bare proxy and beside the least that parses and rebuilds every
 * chunk, in one run on one machine. What is compared is CPU time a request, which a busy machine disturbs
 * least: a rate is "a second of one core".
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { detectClaims } from '../../src/engine/claims/detect.ts';
import { readOption } from '../read-option.ts';
import { type Child, startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { load } from './load.ts';
import { cpuSeconds } from './read-process.ts';
import { ANSWER, QUESTION } from './texts.ts';

const SECONDS = Number(readOption('seconds') ?? 4);
const ROUNDS = Number(readOption('rounds') ?? 3);
/** `--only=whole` or `--only=streams` measures one of the two and writes nothing down. */
const ONLY = readOption('only');
const here = import.meta.dirname;

interface Subject {
  readonly name: string;
  readonly child: Child;
  readonly headers: string;
  /** Chat completions unless it says otherwise. */
  readonly path?: string;
  readonly body: Record<string, unknown>;
}

interface Figure {
  /** Requests a second of one core. */
  readonly rate: number;
  /** Microseconds of CPU a request. */
  readonly micros: number;
  readonly firstByte: number;
}

async function measure(subject: Subject, stream: boolean, connections: number): Promise<Figure> {
  const body = JSON.stringify({ ...subject.body, stream });
  const options = {
    port: subject.child.port,
    path: subject.path ?? '/v1/chat/completions',
    headers: subject.headers,
    body,
    connections,
    until: stream ? ['\r\n0\r\n\r\n'] : ['}', '}\r\n0\r\n\r\n'],
  };
  await load({ ...options, seconds: SECONDS / 4 });
  const before = cpuSeconds([subject.child.pid]);
  const result = await load({ ...options, seconds: SECONDS });
  const cpu = cpuSeconds([subject.child.pid]) - before;
  return { rate: result.done / cpu, micros: (cpu / result.done) * 1e6, firstByte: result.firstByte };
}

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
const upstream = await startChild(path.join(here, 'upstream.ts'), []);
const gatewayEnv = {
  PORT: '0',
  CLAIMGATE_DATA_DIR: dir,
  CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
  CLAIMGATE_ANTHROPIC_BASE_URL: `http://127.0.0.1:${upstream.port}`,
  CLAIMGATE_CONFIG: path.join(here, 'config.yaml'),
};
const children = [
  upstream,
  await startChild(path.join(here, 'bare-proxy.ts'), [String(upstream.port)]),
  await startChild(path.join(here, 'minimal-rebuild.ts'), [String(upstream.port)]),
  await startChild(path.join(here, '../../src/gateway/main.ts'), [], gatewayEnv),
] as const;
const [, proxy, rebuild, gateway] = children;

const messages = [{ role: 'user', content: QUESTION }];
const plain = { model: 'gpt-6-luna', messages };
const auth = 'Authorization: Bearer sk-bench-0123456789\r\n';
const tools = [
  { type: 'function', function: { name: 'note', parameters: { type: 'object', properties: {} } } },
];
const off = { fact_check: { mode: 'off' } };
const response = { model: plain.model, input: QUESTION };
/** Streams alone: the same text as the arguments of a call. */
const callSubjects: Subject[] = [
  { name: 'gateway, off, a call', child: gateway, headers: auth, body: { ...plain, ...off, tools } },
  {
    name: "gateway, off, a call, Anthropic's dialect",
    child: gateway,
    headers: auth,
    body: { model: 'claude-haiku-5-5', messages, ...off, tools },
  },
];
const subjects: Subject[] = [
  { name: 'bare proxy', child: proxy, headers: '', body: plain },
  { name: 'minimal rebuild', child: rebuild, headers: '', body: plain },
  { name: 'gateway, off', child: gateway, headers: auth, body: { ...plain, ...off } },
  {
    name: "gateway, off, Anthropic's dialect",
    child: gateway,
    headers: auth,
    body: { model: 'claude-haiku-5-5', messages, ...off },
  },
  {
    name: 'gateway, detect',
    child: gateway,
    headers: auth,
    body: { ...plain, fact_check: { mode: 'detect' } },
  },
  {
    name: 'gateway, ground',
    child: gateway,
    headers: auth,
    body: { ...plain, fact_check: { mode: 'ground' } },
  },
  ...[false, true].map((store) => ({
    name: `gateway, off, as a response${store ? ' that is kept' : ''}`,
    child: gateway,
    headers: auth,
    path: '/v1/responses',
    body: { ...response, ...off, store },
  })),
];

/** Microseconds that the detector takes by itself for the question and the answer. */
function detectorMicros(): number {
  const runs = 3_000;
  for (let i = 0; i < runs; i++) detectClaims(QUESTION + ANSWER);
  const began = process.cpuUsage();
  for (let i = 0; i < runs; i++) {
    detectClaims(QUESTION);
    detectClaims(ANSWER);
  }
  const used = process.cpuUsage(began);
  return (used.user + used.system) / runs;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] as number;

/** Rounds go through all subjects in turn, so that a slow spell hits all alike. */
async function table(stream: boolean, connections: number): Promise<Map<string, Figure>> {
  const all = stream ? [...subjects, ...callSubjects] : subjects;
  const rounds = new Map<string, Figure[]>(all.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of all) {
      const figure = await measure(subject, stream, connections);
      rounds.get(subject.name)?.push(figure);
      console.error(
        `${stream ? 'streams' : 'whole'} round ${round + 1}, ${subject.name}: ${Math.round(figure.rate)}/s`,
      );
    }
  }
  return new Map(
    [...rounds].map(([name, figures]) => [
      name,
      {
        rate: median(figures.map(({ rate }) => rate)),
        micros: median(figures.map(({ micros }) => micros)),
        firstByte: median(figures.map(({ firstByte }) => firstByte)),
      },
    ]),
  );
}

function rows(figures: Map<string, Figure>, base: string, lone: Map<string, Figure>): string {
  const reference = figures.get(base) as Figure;
  return [...figures]
    .map(([name, { rate, micros }]) => {
      const first = lone.get(name)?.firstByte ?? 0;
      return `| ${name} | ${Math.round(rate)} | ${micros.toFixed(1)} | ${(rate / reference.rate).toFixed(2)} | ${first.toFixed(2)} |`;
    })
    .join('\n');
}

async function measureOne(stream: boolean): Promise<void> {
  const figures = await table(stream, stream ? 16 : 32);
  console.log(rows(figures, stream ? 'minimal rebuild' : 'bare proxy', figures));
}

async function measureAll(): Promise<void> {
  const whole = await table(false, 32);
  const streams = await table(true, 16);
  const loneWhole = await table(false, 1);
  const loneStreams = await table(true, 1);
  const detector = detectorMicros();
  const added = (figures: Map<string, Figure>): string => {
    const cost =
      (figures.get('gateway, detect') as Figure).micros - (figures.get('gateway, off') as Figure).micros;
    return `${cost.toFixed(0)} µs (${(cost / detector).toFixed(2)} times the detector by itself)`;
  };
  const times = (figures: Map<string, Figure>, kept: string): string =>
    (
      (figures.get(`gateway, off, as a response${kept}`) as Figure).micros /
      (figures.get('gateway, off') as Figure).micros
    ).toFixed(2);
  const head =
    '| | a second of one core | µs of CPU each | ratio | first byte alone, ms |\n|---|---|---|---|---|';
  const text = `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.
Question of two sentences, answer of five (${ANSWER.length} characters). CPU time of the process under test;
medians of ${ROUNDS} rounds of ${SECONDS} s. The ratio is the rate beside the first named program's.

Whole answers, 32 at a time (ratio beside the bare proxy):

${head}
${rows(whole, 'bare proxy', loneWhole)}

Streams of 200 chunks, 16 at a time (ratio beside the minimal rebuild):

${head}
${rows(streams, 'minimal rebuild', loneStreams)}

A response costs ${times(whole, '')} times a chat completion's CPU (${times(whole, ' that is kept')} where it is kept), streamed
${times(streams, '')} times (${times(streams, ' that is kept')}).

The detector by itself takes ${detector.toFixed(0)} µs for question and answer. \`detect\` adds ${added(whole)} to a whole
answer and ${added(streams)} to a stream.
`;
  writeSection('gateway', 'The gateway', text);
  console.log(text);
}

try {
  if (ONLY === undefined) await measureAll();
  else await measureOne(ONLY === 'streams');
} finally {
  await Promise.all(children.map((child) => child.stop()));
  rmSync(dir, { recursive: true, force: true });
}
