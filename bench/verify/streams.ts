/**
 * `npm run bench:verify:streams`: what a stream with verdicts waits for where 200 are open at once, beside one that
 * is alone. Rounds of one stream and of many take turns, so that a slow spell hits both; the ratio is reported.
 * Each stream has a key of its own, so that none is served from what was judged for another.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool, request } from 'undici';
import { readOption } from '../read-option.ts';
import { type Child, startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';

const STREAMS = Number(readOption('streams') ?? 200);
const SECONDS = Number(readOption('seconds') ?? 10);
const ROUNDS = Number(readOption('rounds') ?? 4);
/** Streams of a round begin within so many milliseconds, as callers do not come in step. */
const SPREAD = Number(readOption('spread') ?? 2_000);
const here = import.meta.dirname;

/** Milliseconds of one stream. */
interface Times {
  readonly first: number;
  readonly total: number;
  /** From the last text to the finish. */
  readonly wait: number;
  readonly judged: number;
}

let keys = 0;

async function stream(pool: Pool): Promise<Times> {
  const began = performance.now();
  const { body, statusCode } = await pool.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json', authorization: `Bearer sk-bench-${++keys}` },
    body: JSON.stringify({
      model: 'gpt-6-luna',
      stream: true,
      fact_check: { mode: 'verify', stream_events: true },
      messages: [{ role: 'user', content: 'Tell me something.' }],
    }),
    bodyTimeout: 0,
  });
  if (statusCode !== 200) throw new Error(`status ${statusCode}: ${await body.text()}`);
  let first = Number.NaN;
  let lastText = Number.NaN;
  let judged = 0;
  let tail = '';
  for await (const piece of body) {
    const text = String(piece);
    const now = performance.now();
    if (text.includes('"delta":{"')) {
      if (Number.isNaN(first)) first = now - began;
      lastText = now;
    }
    judged += text.split('"type":"verdict"').length - 1;
    tail = (tail + text).slice(-20);
  }
  if (!tail.endsWith('data: [DONE]\n\n')) throw new Error(`a stream ended with ${JSON.stringify(tail)}`);
  const ended = performance.now();
  return { first, total: ended - began, wait: ended - lastText, judged };
}

/** @returns calls of judge and reader until now. */
async function callsOf({ port }: Child): Promise<number> {
  const { body } = await request(`http://127.0.0.1:${port}/`);
  return Number(await body.text());
}

interface Round {
  readonly times: readonly Times[];
  /** CPU seconds of the gateway, and the most memory that it had, in MiB. */
  readonly cpu: number;
  readonly memory: number;
}

/** Resident memory of a process, MiB. */
const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function round(pool: Pool, pid: number, count: number): Promise<Round> {
  const before = cpuSeconds(pid);
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, memoryOf(pid));
  }, 100);
  const times = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await delay((index / count) * SPREAD);
      return stream(pool);
    }),
  );
  clearInterval(watch);
  return { times, cpu: cpuSeconds(pid) - before, memory };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
writeFileSync(path.join(dir, 'config.yaml'), 'plans: { default: enterprise }\n');
const upstream = await startChild(path.join(here, 'upstream.ts'), [String(SECONDS)]);
const gateway = await startChild(path.join(here, '../../src/gateway/main.ts'), [], {
  PORT: '0',
  LOG_LEVEL: 'warn',
  CLAIMGATE_CONFIG: path.join(dir, 'config.yaml'),
  CLAIMGATE_DATA_DIR: path.join(dir, 'data'),
  CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/openai/v1`,
});
const pool = new Pool(`http://127.0.0.1:${gateway.port}`, { connections: STREAMS });
try {
  await round(pool, gateway.pid, STREAMS);
  const before = await callsOf(upstream);
  const alone: Round[] = [];
  const many: Round[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    alone.push(await round(pool, gateway.pid, 1));
    many.push(await round(pool, gateway.pid, STREAMS));
    console.error(`round ${n + 1}: ${Math.round(many.at(-1)?.memory ?? 0)} MiB`);
  }
  const ofOne = alone.flatMap(({ times }) => times);
  const ofMany = many.flatMap(({ times }) => times);
  const row = (what: string, pick: (times: Times) => number): string => {
    const one = quantile(ofOne.map(pick), 0.5);
    const values = ofMany.map(pick);
    const ratio = quantile(values, 0.5) / one;
    return `| ${what} | ${one.toFixed(0)} | ${quantile(values, 0.5).toFixed(0)} | ${quantile(values, 0.95).toFixed(0)} | ${Math.max(...values).toFixed(0)} | ${ratio.toFixed(2)} |`;
  };
  const verdicts = ofMany.reduce((sum, { judged }) => sum + judged, 0);
  const all = verdicts + ofOne.reduce((sum, { judged }) => sum + judged, 0);
  const calls = ((await callsOf(upstream)) - before) / all;
  const cpu = many.reduce((sum, one) => sum + one.cpu, 0);
  const section = [
    '',
    `Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:verify:streams\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}:`,
    `answers of ${SECONDS} seconds with ten claims, mode \`verify\`, a judge that takes 800 ms, ${STREAMS} streams at once beside one`,
    `alone, ${ROUNDS} rounds of each by turns. Load, provider and gateway share the machine. Milliseconds:`,
    '',
    `| | one alone, median | one of ${STREAMS}, median | 95 % | worst | ratio of the medians |`,
    '|---|---|---|---|---|---|',
    row('to the first text', ({ first }) => first),
    row('from the last text to the finish', ({ wait }) => wait),
    row('in all', ({ total }) => total),
    '',
    `${verdicts} verdicts came in the streams that were many, ${((cpu / verdicts) * 1e3).toFixed(1)} ms of the gateway's CPU each, all of the`,
    `streaming with them. Judge and reader were called ${calls.toFixed(2)} times a claim. The gateway's memory at its highest, round by round: ${many.map(({ memory }) => memory.toFixed(0)).join(', ')} MiB.`,
  ].join('\n');
  console.log(section);
  if (!process.argv.includes('--no-write'))
    writeSection('verify-streams', 'Many streams with verdicts', section);
} finally {
  await pool.destroy();
  await gateway.stop();
  await upstream.stop();
  rmSync(dir, { recursive: true, force: true });
}
