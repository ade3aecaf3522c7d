/**
 * `npm run bench:retrieval -- DATA`: what the corpus finds and how fast, with what each part of its ranking is
 * worth. `--postgres` measures PostgreSQL beside SQLite, where one is installed.
 */
import { cpus } from 'node:os';
import { postgresMissing, startPostgres } from '../../test/servers/start-postgres.ts';
import { openBenchMeaning } from '../open-bench-meaning.ts';
import { writeSection } from '../write-section.ts';
import { measureParts, type PartsMeasured } from './measure-parts.ts';
import {
  type Latency,
  measureIndexing,
  measureLatency,
  measureQuality,
  type Place,
} from './measure-store.ts';
import { mixDocuments } from './mix-documents.ts';
import { type RetrievalSet, readSets } from './read-sets.ts';

const PASSAGES = 100_000;
const DOCUMENTS = 5_000;
const AT_ONCE = 8;
const QUERIES = 400;

const data = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
if (data === undefined) {
  console.error('usage: npm run bench:retrieval -- DATA [--postgres]');
  process.exit(2);
}
const sets = readSets(data);
const meaning = openBenchMeaning();
const places = new Map<string, Place>([['SQLite', {}]]);
const postgres =
  process.argv.includes('--postgres') && postgresMissing === undefined ? await startPostgres() : undefined;
if (postgres !== undefined) places.set('PostgreSQL', { databaseUrl: postgres.url });

try {
  writeSection('retrieval', 'Retrieval', [await reportQuality(), await reportSpeed()].join('\n\n'));
} finally {
  meaning.close();
  await postgres?.stop();
}

async function reportQuality(): Promise<string> {
  const measured: PartsMeasured[] = sets.map(measureParts);
  const shipped: string[] = [];
  for (const [name, place] of places) {
    const byWords = await measureQuality(sets, place);
    shipped.push(row(`as shipped, ${name}, \`retrieval.vectors: false\``, byWords.map(round)));
    const byMeaning = await measureQuality(sets, { ...place, meaning });
    shipped.push(row(`**as shipped, ${name}**`, byMeaning.map(round)));
  }
  const parts = measured[0]!.rows.map(([name], i) =>
    row(
      name,
      measured.map(({ rows }) => round(rows[i]![1])),
    ),
  );
  const held = row(
    'all, weights chosen on the other four fifths',
    measured.map(({ crossValidated }) => round(crossValidated)),
  );
  return [
    'nDCG@10, by words alone but for the last line. The weights are cross-validated: five folds, claims that share an answer in one fold.',
    '',
    row('', sets.map(nameSet)),
    `|---|${sets.map(() => '---|').join('')}`,
    ...parts,
    held,
    ...shipped,
  ].join('\n');
}

async function reportSpeed(): Promise<string> {
  const [scifact] = sets;
  const documents = scifact!.documents.slice(0, DOCUMENTS);
  const mixed = mixDocuments(scifact!.documents, PASSAGES);
  const queries = scifact!.queries.slice(0, QUERIES).map(({ text }) => text);
  const lines: string[] = [];
  for (const [name, place] of places) {
    const indexing = await measureIndexing(documents, place);
    const { alone, together, idle } = await measureLatency(mixed, queries, AT_ONCE, place);
    lines.push(
      `${name}: ${count(documents.length)} documents are indexed in ${(indexing / 1000).toFixed(2)} s. ` +
        `Searches over ${count(PASSAGES)} passages, in milliseconds:`,
      '',
      '| | p50 | p95 | worst | CPU a search | event loop late, p99 | worst |',
      '|---|---|---|---|---|---|---|',
      formatLatency('one at a time', alone),
      formatLatency(`${AT_ONCE} at a time`, together),
      formatLatency('no search, for comparison', idle),
      '',
    );
  }
  return [
    ...lines,
    `Measured on ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}.`,
  ]
    .join('\n')
    .trim();
}

function formatLatency(name: string, { p50, p95, worst, cpu, loopP99, loopWorst }: Latency): string {
  return row(
    name,
    [p50, p95, worst, cpu, loopP99, loopWorst].map((ms) => ms.toFixed(1)),
  );
}

function nameSet({ name, documents, queries }: RetrievalSet): string {
  return `${name} (${count(queries.length)} queries, ${count(documents.length)} documents)`;
}

function row(head: string, cells: readonly string[]): string {
  return `| ${head} | ${cells.join(' | ')} |`;
}

function round(ndcg: number): string {
  return ndcg.toFixed(4).replace(/^0/, '');
}

function count(number: number): string {
  return number.toLocaleString('en');
}
