/** An archive whose texts have vectors: a PostgreSQL with pgvector, in WebAssembly, over its own protocol. */
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../servers/free-port.ts';
import { DIMENSIONS, type EmbeddingServer, embedText, startEmbeddingServer } from './embedding-server.ts';
import { openTestArchive, type TestArchive } from './open-archive.ts';

const TEXTS = [
  'On 14 May the head of the town announced that he was stepping down.',
  'The harbour festival drew four thousand visitors.',
  'After a week of high water the cellars of the old quarter were pumped out.',
];

let database: PGlite;
let server: PGLiteSocketServer;
let embeddings: EmbeddingServer;
let port: number;
const opened: TestArchive[] = [];

beforeAll(async () => {
  database = await PGlite.create({ extensions: { vector } });
  await database.exec(
    `create extension vector; create table articles (body text, meaning vector(${DIMENSIONS}))`,
  );
  for (const text of TEXTS) {
    await database.query('insert into articles values ($1, $2)', [text, JSON.stringify(embedText(text))]);
  }
  port = await freePort();
  server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port, maxConnections: 8 });
  await server.start();
  embeddings = await startEmbeddingServer();
});
afterAll(async () => {
  for (const archive of opened) await archive.close();
  await server.stop();
  await database.close();
  await embeddings.close();
});

function open(fields: string): TestArchive {
  const archive = openTestArchive(
    `{ kind: postgres, url: "postgres://postgres@127.0.0.1:${port}/postgres", table: articles, timeout: 20s, ${fields} }`,
  );
  opened.push(archive);
  return archive;
}
const withVectors = () =>
  open(
    `fields: { text: body, vector: meaning }, embeddings: { base_url: "${embeddings.url}", model: small, key: embedding-key }`,
  );

it('finds by meaning what shares no word with the claim', async () => {
  const claim = 'The mayor resigned.';
  expect(await open('fields: { text: body }').find(claim)).toEqual([]);
  const [best] = await withVectors().find(claim, 1);
  expect(best?.text).toBe(TEXTS[0]);
  expect(embeddings.asked.at(-1)).toEqual({
    model: 'small',
    input: claim,
    authorization: 'Bearer embedding-key',
  });
});

it('finds by words beside it', async () => {
  const texts = (await withVectors().find('The harbour festival was after the rain.', 2)).map(
    ({ text }) => text,
  );
  expect(new Set(texts)).toEqual(new Set([TEXTS[1], TEXTS[2]]));
});

it('says that the server for embeddings fails, or answers something else', async () => {
  embeddings.answerWith(401, {});
  expect(await withVectors().fail()).toEqual({
    fault: 'key',
    message: 'the server for embeddings: the key is not accepted (401)',
  });
  embeddings.answerWith(200, { data: [{ embedding: ['a'] }] });
  expect(await withVectors().fail()).toEqual({
    fault: 'malformed',
    message: 'the server for embeddings: the reply has no vector',
  });
});

it('needs a server for embeddings', () => {
  expect(() => open('fields: { text: body, vector: meaning }')).toThrow(
    'is required where fields has a vector',
  );
});
