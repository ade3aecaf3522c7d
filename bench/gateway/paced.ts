/**
 * `node bench/gateway/paced.ts`: what the gateway adds to each chunk of many open streams of ten chunks a second, and
 * to their first tokens. Options: `--streams=`, `--seconds=` of a measurement, `--rounds=`, `--modes=`, `--root=` for
 * another checkout.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOption } from '../read-option.ts';
import { type Child, startChild } from '../start-child.ts';
import { quantile } from './load.ts';
import { cpuSeconds } from './read-process.ts';
import { PACED, PACED_CHUNKS, QUESTION, STAMPED } from './texts.ts';

const STREAMS = Number(readOption('streams') ?? 500);
const SECONDS = Number(readOption('seconds') ?? 10);
const ROUNDS = Number(readOption('rounds') ?? 3);
const MODES = (readOption('modes') ?? 'off,detect,ground').split(',');
const here = import.meta.dirname;
const ROOT = readOption('root') ?? path.join(here, '../..');
/** Seconds that a stream lasts; they begin evenly spread over as many. */
const LASTS = PACED_CHUNKS / 10;

interface Figures {
  readonly firsts: number[];
  readonly chunks: number[];
  /** Of one core. */
  readonly load: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/** Keeps so many streams open, and measures once all have begun. */
async function measure(child: Child, headers: string, body: object): Promise<Figures> {
  const text = JSON.stringify({ ...body, stream: true });
  const request =
    `POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${headers}` +
    `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  const firsts: number[] = [];
  const chunks: number[] = [];
  const from = now() + LASTS * 1_000;
  const until = from + SECONDS * 1_000;
  const one = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(child.port, '127.0.0.1');
      socket.setNoDelay(true);
      let sent = 0;
      let first = true;
      const send = (): void => {
        if (now() > until) {
          socket.destroy();
          return;
        }
        sent = now();
        first = true;
        socket.write(request);
      };
      socket.on('connect', () => setTimeout(send, (LASTS * 1_000 * index) / STREAMS));
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('data', (piece: Buffer) => {
        const time = now();
        const said = piece.toString('latin1');
        for (const [, stamp] of said.matchAll(/"content":"[^"]* \[(\d+\.\d+)\]/g)) {
          if (sent >= from && first) firsts.push(time - sent);
          first = false;
          if (time >= from) chunks.push(time - Number(stamp));
        }
        if (said.endsWith('\r\n0\r\n\r\n')) send();
        else if (time > until) socket.destroy();
      });
    });
  const all = Promise.all(Array.from({ length: STREAMS }, (_, index) => one(index)));
  await new Promise((resolve) => setTimeout(resolve, from - now()));
  const before = cpuSeconds([child.pid]);
  await new Promise((resolve) => setTimeout(resolve, until - now()));
  const load = (cpuSeconds([child.pid]) - before) / SECONDS;
  await all;
  const ordered = (values: number[]): number[] => values.sort((a, b) => a - b);
  return { firsts: ordered(firsts), chunks: ordered(chunks), load };
}

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
writeFileSync(
  path.join(dir, 'config.yaml'),
  `plans: { default: enterprise }\nserver: { max_open_requests: ${STREAMS + 1} }\nlimits: { open_requests_per_caller: ${STREAMS + 1} }\n`,
);
const upstream = await startChild(path.join(here, 'upstream.ts'), []);
const children = [upstream];
try {
  const proxy = await startChild(path.join(here, 'bare-proxy.ts'), [String(upstream.port)]);
  const gateway = await startChild(path.join(ROOT, 'src/gateway/main.ts'), [], {
    PORT: '0',
    CLAIMGATE_DATA_DIR: dir,
    CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
    CLAIMGATE_CONFIG: path.join(dir, 'config.yaml'),
  });
  children.push(proxy, gateway);
  const auth = 'Authorization: Bearer sk-bench-0123456789\r\n';
  const plain = {
    model: 'gpt-6-luna',
    messages: [{ role: 'user', content: `${QUESTION} ${PACED} ${STAMPED}` }],
  };
  const subjects = [
    { name: 'bare proxy', child: proxy, headers: '', body: plain },
    ...MODES.map((mode) => ({
      name: `gateway, ${mode}`,
      child: gateway,
      headers: auth,
      body: { ...plain, fact_check: { mode } },
    })),
  ];
  console.log(
    `| ${STREAMS} streams | first token, ms: p50 / p99 | a chunk, ms: p50 / p99 | of one core |\n|---|---|---|---|`,
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, child, headers, body } of subjects) {
      const { firsts, chunks, load } = await measure(child, headers, body);
      const pair = (values: number[]): string =>
        `${quantile(values, 0.5).toFixed(2)} / ${quantile(values, 0.99).toFixed(2)}`;
      console.log(`| ${name} | ${pair(firsts)} | ${pair(chunks)} | ${load.toFixed(2)} |`);
    }
  }
} finally {
  await Promise.all(children.map((child) => child.stop()));
  rmSync(dir, { recursive: true, force: true });
}
