/** An archive in OpenSearch or Elasticsearch, by the replies that both document; a real node is in test/archives. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestArchive, type TestArchive } from '../../../../test/archives/open-archive.ts';
import {
  type Answer,
  type SourceServer,
  startSourceServer,
} from '../../../../test/conformance/source-server.ts';
import { makeCertificate } from '../../../../test/harness/make-certificate.ts';

let server: SourceServer;
const opened: TestArchive[] = [];
beforeAll(async () => {
  server = await startSourceServer();
});
afterEach(async () => {
  for (const archive of opened.splice(0)) await archive.close();
});
afterAll(() => server.close());

const FIELDS = 'fields: { text: body, title: meta.headline, link: url, date: published_at }';

function open(more = '', settings = `index: articles, ${FIELDS}`): TestArchive {
  const archive = openTestArchive(
    `{ kind: opensearch, base_url: "${server.url}/search", ${settings} ${more} }`,
  );
  opened.push(archive);
  return archive;
}

/** https://docs.opensearch.org/latest/api-reference/search-apis/search/#example-response */
function replyOf(...hits: readonly object[]) {
  return {
    took: 3,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: { max_score: 1, hits },
  };
}
const hit = (body: unknown, more: object = {}) => ({
  _index: 'articles',
  _id: '1',
  _score: 1,
  _source: {
    body,
    meta: { headline: 'A mayor goes' },
    url: 'https://news.example/1',
    published_at: '2026-05-14',
    ...more,
  },
});

function answer(reply: unknown, status = 200): Answer {
  return (_asked, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
      .end(JSON.stringify(reply));
}

const CLAIM = 'The mayor of Kirkham resigned in May.';

it('asks for words, and reads texts, titles, links and days', async () => {
  server.answer(answer(replyOf(hit('The mayor of Kirkham resigned on 14 May. She had been ill.'))));
  expect(await open().find(CLAIM, 4)).toEqual([
    {
      source: 'archive',
      kind: 'own_document',
      title: 'A mayor goes',
      url: 'https://news.example/1',
      text: 'The mayor of Kirkham resigned on 14 May. She had been ill.',
      published: '2026-05-14',
    },
  ]);
  const [asked] = server.asked;
  expect(asked).toMatchObject({ method: 'POST', path: '/search/articles/_search' });
  expect(JSON.parse(asked!.body)).toEqual({
    size: 4,
    query: {
      multi_match: {
        query: CLAIM,
        fields: ['body', 'meta.headline'],
        type: 'best_fields',
        tie_breaker: 0.3,
      },
    },
    _source: ['meta.headline', 'url', 'published_at', 'body'],
    track_total_hits: false,
  });
});

it('asks one field, of several indexes, where config names no more', async () => {
  server.answer(answer(replyOf(hit(['One paragraph of Kirkham.', 'Another one.']))));
  const archive = open('', 'index: "news-2025,news-2026", fields: { text: body }');
  expect(await archive.find(CLAIM)).toEqual([
    {
      source: 'archive',
      kind: 'own_document',
      title: '',
      url: '',
      text: 'One paragraph of Kirkham.\nAnother one.',
    },
  ]);
  const [asked] = server.asked;
  expect(asked!.path).toBe('/search/news-2025,news-2026/_search');
  expect(JSON.parse(asked!.body).query).toEqual({ match: { body: { query: CLAIM } } });
});

it('quotes of a long text the passages that bear on the claim, without markup', async () => {
  const filler = Array.from({ length: 300 }, (_, at) => `Sentence number ${at} is on something else.`).join(
    ' ',
  );
  server.answer(
    answer(replyOf(hit(`<p>${filler}</p><p>The mayor of <b>Kirkham</b> resigned.</p><p>${filler}</p>`))),
  );
  const [best, ...others] = await open().find(CLAIM);
  expect(best?.text).toContain('The mayor of Kirkham resigned.');
  expect(best!.text.length).toBeLessThan(4_000);
  expect(others.length).toBe(1);
});

it('finds nothing where there is nothing', async () => {
  server.answer(answer(replyOf()));
  expect(await open().find(CLAIM)).toEqual([]);
});

it('leaves out what is no text, and keeps a link only where it is one', async () => {
  const odd = [
    { _source: null },
    {},
    hit(17),
    hit(''),
    hit('Kirkham again.', { url: 'javascript:alert(1)' }),
  ];
  server.answer(answer(replyOf(...odd)));
  expect((await open().find(CLAIM)).map(({ text, url }) => [text, url])).toEqual([['Kirkham again.', '']]);
});

describe('credentials', () => {
  it.each([
    ['an API key', ', key: archive-key', 'ApiKey archive-key'],
    ['a token', ', auth: bearer, key: archive-key', 'Bearer archive-key'],
    ['a user and a password', ', user: reader, key: archive-key', 'Basic cmVhZGVyOmFyY2hpdmUta2V5'],
    ['nothing', '', undefined],
  ])('are %s', async (_what, more, header) => {
    server.answer(answer(replyOf()));
    await open(more).find(CLAIM);
    expect(server.asked[0]!.headers.authorization).toBe(header);
  });

  it('are not shown where they are refused', async () => {
    server.answer(answer({ error: 'archive-key is not known' }, 401));
    expect(await open(', user: reader, key: archive-key').fail()).toEqual({
      fault: 'key',
      message: 'the key is not accepted (401)',
    });
  });

  it('are asked for where there is a user', () => {
    expect(() => open(', user: reader')).toThrow(
      'sources.archive.key: is required, here or as CLAIMGATE_ARCHIVE_KEY, where there is a user',
    );
  });
});

describe('a query of the operator’s own', () => {
  it('is given the claim as values, whatever is in it', async () => {
    server.answer(answer(replyOf()));
    const text = 'It said "}]}, \\u0022 {limit}" in Kirkham.';
    await open(
      ', query: { bool: { should: [{ match: { body: "{text}" } }, { match_phrase: { body: "{words}" } }], minimum_should_match: 1 } }',
    ).find(text);
    expect(JSON.parse(server.asked[0]!.body).query).toEqual({
      bool: {
        should: [{ match: { body: text } }, { match_phrase: { body: expect.stringContaining('Kirkham') } }],
        minimum_should_match: 1,
      },
    });
  });

  it.each([
    ['{ match_all: {} }', 'must have {text}, {words} or {vector} in it'],
    ['{ match: { body: "about {text}" } }', '{text} must be a whole value'],
    [
      '{ query_string: { query: "{text}" } }',
      '{text} must not stand in query_string, which reads it as syntax: use match or multi_match',
    ],
    [
      '{ bool: { must: [{ script: { script: { params: { x: "{words}" } } } }] } }',
      '{words} must not stand in script, which reads it as syntax: use match or multi_match',
    ],
  ])('%s is refused at the start', (query, message) => {
    expect(() => open(`, query: ${query}`)).toThrow(`sources.archive.query: ${message}`);
  });

  it('is given the claim’s embedding', async () => {
    server.answer((asked, response) => {
      const reply = asked.path.endsWith('/embeddings') ? { data: [{ embedding: [0.5, -1] }] } : replyOf();
      answer(reply)(asked, response);
    });
    const query = ', query: { knn: { meaning: { vector: "{vector}", k: "{limit}" } } }';
    await open(`${query}, embeddings: { base_url: "${server.url}/v1", model: small }`).find(CLAIM, 5);
    expect(server.asked.map(({ path }) => path)).toEqual(['/v1/embeddings', '/search/articles/_search']);
    expect(JSON.parse(server.asked[1]!.body).query).toEqual({
      knn: { meaning: { vector: [0.5, -1], k: 5 } },
    });
    expect(() => open(query)).toThrow('sources.archive.embeddings: is required where the query has {vector}');
  });
});

it.each([
  [
    'an unknown index',
    404,
    { error: { type: 'index_not_found_exception' } },
    'refused',
    'has no index articles (404)',
  ],
  [
    'a query that it cannot read',
    400,
    { error: {} },
    'refused',
    'cannot read the query: check query, fields and index (400)',
  ],
  ['a failure of its own', 503, {}, 'unreachable', 'reports an internal error (503)'],
  ['too many searches', 429, {}, 'limited', 'limits the rate of requests (429)'],
  ['something else', 200, { name: 'node' }, 'malformed', 'the reply has no hits'],
  ['a list', 200, [], 'malformed', 'the reply has no hits.hits'],
  ['no time left', 200, { ...replyOf(), timed_out: true }, 'timeout', 'ran out of its own time'],
])('says why it fails: %s', async (_what, status, reply, fault, message) => {
  server.answer(answer(reply, status));
  expect(await open().fail()).toEqual({ fault, message });
});

it('asks for the best parts where whole texts are too long to be sent, and from then on', async () => {
  const long = 'The mayor of Kirkham said something long. '.repeat(30_000);
  server.answer((asked, response) => {
    const { highlight } = JSON.parse(asked.body);
    const { _source, ...rest } = hit(long);
    const parts = { ..._source, body: undefined };
    const short = { ...rest, _source: parts, highlight: { body: ['The mayor of Kirkham resigned.'] } };
    answer(replyOf(highlight === undefined ? hit(long) : short))(asked, response);
  });
  const archive = open();
  expect((await archive.find(CLAIM))[0]).toMatchObject({
    text: 'The mayor of Kirkham resigned.',
    title: 'A mayor goes',
  });
  expect(server.asked).toHaveLength(2);
  await archive.find(CLAIM);
  expect(server.asked).toHaveLength(3);
});

it('is reached by TLS with a certificate of the operator’s own, where config has it, and not without', async () => {
  const made = makeCertificate('localhost');
  const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-ca-'));
  const file = path.join(folder, 'ca.pem');
  writeFileSync(file, made.cert);
  const secure = createServer(made, (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(replyOf(hit('Kirkham.')))),
  );
  secure.listen(0, 'localhost');
  await once(secure, 'listening');
  const { port } = secure.address() as AddressInfo;
  const settings = `kind: opensearch, base_url: "https://localhost:${port}", index: articles, ${FIELDS}`;
  const trusting = openTestArchive(`{ ${settings}, ca_file: "${file}" }`);
  const strict = openTestArchive(`{ ${settings} }`);
  opened.push(trusting, strict);
  expect(await trusting.find(CLAIM)).toHaveLength(1);
  expect((await strict.fail()).fault).toBe('unreachable');
  secure.closeAllConnections();
  secure.close();
  rmSync(folder, { recursive: true });
});
