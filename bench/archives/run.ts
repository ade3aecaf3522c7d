/**
 * `npm run bench:archives`: made news in a PostgreSQL and in an OpenSearch that it starts; the same claims are looked for in
 * both. Options: `--texts=100000`, `--claims=200`, `--no-write`.
 */
import { cpus, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { type NewsText, newsText } from '../../test/archives/make-news.ts';
import { openTestArchive, type TestArchive } from '../../test/archives/open-archive.ts';
import { fillOpenSearch } from '../../test/servers/fill-opensearch.ts';
import { fillPostgres } from '../../test/servers/fill-postgres.ts';
import { startOpenSearch } from '../../test/servers/start-opensearch.ts';
import { startPostgres } from '../../test/servers/start-postgres.ts';
import { quantiles } from '../corpus/ask-gateways.ts';
import { readOption } from '../read-option.ts';
import { writeSection } from '../write-section.ts';

const TEXTS = Number(readOption('texts') ?? 100_000);
const CLAIMS = Number(readOption('claims') ?? 200);
const load = loadavg()[0]?.toFixed(1);
/** Texts of which claims are looked for, all over the archive. */
const chosen = Array.from({ length: CLAIMS }, (_, at) => newsText(Math.floor(((at + 0.5) * TEXTS) / CLAIMS)));

function* texts(): Generator<NewsText> {
  for (let id = 0; id < TEXTS; id++) yield newsText(id);
}

const ASKED = {
  'as it stands there': ({ claim }: NewsText) => claim,
  'in another order, with a wrong year': ({ claim }: NewsText) =>
    claim.replace(/^The (.+) of (\w+) .*$/, 'In $2 the $1 came in 1901.'),
};

async function measure(archive: TestArchive, ask: (text: NewsText) => string) {
  const times: number[] = [];
  let first = 0;
  let found = 0;
  for (const text of chosen) {
    const began = performance.now();
    const items = await archive.find(ask(text));
    times.push(performance.now() - began);
    if (items[0]?.url === text.link) first += 1;
    if (items.some(({ url }) => url === text.link)) found += 1;
  }
  return { first, found, times };
}

const rows: string[] = [];
async function report(name: string, seconds: number, archive: TestArchive): Promise<void> {
  // The first searches read the index from the disk.
  for (const text of chosen.slice(0, 20)) await archive.find(text.claim);
  for (const [how, ask] of Object.entries(ASKED)) {
    const { first, found, times } = await measure(archive, ask);
    const took = quantiles(times.toSorted((a, b) => a - b));
    const row = `| ${name} | ${Math.round(seconds)} s | ${how} | ${first} | ${found} | ${took} |`;
    console.log(row);
    rows.push(row);
  }
  await archive.close();
}

const FIELDS = 'fields: { text: body, title: headline, link: url, date: published_at';
{
  const postgres = await startPostgres();
  const began = performance.now();
  await fillPostgres(postgres.url, texts());
  const seconds = (performance.now() - began) / 1_000;
  const open = (more: string) =>
    openTestArchive(
      `{ kind: postgres, timeout: 30s, url: "${postgres.url}", table: articles, ${FIELDS}${more} } }`,
    );
  await report('PostgreSQL, `tsvector`', seconds, open(', words: search'));
  await postgres.stop();
}
{
  const server = await startOpenSearch();
  const began = performance.now();
  await fillOpenSearch(server, texts());
  const seconds = (performance.now() - began) / 1_000;
  const settings = `{ kind: opensearch, timeout: 30s, rate: 1000, base_url: "${server.url}", index: articles, ${FIELDS} } }`;
  await report('OpenSearch', seconds, openTestArchive(settings));
  await server.stop();
}

if (!process.argv.includes('--no-write')) {
  writeSection(
    'archives',
    'Archives',
    `${TEXTS.toLocaleString('en')} made news texts of nine sentences in each server, ${CLAIMS} claims of which each is borne out by one of them, asked
one after another: how often that text is the first item, and among the eight; milliseconds of a search with the choice of
passages. Servers and gateway share ${cpus().length} cores (${cpus()[0]?.model.trim()}), with a load of ${load} before it began.

| archive | filled in | the claim | first | found | 50 / 95 / 99%, ms |
|---|--:|---|--:|--:|---|
${rows.join('\n')}
`,
  );
}
