/** Passages beyond what is held in memory, found by what they mean: a PostgreSQL with pgvector, in WebAssembly, over its own protocol. */
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Embedder, toVector } from '../../src/engine/corpus/vector.ts';
import { seededRandom } from '../../src/evaluation/seeded-random.ts';
import { type Corpus, createCorpus } from '../../src/gateway/store/corpus/corpus.ts';
import { corpusTables, UNNAMED_TABLES } from '../../src/gateway/store/corpus/corpus-tables.ts';
import { createCollectionTables } from '../../src/gateway/store/corpus/create-collection.ts';
import type { Database } from '../../src/gateway/store/database.ts';
import { openPostgres } from '../../src/gateway/store/databases/postgres.ts';
import { migrate } from '../../src/gateway/store/schema.ts';
import { freePort } from '../servers/free-port.ts';

let pglite: PGlite;
let server: PGLiteSocketServer;
let database: Database;
beforeAll(async () => {
  pglite = await PGlite.create({ extensions: { vector } });
  const port = await freePort();
  server = new PGLiteSocketServer({ db: pglite, host: '127.0.0.1', port, maxConnections: 32 });
  await server.start();
  database = await openPostgres({
    dataDir: '',
    databaseUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
  });
  await migrate(database, 0);
});
afterEach(async () => {
  await open().clear();
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
  await pglite?.close();
});

/** A direction of its own for each topic, so that texts on one topic are near to each other, whatever their words are. */
const DIMENSIONS = 64;
const LETTERS = 'abcdefghij';
/** Shares no word with what is on the topic. */
const questionOn = (topic: number): string =>
  `asked ${String(topic).replace(/./g, (digit) => LETTERS[Number(digit)]!)}`;
function meaningOf(text: string) {
  const spelled = /asked ([a-j]+)/
    .exec(text)?.[1]
    ?.replace(/./g, (letter) => String(LETTERS.indexOf(letter)));
  const topic = Number(/topic (\d+)/.exec(text)?.[1] ?? spelled ?? 0);
  const random = seededRandom(topic + 1);
  const own = seededRandom(text.length + 1_000);
  return toVector(Array.from({ length: DIMENSIONS }, () => random() - 0.5 + (own() - 0.5) * 0.2));
}
const embedder = (model: number): Embedder => ({
  model,
  isReady: () => true,
  knownQuestion: () => undefined,
  knownPassage: () => undefined,
  readQuestion: async (text) => meaningOf(text),
  readPassages: async (passages) => passages.map(({ text }) => [meaningOf('topic 0'), meaningOf(text)]),
});
/** Nothing is held in memory. */
const open = (model = 0xfedcba98, tables = UNNAMED_TABLES): Corpus =>
  createCorpus(database, tables, undefined, { embedder: embedder(model), patience: 60_000 }, 0);
const never = new AbortController().signal;
const documents = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({
    id: `d${from + at}`,
    title: '',
    url: '',
    text: `This is on topic ${from + at}.`,
  }));
const firstOf = async (corpus: Corpus, topic: number) => (await corpus.search(questionOn(topic), 1))[0]?.id;
async function tablesOf(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relname like 'corpus\\_meanings%' order by 1`.execute(
    database.kysely,
  );
  return rows.map(({ name }) => name);
}
async function entries(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    database.kysely,
  );
  return rows[0]!.count;
}

it('are found by meaning alone once they are filed, as they are added, replaced and removed', async () => {
  const corpus = open();
  await corpus.add(documents(1, 200));
  // No word of it is in a passage.
  expect(await firstOf(corpus, 77)).toBeUndefined();
  const filed: number[] = [];
  let made = 0;
  expect(
    await corpus.fillVectors(never, { onFiled: (passages) => filed.push(passages), onIndex: () => made++ }),
  ).toEqual({ filled: 199, missing: 0 });
  expect([filed, made]).toEqual([[199], 1]);
  const [table] = await tablesOf();
  expect(table).toBe('corpus_meanings_mfedcba98');
  expect(await entries(table!)).toBe(398);

  const fresh = open();
  for (const topic of [7, 77, 199]) {
    const [hit] = await fresh.search(questionOn(topic), 1);
    expect(hit).toMatchObject({ id: `d${topic}`, similarity: expect.closeTo(1, 0) });
  }
  // What another process adds is filed with its vectors; the index is made once.
  await corpus.add([...documents(200, 230), { ...documents(7, 8)[0]!, text: 'This is on topic 500 now.' }]);
  expect(
    await corpus.fillVectors(never, { onFiled: (passages) => filed.push(passages), onIndex: () => made++ }),
  ).toEqual({ filled: 31, missing: 0 });
  expect([await entries(table!), filed, made]).toEqual([458, [199], 1]);
  expect(await firstOf(fresh, 229)).toBe('d229');
  expect(await firstOf(fresh, 500)).toBe('d7');
  expect(await corpus.remove(['d77'])).toBe(1);
  expect(await entries(table!)).toBe(456);
  expect(await firstOf(fresh, 77)).not.toBe('d77');
  await corpus.clear();
  expect(await entries(table!)).toBe(0);
});

it('that an older version has read, or that were never filed, are filed the next time', async () => {
  const corpus = open();
  await corpus.add(documents(1, 40));
  await corpus.fillVectors(never);
  await sql`delete from corpus_meanings_mfedcba98 where passage in
    (select distinct passage from corpus_meanings_mfedcba98 limit 9)`.execute(database.kysely);
  const filed: number[] = [];
  await corpus.fillVectors(never, { onFiled: (passages) => filed.push(passages) });
  expect(filed).toEqual([9]);
  expect(await entries('corpus_meanings_mfedcba98')).toBe(78);

  // Killed while the index was made, which the server finished: it is not made again.
  const made = async () => {
    const { rows } = await sql`select 'corpus_meanings_mfedcba98_by_signs'::regclass::oid as made`.execute(
      database.kysely,
    );
    return rows;
  };
  const before = await made();
  await sql`drop function nearest_corpus_meanings_mfedcba98(bit, integer)`.execute(database.kysely);
  await corpus.fillVectors(never);
  expect(await firstOf(corpus, 20)).toBe('d20');
  expect(await made()).toEqual(before);
});

it('of another model take the place of those before', async () => {
  const corpus = open();
  await corpus.add(documents(1, 40));
  await corpus.fillVectors(never);
  const other = open(1);
  expect(await other.fillVectors(never)).toEqual({ filled: 39, missing: 0 });
  expect(await tablesOf()).toEqual(['corpus_meanings_m00000001']);
  expect(await firstOf(other, 20)).toBe('d20');
  // One that still has the old one goes on by words.
  expect(await firstOf(open(), 20)).toBeUndefined();
});

it('of a collection have an index of their own', async () => {
  const tables = corpusTables(3);
  await database.kysely
    .transaction()
    .execute((transaction) => createCollectionTables(transaction, 'postgres', tables));
  const [unnamed, named] = [open(), open(undefined, tables)];
  await unnamed.add(documents(1, 30));
  await named.add(documents(30, 60));
  await unnamed.fillVectors(never);
  await named.fillVectors(never);
  expect(await tablesOf()).toContain('corpus_meanings_3_mfedcba98');
  expect(await tablesOf()).toContain('corpus_meanings_mfedcba98');
  expect(await firstOf(named, 45)).toBe('d45');
  expect(await firstOf(unnamed, 12)).toBe('d12');
});

it('are found by their words where the extension is taken away, and again once it is back', async () => {
  const corpus = open();
  await corpus.add(documents(1, 40));
  await corpus.fillVectors(never);
  expect(await firstOf(corpus, 20)).toBe('d20');
  await sql`drop extension vector cascade`.execute(database.kysely);
  expect(await firstOf(corpus, 20)).toBeUndefined();
  expect((await corpus.search('This is on topic 20', 1))[0]?.id).toBe('d20');
  await corpus.fillVectors(never);
  expect(await firstOf(corpus, 20)).toBe('d20');
});
