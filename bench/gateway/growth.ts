/**
 * `npm run bench:growth`: how the CPU time of a request grows with connections, sizes and counts.
 * Options: `--only=` with names of curves (connections, message, chunks, corpus, callers, claims), which writes
 * nothing down; `--million` goes on to a million passages and callers; `--seconds=` of a measurement.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { addWithoutVectors, writeMadePassages } from '../corpus/add-made-passages.ts';
import { readOption } from '../read-option.ts';
import { type Child, startChild } from '../start-child.ts';
import { writeSection } from '../write-section.ts';
import { makePassage, numbered, prose, question } from './growth-texts.ts';
import { load } from './load.ts';
import { cpuSeconds, machineTimes, stealSince } from './read-process.ts';
import { chartOf, type Growth, type Point, tableOf } from './tabulate-growth.ts';
import { CHUNKS, QUESTION } from './texts.ts';

const SECONDS = Number(readOption('seconds') ?? 2);
const ONLY = readOption('only')?.split(',');
const MILLION = process.argv.includes('--million');
const here = import.meta.dirname;
const root = path.join(here, '../..');
const CONNECTIONS = 8;
/** Before a curve is measured. */
const WARM = { seconds: Number.POSITIVE_INFINITY, most: 1_500 };
const MOST = 4_096;

type LoadOptions = Parameters<typeof load>[0];
type Load = Partial<LoadOptions> & Pick<LoadOptions, 'body'>;

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
writeFileSync(
  path.join(dir, 'config.yaml'),
  `plans: { default: enterprise }
server: { max_open_requests: ${2 * MOST} }
limits: { open_requests_per_caller: ${2 * MOST} }
fact_check: { max_claims: 100, token_budget: 10000000 }
`,
);
const machine = machineTimes();
const began = Date.now();
const upstream = await startChild(path.join(here, 'upstream.ts'), []);
let gateways = 0;

async function withGateway<T>(
  work: (gateway: Child) => Promise<T>,
  data = path.join(dir, `${++gateways}`),
): Promise<T> {
  const gateway = await startChild(path.join(root, 'src/gateway/main.ts'), [], {
    PORT: '0',
    LOG_LEVEL: 'warn',
    CLAIMGATE_DATA_DIR: data,
    CLAIMGATE_OPENAI_BASE_URL: `http://127.0.0.1:${upstream.port}/v1`,
    CLAIMGATE_CONFIG: path.join(dir, 'config.yaml'),
  });
  try {
    return await work(gateway);
  } finally {
    await gateway.stop();
  }
}

const keyOf = (number: number): string =>
  `Authorization: Bearer sk-bench-${String(number).padStart(10, '0')}\r\n`;

const chat =
  (content: () => string, mode: string, stream = false): (() => string) =>
  () =>
    JSON.stringify({
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: content() }],
      fact_check: { mode },
      stream,
    });

/** @returns microseconds of CPU a request. */
async function cost(gateway: Child, options: Load): Promise<number> {
  const before = cpuSeconds([gateway.pid]);
  const { done } = await load({
    port: gateway.port,
    path: '/v1/chat/completions',
    headers: keyOf(0),
    connections: CONNECTIONS,
    seconds: SECONDS,
    ...options,
  });
  return ((cpuSeconds([gateway.pid]) - before) / done) * 1e6;
}

/** Measures what x makes of a request: once unmeasured at the first x, so that code is warm, then at each x. */
async function curve(
  name: string,
  gateway: Child,
  xs: readonly number[],
  optionsAt: (x: number) => Load,
): Promise<Point[]> {
  const points: Point[] = [];
  await cost(gateway, { ...optionsAt(xs[0] as number), ...WARM });
  for (const x of xs) {
    const options = optionsAt(x);
    await cost(gateway, { ...options, seconds: SECONDS / 4, most: 1_000 });
    const micros = await cost(gateway, options);
    console.error(`${name}, ${x}: ${micros.toFixed(1)} µs`);
    points.push({ x, micros });
  }
  return points;
}

const STREAM = { until: ['\r\n0\r\n\r\n'] };
const MODES = ['off', 'detect', 'ground'] as const;

/** Makes a series of each mode, each in a gateway of its own. */
async function inModes(
  measure: (gateway: Child, mode: string) => Promise<Point[]>,
  modes: readonly string[] = MODES,
): Promise<Map<string, Point[]>> {
  const series = new Map<string, Point[]>();
  for (const mode of modes) series.set(`\`${mode}\``, await withGateway((gateway) => measure(gateway, mode)));
  return series;
}

const GROWTHS: Readonly<Record<string, () => Promise<Growth>>> = {
  async connections() {
    const xs = [1, 4, 16, 64, 256, 1_024, MOST];
    const series = await inModes((gateway, mode) =>
      curve(`connections, ${mode}`, gateway, xs, (connections) => ({
        body: chat(() => QUESTION, mode),
        connections,
        seconds: Number.POSITIVE_INFINITY,
        most: Math.max(2_000, 4 * connections),
      })),
    );
    return {
      title: 'Connections',
      xName: 'connections with a request each',
      series,
      notes: ['Opening a connection counts: each brings four requests at least.'],
    };
  },

  async message() {
    const xs = [1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000];
    const text = prose(xs.at(-1) as number);
    const series = await inModes((gateway, mode) =>
      curve(`message, ${mode}`, gateway, xs, (size) => {
        const most = text.slice(0, size - 20);
        return { body: chat(() => numbered(most), mode) };
      }),
    );
    return { title: 'Message', xName: 'bytes of the message', unit: 'byte', series, notes: [] };
  },

  async chunks() {
    const xs = [1, 10, 100, 1_000, 10_000];
    const series = await inModes((gateway, mode) =>
      curve(`chunks, ${mode}`, gateway, xs, (chunks) => ({
        body: chat(() => `${question()} ${CHUNKS} ${chunks}`, mode, true),
        ...STREAM,
      })),
    );
    return { title: 'Streams', xName: 'chunks of the stream', unit: 'chunk', series, notes: [] };
  },

  async corpus() {
    const xs = [0, 100, 1_000, 10_000, 100_000, ...(MILLION ? [1_000_000] : [])];
    const series = new Map<string, Point[]>([['`ground`', []]]);
    const notes = ['Each request asks something else. 0 is drawn at 1.'];
    for (const x of xs) {
      const data = path.join(dir, `corpus-${x}`);
      if (x > 0) notes.push(addPassages(x, data));
      const points = await withGateway(
        (gateway) => curve('corpus', gateway, [x], () => ({ body: chat(question, 'ground') })),
        data,
      );
      series.get('`ground`')?.push(...points);
      rmSync(data, { recursive: true, force: true });
    }
    return { title: 'Corpus', xName: 'passages of the corpus', series, notes };
  },

  async callers() {
    const xs = [1, 10, 100, 1_000, 10_000, 100_000, ...(MILLION ? [1_000_000] : [])];
    const body = chat(() => QUESTION, 'off');
    const series = await withGateway(async (gateway) => {
      const known: Point[] = [];
      const fresh: Point[] = [];
      await cost(gateway, { body, ...WARM });
      let keys = 0;
      for (const x of xs) {
        const most = x - keys;
        const options = { body, connections: 32, seconds: Number.POSITIVE_INFINITY, most };
        const micros =
          most > 0 ? await cost(gateway, { ...options, headers: () => keyOf(keys++) }) : Number.NaN;
        keys = x;
        if (most >= 900) fresh.push({ x, micros });
        const points = await curve('callers', gateway, [x], () => ({
          body,
          connections: 32,
          headers: () => keyOf(Math.floor(Math.random() * x)),
        }));
        known.push(...points);
      }
      return new Map([
        ['one of the known', known],
        ['a new one', fresh],
      ]);
    });
    return {
      title: 'Callers',
      xName: 'callers with a key each, lately seen',
      series,
      notes: ['Mode `off`. *A new one*: the mean of those who came since the row above.'],
    };
  },

  async claims() {
    const xs = [1, 3, 10, 30, 100];
    let keys = 0;
    const series = await withGateway(async (gateway) => {
      const points = await curve('claims', gateway, xs, (count) => {
        const texts = Array.from(
          { length: count },
          (_, i) => `The Kestrel Bridge ${i} was opened in ${1_800 + i}.`,
        );
        return {
          path: '/v1/claims',
          body: JSON.stringify({
            text: texts.join(' '),
            mode: 'verify',
            model: 'gpt-6-luna',
            max_claims: 100,
            documents: texts.map((text) => ({ text })),
          }),
          // Verdicts are remembered for their caller.
          headers: () => keyOf(++keys),
        };
      });
      return new Map([['`verify`', points]]);
    });
    return {
      title: 'Claims',
      xName: 'claims of one text',
      unit: 'claim',
      series,
      notes: [
        'POST /v1/claims; a document for each claim, a judge that answers at once, a new caller each time.',
      ],
    };
  },
};

/** Loads a corpus by the command line. @returns what that took. */
function addPassages(count: number, data: string): string {
  const file = path.join(dir, 'documents.jsonl');
  writeMadePassages(file, count, makePassage);
  const { seconds, cpu } = addWithoutVectors(file, {
    CLAIMGATE_DATA_DIR: data,
    CLAIMGATE_CONFIG: path.join(dir, 'config.yaml'),
  });
  rmSync(file);
  const note = `\`corpus add\` of ${count.toLocaleString('en')} took ${seconds.toFixed(1)} s (${cpu.toFixed(1)} s of CPU).`;
  console.error(note);
  return note;
}

const CHART = 'growth.svg';

try {
  const growths: Growth[] = [];
  for (const [name, measure] of Object.entries(GROWTHS))
    if (ONLY === undefined || ONLY.includes(name)) growths.push(await measure());
  const text = `
Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench:growth\` on ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, in ${Math.round((Date.now() - began) / 60_000)} minutes;
${stealSince(machine).toFixed(1)} % of the machine's CPU time was stolen by its host. CPU time of the gateway's process, ${SECONDS} s a point, ${CONNECTIONS} connections
where nothing else is said. Linear growth is a power of 1; dashed in the chart.

![CPU time of a request, by what grows](${CHART})

${growths.map(tableOf).join('\n\n')}
`;
  console.log(text);
  if (ONLY === undefined) {
    writeFileSync(path.join(here, '..', CHART), chartOf(growths));
    writeSection('growth', 'Growth', text);
  } else writeFileSync(path.join(tmpdir(), CHART), chartOf(growths));
} finally {
  await upstream.stop();
  rmSync(dir, { recursive: true, force: true });
}
