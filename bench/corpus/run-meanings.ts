/**
 * `npm run bench:meanings -- --place=URL`: how long it takes to file what passages mean in a PostgreSQL with pgvector, how much room
 * that takes, and how fast a search by words and meaning is. The database is one that `bench:corpus --place=` has filled; its
 * passages get made vectors, as reading a million takes the model hours. Options: `--sentences=` of each passage, `--searches=`,
 * `--no-write`.
 */
import { cpus, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { type Embedder, packVectors, type TextVector, toVector } from '../../src/engine/corpus/vector.ts';
import { seededRandom } from '../../src/evaluation/seeded-random.ts';
import { createCorpus } from '../../src/gateway/store/corpus/corpus.ts';
import type { Database } from '../../src/gateway/store/database.ts';
import { openPostgres } from '../../src/gateway/store/databases/postgres.ts';
import { readOption } from '../read-option.ts';
import { writeSection } from '../write-section.ts';
import { quantiles } from './ask-gateways.ts';
import { makeClaim } from './make-passages.ts';

const SENTENCES = Number(readOption('sentences') ?? 6);
const SEARCHES = Number(readOption('searches') ?? 300);
const MODEL = 7;
const DIMENSIONS = 384;
const TOPICS = 5_000;
const AT_ONCE = 2_000;
/** How far a question is from the sentence that it is about. */
const APART = 0.35;
const never = new AbortController().signal;

const NUMBERS = 1 << 20;
const normal = new Float32Array(NUMBERS);
const random = seededRandom(1);
for (let at = 0; at < NUMBERS; at++) {
  normal[at] = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
const drawn = (seed: number, at: number): number =>
  normal[(Math.imul(seed, 0x9e3779b1) + at * 7_919) & (NUMBERS - 1)]!;

/** What all have in common, a topic, and the sentence's own: as a model's vectors lie, of which no two are far apart. */
function madeVector(passage: number, sentence: number, apart = 0, salt = 0): TextVector {
  const topic = (Math.imul(passage, 40_503) >>> 0) % TOPICS;
  return toVector(
    Array.from(
      { length: DIMENSIONS },
      (_, at) =>
        0.8 * drawn(1, at) +
        0.5 * drawn(10 + topic, at) +
        0.5 * drawn(100_000 + passage * 13 + sentence, at) +
        apart * drawn(900_000_000 + salt, at),
    ),
  );
}

async function fillMade({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  for (let last = -1; ; ) {
    const rows = await kysely
      .selectFrom('corpus_passages')
      .select('key')
      .where('key', '>', last)
      .where('vector', 'is', null)
      .orderBy('key')
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    const keys = rows.map(({ key }) => key);
    last = keys.at(-1)!;
    const vectors = keys.map((key) =>
      Buffer.from(
        packVectors(
          Array.from({ length: SENTENCES }, (_, sentence) => madeVector(key, sentence)),
          MODEL,
        ),
      ),
    );
    await sql`update corpus_passages passage set vector = made.vector
      from unnest(${keys}::bigint[], ${vectors}::bytea[]) made(key, vector) where passage.key = made.key`.execute(
      kysely,
    );
  }
}

const database = await openPostgres({ dataDir: '', databaseUrl: readOption('place') ?? '' });
let question = madeVector(0, 0);
const embedder: Embedder = {
  model: MODEL,
  isReady: () => true,
  knownQuestion: () => question,
  knownPassage: () => undefined,
  readQuestion: async () => question,
  readPassages: async (passages) => passages.map(() => undefined),
};
try {
  await database.unhurried((kysely) => fillMade({ kysely }));
  const corpus = createCorpus(database, undefined, undefined, { embedder, patience: 1_000 });
  const began = performance.now();
  let filed = began;
  const done = await corpus.fillVectors(never, {
    onIndex: () => {
      filed = performance.now();
    },
  });
  if (done?.lacks !== undefined) throw new Error(done.lacks);
  const ended = performance.now();
  const { passages } = await corpus.size();
  const { rows } = await sql<{ index: number; table: number }>`
    select pg_relation_size(to_regclass('corpus_meanings_m00000007_by_signs')) / 1e6::float8 as index,
      pg_table_size(to_regclass('corpus_meanings_m00000007')) / 1e6::float8 as table`.execute(
    database.kysely,
  );
  const { rows: keys } = await sql<{ key: number }>`
    select key from corpus_passages where key % ${Math.max(1, Math.floor(passages / SEARCHES))} = 0 limit ${SEARCHES}`.execute(
    database.kysely,
  );
  const times: number[] = [];
  let found = 0;
  const search = async (key: number, number: number): Promise<void> => {
    question = madeVector(key, number % SENTENCES, APART, number);
    const start = performance.now();
    const hits = await corpus.search(makeClaim(number, passages).text, 16, undefined, 2);
    times.push(performance.now() - start);
    const { text } = await database.kysely
      .selectFrom('corpus_passages')
      .select('text')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (hits.some((hit) => hit.text === text)) found++;
  };
  // The first ones read the index from the disk.
  for (const [at, { key }] of keys.slice(0, 50).entries()) await search(key, at);
  [times.length, found] = [0, 0];
  for (const [at, { key }] of keys.entries()) await search(key, at);
  const seconds = (from: number, to: number): string => ((to - from) / 1_000).toFixed(0);
  const lines = [
    `${passages.toLocaleString('en')} passages with ${SENTENCES} made vectors each, on ${cpus().length} × ${cpus()[0]?.model.trim()}, shared with others, load ${loadavg()[0]?.toFixed(1)}.`,
    `Filed in ${seconds(began, filed)} s, index made in ${seconds(filed, ended)} s: ${rows[0]!.index.toFixed(0)} MB, and ${rows[0]!.table.toFixed(0)} MB of signs.`,
    `A search by words and meaning, one after another, ms: ${quantiles(times.toSorted((a, b) => a - b))} (50 / 95 / 99 %). Of ${keys.length} claims that share no word with the passage whose meaning they are near, it is among sixteen hits for ${found}.`,
  ];
  console.log(lines.join('\n'));
  if (!process.argv.includes('--no-write')) {
    writeSection(
      `corpus-meanings-${passages}`,
      `${passages.toLocaleString('en')} passages by what they mean`,
      `${lines.join('\n')}\n`,
    );
  }
} finally {
  await database.close();
}
