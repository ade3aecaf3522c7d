/**
 * `npm run bench:evaluations:load`: how much evaluations slow chats down. Requests come at a fixed rate, whatever
 * becomes of those before. Evaluated and plain rounds take turns, so that a slow spell hits both; each pair of
 * neighbours gives a ratio, and the median of the ratios counts.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import { QUESTION } from '../gateway/texts.ts';
import { readOption } from '../read-option.ts';
import { type Child, startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';

const RATE = Number(readOption('rate') ?? 1_000);
const SECONDS = Number(readOption('seconds') ?? 4);
const PAIRS = Number(readOption('pairs') ?? 5);
const here = import.meta.dirname;

/** CPU seconds that a process has used, of all its threads, or of the one alone that answers requests. */
function cpuSeconds(pid: number, thread = ''): number {
  const fields = readFileSync(`/proc/${pid}${thread}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Round {
  readonly times: readonly number[];
  readonly micros: number;
  readonly mainMicros: number;
  readonly failed: number;
}

async function round(pool: Pool, pid: number, evaluated: boolean): Promise<Round> {
  const body = JSON.stringify({
    model: 'gpt-6-luna',
    messages: [{ role: 'user', content: QUESTION }],
    fact_check: { mode: 'detect' },
    enable_evaluations: evaluated,
  });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-bench-0123456789' };
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  let failed = 0;
  const ask = async (): Promise<void> => {
    const sent = performance.now();
    const answer = await pool.request({ method: 'POST', path: '/v1/chat/completions', headers, body });
    const text = await answer.body.text();
    times.push(performance.now() - sent);
    if (answer.statusCode !== 200 || text.includes('"status":"running"') !== evaluated) failed++;
  };
  const [cpu, main] = [cpuSeconds(pid), cpuSeconds(pid, `/task/${pid}`)];
  const began = performance.now();
  for (let asked = 0; asked < RATE * SECONDS; ) {
    const due = Math.min(RATE * SECONDS, Math.floor(((performance.now() - began) / 1_000) * RATE));
    for (; asked < due; asked++) pending.push(ask());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(pending);
  return {
    times: times.sort((a, b) => a - b),
    micros: ((cpuSeconds(pid) - cpu) / times.length) * 1e6,
    mainMicros: ((cpuSeconds(pid, `/task/${pid}`) - main) / times.length) * 1e6,
    failed,
  };
}

const quantile = (times: readonly number[], share: number): number =>
  times[Math.floor(times.length * share)] ?? 0;
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] as number;

/** What a round is measured by, each a number that is the better the smaller it is. */
const FIGURES = {
  p50: ({ times }: Round) => quantile(times, 0.5),
  p95: ({ times }: Round) => quantile(times, 0.95),
  micros: ({ micros }: Round) => micros,
  mainMicros: ({ mainMicros }: Round) => mainMicros,
};
type Figures = Record<keyof typeof FIGURES, number>;

interface Compared {
  readonly plain: Figures;
  readonly evaluated: Figures;
  /** Evaluated to plain: median over pairs of rounds. */
  readonly ratios: Figures;
  readonly failed: number;
}

function compare(pairs: readonly { readonly plain: Round; readonly evaluated: Round }[]): Compared {
  const each = (of: (pair: (typeof pairs)[number], figure: (round: Round) => number) => number): Figures =>
    Object.fromEntries(
      Object.entries(FIGURES).map(([name, figure]) => [name, median(pairs.map((pair) => of(pair, figure)))]),
    ) as Figures;
  return {
    plain: each(({ plain }, figure) => figure(plain)),
    evaluated: each(({ evaluated }, figure) => figure(evaluated)),
    ratios: each(({ plain, evaluated }, figure) => figure(evaluated) / figure(plain)),
    failed: pairs.reduce((sum, { plain, evaluated }) => sum + plain.failed + evaluated.failed, 0),
  };
}

/** What was begun is scored before the next round. */
async function settle(pool: Pool): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const answer = await pool.request({ method: 'GET', path: '/metrics' });
    if (/^claimgate_evaluations_running 0$/m.test(await answer.body.text())) return;
  }
}

async function measure(scorer: 'local' | 'model', upstream: Child): Promise<Compared> {
  const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
  writeFileSync(
    path.join(dir, 'config.yaml'),
    `plans: { default: enterprise }\nlog: { level: warn }\nevaluations: { scorer: ${scorer} }\n`,
  );
  const gateway = await startChild(path.join(here, '../../src/gateway/main.ts'), [], {
    PORT: '0',
    CLAIMGATE_DATA_DIR: path.join(dir, 'data'),
    CLAIMGATE_CONFIG: path.join(dir, 'config.yaml'),
    CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
  });
  const pool = new Pool(`http://127.0.0.1:${gateway.port}`, { connections: 256 });
  const take = async (kind: 'plain' | 'evaluated'): Promise<Round> => {
    const one = await round(pool, gateway.pid, kind === 'evaluated');
    console.error(
      `${scorer}, ${kind}: p50 ${quantile(one.times, 0.5).toFixed(1)} ms, p95 ${quantile(one.times, 0.95).toFixed(1)} ms, ${one.micros.toFixed(0)} µs, ${one.mainMicros.toFixed(0)} µs`,
    );
    await settle(pool);
    return one;
  };
  const pairs: { plain: Round; evaluated: Round }[] = [];
  try {
    await round(pool, gateway.pid, true);
    await settle(pool);
    for (let pair = 0; pair < PAIRS; pair++) {
      if (pair % 2 === 0) pairs.push({ plain: await take('plain'), evaluated: await take('evaluated') });
      else pairs.push({ evaluated: await take('evaluated'), plain: await take('plain') });
    }
  } finally {
    await pool.destroy();
    await gateway.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  return compare(pairs);
}

const upstream = await startChild(path.join(here, 'upstream.ts'), []);
try {
  const rows: string[] = [];
  for (const scorer of ['local', 'model'] as const) {
    const { plain, evaluated, ratios, failed } = await measure(scorer, upstream);
    const row = (
      name: string,
      { p50, p95, micros, mainMicros }: Figures,
      digits: readonly number[],
    ): string =>
      `| ${name} | ${[p50, p95, micros, mainMicros].map((value, index) => value.toFixed(digits[index])).join(' | ')} |`;
    rows.push(
      row(`plain`, plain, [1, 1, 0, 0]),
      row(`evaluated, ${scorer}`, evaluated, [1, 1, 0, 0]),
      row(`ratio (failed: ${failed})`, ratios, [2, 2, 2, 2]),
    );
  }
  const text = `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:evaluations:load\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}:
${RATE} chats a second, every one or none of them evaluated, SQLite, a provider that answers (and judges) after 50 ms,
${PAIRS} pairs of rounds of ${SECONDS} s, plain and evaluated in turn; medians, and the median of the pairs' ratios. An answer
waits until its evaluation is certain to be done. Load, provider and gateway share the machine.

| chats | p50, ms | p95, ms | µs of CPU each | of it in the thread that answers |
|---|---|---|---|---|
${rows.join('\n')}
`;
  console.log(text);
  if (!process.argv.includes('--dry')) writeSection('evaluations-load', 'Evaluated chats', text);
} finally {
  await upstream.stop();
}
