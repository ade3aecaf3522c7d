/**
 * `npm run bench:soak`: half an hour of everything at once, two in a hundred requests with a fault, and what is left
 * of it in memory. Every request has an outcome that it must have; whatever else came is listed. In the end the
 * gateway's own counts must be those of the callers.
 * `--hostile` is another half hour: see `hostile.ts`.
 * Options: `--minutes=`, `--warm-up=` of them, `--rate=` requests a second, `--streams=` open all the time, `--no-write`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { readOption } from '../read-option.ts';
import { startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { FAULT, PACED, QUESTION } from './texts.ts';

if (process.argv.includes('--hostile')) {
  await import('./hostile.ts');
  process.exit();
}

const MINUTES = Number(readOption('minutes') ?? 30);
const WARM_UP = Number(readOption('warm-up') ?? Math.min(10, MINUTES / 3));
const RATE = Number(readOption('rate') ?? 60);
const STREAMS = Number(readOption('streams') ?? 50);
/** Of a hundred requests. */
const FAULTS = 2;
/** Callers that come again; a tenth of the requests comes from a key that is never seen again. */
const CALLERS = 300;
/** Seconds between two looks at the memory; each collects what nothing holds. */
const PACE = 30;
/** Seconds that the gateway waits for a provider's first byte, and between two. */
const PATIENCE = 3;
const here = import.meta.dirname;

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-soak-'));
const report = path.join(dir, 'memory.json');
const upstream = await startChild(path.join(here, 'upstream.ts'), []);
const config = path.join(dir, 'config.yaml');
writeFileSync(
  config,
  `plans: { default: enterprise }
limits: { open_requests_per_caller: 10000 }
upstream: { first_byte_timeout: ${PATIENCE}s, idle_timeout: ${PATIENCE}s }
sources: { searxng: { base_url: "http://127.0.0.1:${upstream.port}", rate: 1000 } }
`,
);
const gateway = await startChild(path.join(here, '../../bin/claimgate.js'), ['start'], {
  PORT: '0',
  LOG_LEVEL: 'warn',
  CLAIMGATE_DATA_DIR: path.join(dir, 'data'),
  CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
  CLAIMGATE_ANTHROPIC_BASE_URL: `http://127.0.0.1:${upstream.port}`,
  CLAIMGATE_CONFIG: config,
  MEMORY_REPORT: report,
  NODE_OPTIONS: `--import=${path.join(here, 'report-memory.ts')}`,
});
const url = `http://127.0.0.1:${gateway.port}`;
const dispatcher = new Agent({ connections: 512, headersTimeout: 120_000, bodyTimeout: 120_000 });

interface Ask {
  readonly path: string;
  readonly body: object | string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  /** Leaves the answer behind its first bytes. */
  readonly leave?: boolean;
}

let asked = 0;
/** One of the callers that come again, or a new one. */
const caller = (): string =>
  asked % 10 === 0 ? `sk-soak-stranger-${asked}` : `sk-soak-caller-${asked % CALLERS}`;
/** Pauses and faults are in OpenAI's dialect. */
const model = (more = ''): string => (asked % 4 === 0 && more === '' ? 'claude-haiku-5-5' : 'gpt-6-luna');
const question = (more = ''): string =>
  `${QUESTION} In ${1_000 + (asked % 5_000)} it was not there yet. ${more}`;
const chat = (mode: string, body: object = {}, more = ''): Ask => ({
  path: '/v1/chat/completions',
  body: {
    model: model(more),
    messages: [{ role: 'user', content: question(more) }],
    fact_check: { mode, ...(mode === 'verify' ? { sources: ['corpus', 'searxng'] } : {}) },
    ...body,
  },
});
const streamed = { stream: true };

/** What is asked, how often of a hundred, and the outcome that it must have. */
const KINDS: readonly { readonly share: number; readonly ask: () => Ask; readonly outcome: string }[] = [
  { share: 14, ask: () => chat('off'), outcome: '200' },
  { share: 14, ask: () => chat('detect'), outcome: '200' },
  { share: 10, ask: () => chat('ground'), outcome: '200' },
  { share: 4, ask: () => chat('verify'), outcome: '200' },
  { share: 10, ask: () => chat('detect', streamed), outcome: '200 whole stream' },
  { share: 10, ask: () => chat('ground', streamed), outcome: '200 whole stream' },
  { share: 4, ask: () => chat('verify', streamed), outcome: '200 whole stream' },
  {
    share: 6,
    ask: () => ({ path: '/v1/responses', body: { model: model(), input: question() } }),
    outcome: '200',
  },
  {
    share: 4,
    ask: () => ({ path: '/v1/responses', body: { model: model(), input: question(), ...streamed } }),
    outcome: '200 whole stream',
  },
  {
    share: 4,
    ask: () => ({ path: '/v1/claims', body: { text: question(), mode: 'ground', model: model() } }),
    outcome: '200',
  },
  { share: 2, ask: () => chat('detect', { enable_evaluations: true }), outcome: '200' },
  { share: 4, ask: () => ({ path: '/v1/models', body: '', method: 'GET' }), outcome: '200' },
  { share: 4, ask: () => ({ path: '/v1/limits', body: '', method: 'GET' }), outcome: '200' },
  { share: 3, ask: () => chat('detect', { temperature: 9 }), outcome: '422 invalid_body' },
  { share: 2, ask: () => chat('detect', { model: 'nobody-knows-it' }), outcome: '400 model_not_found' },
  { share: 1, ask: () => ({ path: '/v1/chat/completions', body: '{"model":' }), outcome: '422 invalid_body' },
  { share: 4, ask: () => ({ ...chat('ground', streamed, PACED), leave: true }), outcome: 'left' },
];

/** What the provider does, and what its caller must get: whole, streamed. */
const PROVIDER_FAULTS: Readonly<Record<string, readonly [string, string]>> = {
  error: ['502 provider_error', '502 provider_error'],
  overloaded: ['503 provider_overloaded', '503 provider_overloaded'],
  limited: ['429 provider_rate_limit_exceeded', '429 provider_rate_limit_exceeded'],
  refused: ['401 invalid_api_key', '401 invalid_api_key'],
  garbage: ['502 provider_error', '502 provider_error'],
  reset: ['502 provider_error', '502 provider_error'],
  mute: ['504 provider_timeout', '504 provider_timeout'],
  cut: ['502 provider_cut_off', '200 then provider_cut_off'],
  stall: ['504 provider_timeout', '200 then provider_timeout'],
};
const faults = Object.entries(PROVIDER_FAULTS);

interface Expected {
  readonly ask: Ask;
  readonly outcome: string;
}

const total = KINDS.reduce((sum, { share }) => sum + share, 0);
/** The next request of a fixed round: every kind as often as its share, faults among them. */
function next(): Expected {
  asked += 1;
  if (asked % Math.round(100 / FAULTS) === 0) {
    const turn = Math.floor(asked / Math.round(100 / FAULTS));
    const [name, outcomes] = faults[turn % faults.length] as (typeof faults)[number];
    const live = Math.floor(turn / faults.length) % 2;
    return {
      ask: chat('detect', live === 1 ? streamed : {}, `${FAULT} ${name}`),
      outcome: outcomes[live] as string,
    };
  }
  let left = (asked * 37) % total;
  const kind = KINDS.find(({ share }) => {
    left -= share;
    return left < 0;
  }) as (typeof KINDS)[number];
  return { ask: kind.ask(), outcome: kind.outcome };
}

/** @returns what came, as KINDS say it. */
async function see(ask: Ask): Promise<string> {
  const body = typeof ask.body === 'string' ? ask.body : JSON.stringify(ask.body);
  const {
    statusCode,
    headers,
    body: answer,
  } = await request(url + ask.path, {
    method: ask.method ?? 'POST',
    dispatcher,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${caller()}`, ...ask.headers },
    ...(ask.method === 'GET' ? {} : { body }),
  });
  if (ask.leave === true) {
    for await (const _ of answer) break;
    answer.destroy();
    return 'left';
  }
  const text = await answer.text();
  if (statusCode !== 200) {
    const { error } = JSON.parse(text) as { error: { code: string | null; type: string } };
    return `${statusCode} ${error.code ?? error.type}`;
  }
  if (headers['content-type']?.includes('event-stream') !== true) return '200';
  const error = /"error":\{.*?"code":"(\w+)"/.exec(text)?.[1];
  if (error !== undefined) return `200 then ${error}`;
  return /data: \[DONE\]\n\n$|"type":"response.completed".*\n\n$/.test(text)
    ? '200 whole stream'
    : '200 cut stream';
}

const outcomes = new Map<string, number>();
const unexplained = new Map<string, number>();
const count = (map: Map<string, number>, what: string): void => void map.set(what, (map.get(what) ?? 0) + 1);
const pending = new Set<Promise<void>>();

async function one(): Promise<void> {
  const { ask, outcome } = next();
  let seen: string;
  try {
    seen = await see(ask);
  } catch (error) {
    seen = `no answer: ${(error as Error).message}`;
  }
  count(outcomes, seen);
  if (seen !== outcome) count(unexplained, `${seen} instead of ${outcome}`);
}

interface Sample {
  readonly minute: number;
  /** MiB. */
  readonly heap: number;
  readonly external: number;
  readonly rss: number;
  readonly descriptors: number;
  /** Milliseconds, the 99th per cent since the last look. */
  readonly lag: number;
}

const metrics = async (): Promise<string> => await (await fetch(`${url}/metrics`)).text();
const sumOf = (text: string, name: string): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);

async function look(minute: number): Promise<Sample> {
  const lag = sumOf(await metrics(), 'claimgate_nodejs_eventloop_lag_p99_seconds') * 1_000;
  const rss =
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8'))?.[1]) / 1_024;
  const descriptors = readdirSync(`/proc/${gateway.pid}/fd`).length;
  rmSync(report, { force: true });
  process.kill(gateway.pid, 'SIGUSR2');
  for (;;) {
    await delay(50);
    try {
      const { heapUsed, external } = JSON.parse(readFileSync(report, 'utf8')) as NodeJS.MemoryUsage;
      // The collection's own pause is not the load's.
      await metrics();
      return { minute, heap: heapUsed / 1_048_576, external: external / 1_048_576, rss, descriptors, lag };
    } catch {
      // It is not written yet.
    }
  }
}

/** Of a straight line through them, by least squares: a change in ten minutes. */
function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(of))];
  const over = samples.reduce((sum, one) => sum + (one.minute - x) * (of(one) - y), 0);
  return (10 * over) / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}

/** Streams that are open all the time: each begins again when it has ended. */
let going = true;
async function keepOpen(): Promise<void> {
  while (going) {
    asked += 1;
    const seen = await see(chat('ground', streamed, PACED)).catch(
      (error: Error) => `no answer: ${error.message}`,
    );
    count(outcomes, seen);
    if (seen !== '200 whole stream') count(unexplained, `${seen} instead of 200 whole stream`);
  }
}

const samples: Sample[] = [];
try {
  const began = performance.now();
  const minute = (): number => (performance.now() - began) / 60_000;
  const open = Array.from({ length: STREAMS }, () => keepOpen());
  const watch = (async () => {
    for (let at = PACE; at <= MINUTES * 60; at += PACE) {
      await delay(Math.max(0, at * 1_000 - (performance.now() - began)));
      const sample = await look(minute());
      samples.push(sample);
      const { heap, rss, descriptors, lag } = sample;
      console.error(
        `${sample.minute.toFixed(1)} min: heap ${heap.toFixed(1)} MiB, resident ${rss.toFixed(0)}, descriptors ${descriptors}, lag ${lag.toFixed(0)} ms, ${asked} asked, unexplained ${JSON.stringify([...unexplained])}`,
      );
    }
  })();
  for (let sent = 0; minute() < MINUTES; ) {
    const due = Math.floor((performance.now() - began) * (RATE / 1_000));
    for (; sent < due; sent++) {
      const asking: Promise<void> = one().finally(() => pending.delete(asking));
      pending.add(asking);
    }
    await delay(5);
  }
  going = false;
  await Promise.all([...pending, ...open, watch]);
  await delay(PATIENCE * 1_000);
  const text = await metrics();
  const counted = ['/v1/chat/completions', '/v1/responses', '/v1/claims', '/v1/models', '/v1/limits']
    .map((route) =>
      text
        .split('\n')
        .filter((line) => line.startsWith('claimgate_requests_total{') && line.includes(`route="${route}"`))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0),
    )
    .reduce((sum, one) => sum + one, 0);
  const warm = samples.filter(({ minute }) => minute >= WARM_UP);
  const row = (name: string, of: (sample: Sample) => number, digits: number): string =>
    `| ${name} | ${of(warm[0] as Sample).toFixed(digits)} | ${of(warm.at(-1) as Sample).toFixed(digits)} | ${Math.max(...warm.map(of)).toFixed(digits)} | ${slope(warm, of).toFixed(2)} |`;
  const rows = (map: Map<string, number>): string =>
    [...map]
      .sort(([, a], [, b]) => b - a)
      .map(([what, times]) => `| ${what} | ${times} |`)
      .join('\n');
  const section = `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:soak\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}:
${MINUTES} minutes, ${RATE} requests a second of ${KINDS.length} kinds in all modes beside ${STREAMS} paced streams, ${FAULTS} of a hundred with one of
${faults.length} faults of the provider, ${CALLERS} callers and, with every tenth request, one that never comes again. A search engine that fails once
in fifty times.

${asked} requests were sent, ${[...outcomes.values()].reduce((sum, one) => sum + one, 0)} had an outcome, and the gateway counted ${counted}; ${sumOf(text, 'claimgate_requests_open') - 1} were still open.
Outcomes other than expected: ${unexplained.size === 0 ? 'none.' : `\n\n| what | times |\n|---|---|\n${rows(unexplained)}`}

| outcome | times |
|---|---|
${rows(outcomes)}

After ${WARM_UP} minutes of warm-up; memory is what is used after a collection, the resident as it is found:

| | first | last | most | change in ten minutes |
|---|---|---|---|---|
${row('heap, MiB', ({ heap }) => heap, 1)}
${row('outside the heap, MiB', ({ external }) => external, 1)}
${row('resident, MiB', ({ rss }) => rss, 0)}
${row('descriptors', ({ descriptors }) => descriptors, 0)}
${row("event loop's lag, 99th per cent, ms", ({ lag }) => lag, 1)}
`;
  console.log(section);
  if (!process.argv.includes('--no-write')) writeSection('soak', 'Half an hour of everything', section);
} finally {
  going = false;
  await gateway.stop();
  await upstream.stop();
  await dispatcher.destroy();
  rmSync(dir, { recursive: true, force: true });
}
