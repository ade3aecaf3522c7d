/**
 * `npm run bench:memory`: what open streams hold, and what the process holds at rest. Each count of streams has a
 * gateway of its own, as pages once used may stay with a process; what a stream holds is the difference to the
 * same gateway before, a few requests warm, divided by the count.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readOption } from '../read-option.ts';
import { type Child, startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { load } from './load.ts';
import { HOLD, QUESTION } from './texts.ts';

/** None where it is empty. */
const COUNTS = (readOption('streams') ?? '100,1000,5000').split(',').filter(Boolean).map(Number);
const MODES = (readOption('modes') ?? 'off,detect,ground').split(',');
/** Requests of the burst; no burst where it is 0. */
const BURST = Number(readOption('burst') ?? 20_000);
/** Seconds without a request behind the burst. */
const QUIET = Number(readOption('quiet') ?? 60);
/** Another checkout, to be measured by the same means. */
const ROOT = readOption('root') ?? path.join(import.meta.dirname, '../..');
/** A folder for snapshots of the heap with the streams open. */
const SNAPSHOTS = readOption('snapshots');
/** Streams that are opened at the same time. */
const AT_ONCE = 64;
const WARM = 200;
const here = import.meta.dirname;

/** Bytes. */
interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  /** Outside the heap, the array buffers among it. */
  readonly external: number;
  readonly arrayBuffers: number;
}

interface Gateway extends Child {
  /** Resident memory as it is, and what is used after a collection. */
  readonly memory: () => Promise<Memory>;
}

const rssOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
const MOST = Math.max(100, ...COUNTS) + 1;
writeFileSync(
  path.join(dir, 'config.yaml'),
  `plans: { default: enterprise }\nserver: { max_open_requests: ${MOST} }\nlimits: { open_requests_per_caller: ${MOST} }\n`,
);
const upstream = await startChild(path.join(here, 'upstream.ts'), []);
let starts = 0;

async function startGateway(): Promise<Gateway> {
  const file = path.join(dir, `memory-${++starts}.json`);
  const child = await startChild(path.join(ROOT, 'bin/claimgate.js'), ['start'], {
    PORT: '0',
    LOG_LEVEL: 'warn',
    CLAIMGATE_DATA_DIR: path.join(dir, `data-${starts}`),
    CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
    CLAIMGATE_CONFIG: path.join(dir, 'config.yaml'),
    MEMORY_REPORT: file,
    NODE_OPTIONS: `--import=${path.join(here, 'report-memory.ts')}${SNAPSHOTS === undefined ? '' : ` --heapsnapshot-signal=SIGWINCH --diagnostic-dir=${SNAPSHOTS}`}`,
  });
  return {
    ...child,
    async memory() {
      const rss = rssOf(child.pid);
      rmSync(file, { force: true });
      process.kill(child.pid, 'SIGUSR2');
      for (;;) {
        await delay(20);
        try {
          return { ...JSON.parse(readFileSync(file, 'utf8')), rss } as Memory;
        } catch {
          // Not yet.
        }
      }
    },
  };
}

const headers = 'Authorization: Bearer sk-bench-0123456789\r\n';
const bodyOf = (mode: string, stream: boolean, content = QUESTION): string =>
  JSON.stringify({
    model: 'gpt-6-luna',
    messages: [{ role: 'user', content }],
    fact_check: { mode },
    stream,
  });

/** Opens a stream. @returns its connection, once all has come that comes before the pause. */
function openStream(port: number, mode: string): Promise<Socket> {
  const body = bodyOf(mode, true, `${QUESTION} ${HOLD}`);
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('error', reject);
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      if (!text.includes(HOLD)) return;
      socket.removeAllListeners('data');
      socket.on('data', () => {});
      resolve(socket);
    });
    socket.on('close', () => reject(new Error(`a stream was closed: ${text.slice(0, 400)}`)));
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${headers}` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

async function openStreams(port: number, mode: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  let begun = 0;
  const one = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      sockets.push(await openStream(port, mode));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return sockets;
}

async function requests(gateway: Child, mode: string, most: number): Promise<void> {
  for (const stream of [false, true]) {
    await load({
      port: gateway.port,
      path: '/v1/chat/completions',
      headers,
      body: bodyOf(mode, stream),
      connections: 32,
      seconds: Number.POSITIVE_INFINITY,
      most: most / 2,
      until: stream ? ['\r\n0\r\n\r\n'] : ['}', '}\r\n0\r\n\r\n'],
    });
  }
}

/** @returns what one of so many open streams holds. */
async function measureStreams(mode: string, count: number): Promise<Memory> {
  const gateway = await startGateway();
  try {
    await requests(gateway, mode, WARM);
    // The first collection frees what the start has left.
    await gateway.memory();
    const before = await gateway.memory();
    const sockets = await openStreams(gateway.port, mode, count);
    await delay(1_000);
    const open = await gateway.memory();
    if (SNAPSHOTS !== undefined) {
      process.kill(gateway.pid, 'SIGWINCH');
      await delay(60_000);
    }
    for (const socket of sockets) socket.destroy();
    const each = (name: keyof Memory): number => (open[name] - before[name]) / count;
    const memory = {
      rss: each('rss'),
      heapUsed: each('heapUsed'),
      external: each('external'),
      arrayBuffers: each('arrayBuffers'),
    };
    console.error(`${mode}, ${count}: ${cells(memory, 1_024, 1).join(', ')} KiB`);
    return memory;
  } finally {
    await gateway.stop();
  }
}

const cells = ({ rss, heapUsed, external, arrayBuffers }: Memory, unit: number, digits: number): string[] =>
  [rss, heapUsed, external, arrayBuffers].map((bytes) => (bytes / unit).toFixed(digits));

/** @returns rows of what the process holds. */
async function measureRest(): Promise<string[]> {
  const gateway = await startGateway();
  const rows: string[] = [];
  const note = async (what: string): Promise<void> => {
    rows.push(`| ${what} | ${cells(await gateway.memory(), 1_048_576, 0).join(' | ')} |`);
    console.error(rows.at(-1));
  };
  try {
    await delay(3_000);
    const rss = rssOf(gateway.pid);
    console.error(`started: ${(rss / 1_048_576).toFixed(0)} MiB`);
    rows.push(`| started | ${(rss / 1_048_576).toFixed(0)} | | | |`);
    await requests(gateway, 'ground', BURST);
    // Without a collection: that would be what is to be measured.
    const after = rssOf(gateway.pid);
    console.error(`after the burst: ${(after / 1_048_576).toFixed(0)} MiB`);
    rows.push(`| after ${BURST} requests | ${(after / 1_048_576).toFixed(0)} | | | |`);
    await delay(QUIET * 1_000);
    await note(`after ${QUIET} s of quiet`);
    await note('after a collection');
    return rows;
  } finally {
    await gateway.stop();
  }
}

try {
  const streams: string[] = [];
  for (const mode of MODES) {
    for (const count of COUNTS) {
      const memory = await measureStreams(mode, count);
      streams.push(`| ${mode} | ${count} | ${cells(memory, 1_024, 1).join(' | ')} |`);
    }
  }
  const rest = BURST === 0 ? [] : await measureRest();
  const section = `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:memory\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.
An open stream, in KiB: the difference to the same process before, divided by the streams. Resident memory is as it is
found; the others are what is used after a collection. With few streams, memory that the process had free hides most
of it.

| mode | open streams | resident | heap | outside the heap | array buffers among it |
|---|---|---|---|---|---|
${streams.join('\n')}

The process, in MiB, with half of the requests whole and half streams of 200 chunks, in mode \`ground\`, 32 at a time:

| | resident | heap | outside the heap | array buffers among it |
|---|---|---|---|---|
${rest.join('\n')}
`;
  console.log(section);
  if (!process.argv.includes('--no-write')) writeSection('memory', 'Memory', section);
} finally {
  await upstream.stop();
  rmSync(dir, { recursive: true, force: true });
}
