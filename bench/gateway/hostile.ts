/**
 * `npm run bench:soak -- --hostile`: 20 honest callers, by themselves first, then beside callers who want to do harm:
 * made-up keys by the thousand, items named thousands of times, uploads that never end, schemas that grow, readers
 * that do not read, and one who wants more than its plan. The gateway must live, stay within its memory budget, answer
 * the honest ones hardly later than before, and count each caller exactly.
 * Options: `--minutes=` in all, a tenth of them quiet, `--budget=` of memory in MiB, `--no-write`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { readOption } from '../read-option.ts';
import { startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { CHUNKS, FAULT, QUESTION } from './texts.ts';

const MINUTES = Number(readOption('minutes') ?? 30);
const BUDGET = Number(readOption('budget') ?? 768);
const QUIET = Math.max(MINUTES / 10, 0.5);
const HONEST = 20;
/** Milliseconds between two requests of one honest caller. */
const PACE = 1_000;
/** Requests that a plan allows; no honest caller comes so far. */
const PER_MONTH = 2_500;
const MIB = 1024 * 1024;
const here = import.meta.dirname;

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-hostile-'));
const upstream = await startChild(path.join(here, 'upstream.ts'), []);
const config = path.join(dir, 'config.yaml');
writeFileSync(
  config,
  `plans: { soak: { per_hour: null, per_month: ${PER_MONTH}, models: all }, default: soak }
trusted_proxies: ["127.0.0.1"]
server: { memory_budget: ${BUDGET}MiB }
`,
);
const gateway = await startChild(path.join(here, '../../bin/claimgate.js'), ['start'], {
  PORT: '0',
  LOG_LEVEL: 'error',
  CLAIMGATE_DATA_DIR: path.join(dir, 'data'),
  CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
  CLAIMGATE_ANTHROPIC_BASE_URL: `http://127.0.0.1:${upstream.port}`,
  CLAIMGATE_GOOGLE_BASE_URL: `http://127.0.0.1:${upstream.port}`,
  CLAIMGATE_CONFIG: config,
});
const url = `http://127.0.0.1:${gateway.port}`;
const patience = { headersTimeout: 120_000, bodyTimeout: 120_000 };
/** Nobody waits for another's connection. */
const honestly = new Agent({ connections: 64, ...patience });
const hostilely = new Agent({ connections: 256, ...patience });

interface Sender {
  readonly key: string;
  readonly address: string;
}

/** Bodies that are sent again and again are written once: their callers share a process with the honest ones. */
const written = new WeakMap<object, Buffer>();
function write(body: object): Buffer {
  const known = written.get(body) ?? Buffer.from(JSON.stringify(body));
  written.set(body, known);
  return known;
}

async function send(to: string, body: object, { key, address }: Sender, dispatcher: Agent) {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${key}`,
    'x-forwarded-for': address,
  };
  const answer = await request(url + to, { method: 'POST', dispatcher, headers, body: write(body) });
  return { status: answer.statusCode, text: await answer.body.text() };
}

const model = 'gpt-6-luna';
const user = (content: unknown): object => ({ role: 'user', content });
let phase: 'quiet' | 'hostile' | 'over' = 'quiet';
const isOver = (): boolean => phase === 'over';

const counts = new Map<string, number>();
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);

interface Honest extends Sender {
  answered: number;
}
const times = { quiet: [] as number[], hostile: [] as number[] };

/** Asks at its pace, in four ways in turn, and goes on from its own kept answer. */
async function honest(caller: Honest, at: number): Promise<void> {
  let previous: string | undefined;
  await delay((PACE * at) / HONEST);
  for (let turn = at; !isOver(); turn++) {
    const began = performance.now();
    const asked = `${QUESTION} In ${1_000 + (turn % 500)} it was not there yet.`;
    const [to, body] = (
      [
        ['/v1/chat/completions', { model, messages: [user(asked)] }],
        ['/v1/chat/completions', { model, messages: [user(asked)], stream: true }],
        [
          '/v1/responses',
          { model, input: asked, ...(turn % 8 === 2 ? {} : { previous_response_id: previous }) },
        ],
        ['/v1/chat/completions', { model: 'claude-haiku-5-5', messages: [user(asked)] }],
      ] as const
    )[turn % 4] as [string, object];
    const during = phase;
    const outcome = await send(to, body, caller, honestly).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }));
    if (outcome.status === 200) {
      caller.answered += 1;
      if (to === '/v1/responses') previous = (JSON.parse(outcome.text) as { id: string }).id;
      if (during === phase && during !== 'over') times[during].push(performance.now() - began);
    } else count(`honest: ${outcome.status} ${outcome.text.slice(0, 80)}`);
    await delay(Math.max(0, PACE - (performance.now() - began)));
  }
}

/** A made-up caller, of one of a few hundred addresses. */
let made = 0;
const stranger = (): Sender => ({ key: `sk-made-up-${++made}`, address: `10.9.${made % 3}.${made % 100}` });

const item = { type: 'message', id: 'x', ...user('x'.repeat(100_000)) };
const named = (id: string): object[] => Array(4_000).fill({ type: 'item_reference', id });
function nested(depth: number): object {
  let schema: object = { type: 'object', description: 'x'.repeat(100_000) };
  const references: Record<string, object> = {};
  for (let at = 1; at <= depth; at++) {
    schema = { type: 'object', properties: { a: schema } };
    references[`r${at}`] = { $ref: `#${'/properties/a'.repeat(at)}` };
  }
  return { ...schema, properties: { ...(schema as { properties: object }).properties, ...references } };
}

const PICTURE = Buffer.alloc(27 * MIB, 'A');
/** An upload of 28 MiB whose last bytes never come; it is left alone after a while. */
async function hang(): Promise<void> {
  const { key, address } = stranger();
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => {});
  const head = [
    'POST /v1/chat/completions HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Authorization: Bearer ${key}`,
    `X-Forwarded-For: ${address}`,
    `Content-Length: ${28 * MIB}`,
  ];
  socket.once('data', (answer: Buffer) => count(`hanging upload: ${answer.toString('latin1', 9, 12)}`));
  socket.write(`${head.join('\r\n')}\r\n\r\n{"messages":[{"role":"user","content":"data:image/png;base64,`);
  socket.write(PICTURE);
  await delay(60_000);
  socket.destroy();
}

/** Reads nothing of a long stream. */
async function doNotRead(): Promise<void> {
  const answer = await request(`${url}/v1/chat/completions`, {
    method: 'POST',
    dispatcher: hostilely,
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer sk-slow-reader',
      'x-forwarded-for': '10.8.0.1',
    },
    body: JSON.stringify({
      model,
      stream: true,
      messages: [user(`${CHUNKS} 20000`)],
      fact_check: { mode: 'off' },
    }),
  });
  count(`slow reader: ${answer.statusCode}`);
  await delay(20_000);
  answer.body.on('error', () => {}).destroy();
}

const greedy: Honest = { key: 'sk-greedy', address: '10.7.0.1', answered: 0 };
const tell = (what: string) => (outcome: { status: number }) => count(`${what}: ${outcome.status}`);
const post = (what: string, to: string, body: object, sender = stranger()): Promise<void> =>
  send(to, body, sender, hostilely).then(tell(what), (error: Error) => count(`${what}: ${error.message}`));

const REFUSED = { model, messages: [user(`${FAULT} refused`)] };
const OWN_NAMED = { model, input: [item, ...named('x')] };
const LARGE_TEXT = { model, messages: [user(`${FAULT} refused ${'x '.repeat(2_000_000)}`)] };
const LARGE_SCHEMA = {
  model: 'gemini-3.5-flash',
  messages: [user('x')],
  response_format: { type: 'json_schema', json_schema: { name: 'n', schema: nested(40) } },
};
const SHORT = { model, messages: [user('Hello')], fact_check: { mode: 'off' } };
let keptNamed: object = { model, input: named('x') };

/** What is done to the gateway, and the milliseconds between two. */
const HOSTILE: readonly (readonly [number, () => Promise<void>])[] = [
  [30, () => post('made-up key', '/v1/chat/completions', REFUSED)],
  [1_000, () => post('own item named', '/v1/responses', OWN_NAMED)],
  [1_000, () => post('kept item named', '/v1/responses', keptNamed, greedy)],
  [1_500, hang],
  [2_000, () => post('schema', '/v1/chat/completions', LARGE_SCHEMA)],
  [2_000, () => post('large text', '/v1/chat/completions', LARGE_TEXT)],
  [5_000, () => doNotRead().catch((error: Error) => count(`slow reader: ${error.message}`))],
  [
    1_000,
    async () => {
      const asked = Array.from({ length: 20 }, () => send('/v1/chat/completions', SHORT, greedy, hostilely));
      for (const outcome of await Promise.allSettled(asked)) {
        const status = outcome.status === 'fulfilled' ? outcome.value.status : 'no answer';
        if (status === 200) greedy.answered += 1;
        count(`more than its plan: ${status}`);
      }
    },
  ],
];

async function usedOf({ key }: Sender): Promise<number> {
  const answer = await fetch(`${url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } });
  const { windows } = (await answer.json()) as {
    windows: { name: string; limit: number; remaining: number }[];
  };
  const month = windows.find(({ limit }) => limit === PER_MONTH);
  return month === undefined ? Number.NaN : month.limit - month.remaining;
}

const resident = { quiet: 0, hostile: 0 };
function look(): void {
  const status = `/proc/${gateway.pid}/status`;
  if (!existsSync(status)) throw new Error('The gateway has ended');
  const now = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(status, 'utf8'))?.[1]) / 1024;
  if (phase !== 'over') resident[phase] = Math.max(resident[phase], now);
}
const p99 = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.99) - 1] ?? 0;

const pending = new Set<Promise<void>>();
const start = (work: Promise<void>): void => {
  pending.add(work);
  void work.finally(() => pending.delete(work));
};
const watch = setInterval(look, 500);
try {
  const callers = Array.from(
    { length: HONEST },
    (_, at): Honest => ({ key: `sk-honest-${at}`, address: `10.1.0.${at}`, answered: 0 }),
  );
  const asking = callers.map((caller, at) => honest(caller, at));
  const first = await send('/v1/responses', { model, input: 'x'.repeat(900_000) }, greedy, hostilely);
  greedy.answered += 1;
  const [kept] = (JSON.parse(first.text) as { output: { id: string }[] }).output;
  keptNamed = { model, input: named(kept?.id ?? 'x') };
  // Compiled code and caches.
  await delay(10_000);
  times.quiet.length = 0;
  await delay(QUIET * 60_000);
  phase = 'hostile';
  const timers = HOSTILE.map(([every, act]) => setInterval(() => start(act()), every));
  await delay((MINUTES - QUIET) * 60_000);
  for (const timer of timers) clearInterval(timer);
  phase = 'over';
  await Promise.all(asking);
  await Promise.all(pending);
  const ready = (await fetch(`${url}/ready`)).status;
  const used = await Promise.all([...callers, greedy].map(usedOf));
  const wrong = [...callers, greedy].filter(({ answered }, at) => answered !== used[at]);
  const rows = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([what, often]) => `| ${what} | ${often} |`);
  const section = `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:soak -- --hostile --minutes=${MINUTES}\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}:
${HONEST} honest callers with a request a second each, ${QUIET} minutes by themselves, then ${MINUTES - QUIET} beside ${HOSTILE.length} kinds of hostile ones, all on one machine with
the provider. \`server.memory_budget\` is ${BUDGET} MiB.

| | quiet | hostile |
|---|---|---|
| honest requests answered | ${times.quiet.length} | ${times.hostile.length} |
| their time, 99th per cent, ms | ${p99(times.quiet).toFixed(0)} | ${p99(times.hostile).toFixed(0)} |
| resident, most, MiB | ${resident.quiet.toFixed(0)} | ${resident.hostile.toFixed(0)} |

Callers whose plan's count is not what they were answered: ${wrong.length} of ${HONEST + 1}. The one that wanted more than ${PER_MONTH} was answered ${greedy.answered} times.
\`/ready\` was ${ready} in the end.

| what came | times |
|---|---|
${rows.join('\n')}
`;
  console.log(section);
  if (!process.argv.includes('--no-write'))
    writeSection('hostile-soak', 'Half an hour of hostile load', section);
} finally {
  phase = 'over';
  clearInterval(watch);
  await gateway.stop();
  await upstream.stop();
  await Promise.all([honestly.destroy(), hostilely.destroy()]);
  rmSync(dir, { recursive: true, force: true });
}
