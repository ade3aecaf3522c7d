/** An archive in a PostgreSQL server that the test starts. */
import { once } from 'node:events';
import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../harness/make-certificate.ts';
import { startGateway } from '../harness/start-gateway.ts';
import { fillPostgres, runSql } from '../servers/fill-postgres.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { newsText } from './make-news.ts';
import { openTestArchive, type TestArchive } from './open-archive.ts';

const TEXTS = Array.from({ length: 2_000 }, (_, id) => newsText(id));
const COLUMNS = 'fields: { text: body, title: headline, link: url, date: published_at, words: search }';

describeWithServer(postgresMissing, 'an archive in PostgreSQL', () => {
  let postgres: TestPostgres;
  let readerUrl = '';
  const opened: TestArchive[] = [];
  const open = (settings: string): TestArchive => {
    const archive = openTestArchive(`{ kind: postgres, timeout: 5s, ${settings} }`);
    opened.push(archive);
    return archive;
  };
  const openNews = (more = '') => open(`url: "${readerUrl}", table: public.articles, ${COLUMNS} ${more}`);

  beforeAll(async () => {
    postgres = await startPostgres();
    await fillPostgres(postgres.url, TEXTS);
    await runSql(
      postgres.url,
      'create role reader login',
      'grant select on articles, bare_articles to reader',
      'create table secrets (body text)',
      'create table "odd ""name" ("the text" text)',
      `insert into "odd ""name" values ('The comet of Zurkaal passed in 1907.')`,
      'grant select on "odd ""name" to reader',
      'create view slow as select pg_sleep(30)::text as body',
      'grant select on slow to reader',
    );
    readerUrl = postgres.url.replace('postgres@', 'reader@');
  });
  afterEach(async () => {
    for (const archive of opened.splice(0)) await archive.close();
  });
  afterAll(() => postgres.stop());

  it('finds the text that decides a claim, with its link and its day', async () => {
    const archive = openNews();
    for (const { claim, text, title, link, date } of TEXTS.filter(({ id }) => id % 97 === 0)) {
      const [best] = await archive.find(claim);
      expect(best).toMatchObject({
        source: 'archive',
        kind: 'own_document',
        title,
        url: link,
        published: date,
      });
      expect(text).toContain(best?.text);
    }
  });

  it('finds it where no column holds the words', async () => {
    const archive = open(`url: "${readerUrl}", table: bare_articles, fields: { text: body }`);
    const { claim, text } = TEXTS[1_234]!;
    const [best] = await archive.find(claim);
    expect(best).toEqual({ source: 'archive', kind: 'own_document', title: '', url: '', text });
  });

  it('finds it in other words, and with another year', async () => {
    const { claim, link } = TEXTS[777]!;
    const archive = openNews();
    const other = claim
      .replace(/\d{4}/, '1901')
      .replace(/^The (.+) of (\w+) .*( in \d{4})/, 'In $2 the $1 came$3');
    expect((await archive.find(other))[0]?.url).toBe(link);
  });

  it('says what kind of texts it has', async () => {
    const archive = openNews(', evidence: news, about: The paper’s archive');
    expect(archive.source).toMatchObject({ reach: 'archive', kind: 'news', about: 'The paper’s archive' });
    expect((await archive.find(TEXTS[5]!.claim))[0]?.kind).toBe('news');
  });

  it('finds nothing for words that it has not', async () => {
    expect(await openNews().find('Xyzzyx qwertzu plugh.')).toEqual([]);
    expect(await openNews().find('It was there.')).toEqual([]);
  });

  it('gives no more than was asked for', async () => {
    expect((await openNews().find('The bridge was opened to traffic.', 3)).length).toBe(3);
  });

  it('takes quotes and operators of a claim for words', async () => {
    const archive = openNews();
    for (const text of [
      `The bridge'; drop table articles; --`,
      String.raw`The bridge & ! | ( <-> ':* \' "x" was opened.`,
      `$1 $2 ''::tsquery bridge harbour`,
    ]) {
      await archive.find(text);
    }
    expect((await archive.find(TEXTS[0]!.claim))[0]?.url).toBe(TEXTS[0]!.link);
  });

  it('quotes names of tables and columns', async () => {
    const archive = open(`url: "${readerUrl}", table: 'odd "name', fields: { text: the text }`);
    expect((await archive.find('The comet of Zurkaal passed in 1907.'))[0]?.text).toContain('comet');
  });

  describe('with a statement of the operator’s own', () => {
    it('asks that', async () => {
      const archive = open(
        `url: "${readerUrl}", query: "select body as text, headline as title, url as link, published_at as date from articles where search @@ plainto_tsquery('english', $1) limit $2"`,
      );
      const { claim, link, date } = TEXTS[42]!;
      expect((await archive.find(claim))[0]).toMatchObject({ url: link, published: date });
    });

    it('may have the text alone', async () => {
      const archive = open(`url: "${readerUrl}", query: "select 'It says ' || $1 as text"`);
      expect((await archive.find('so.'))[0]?.text).toBe('It says so.');
    });

    it('can change nothing', async () => {
      const archive = open(
        `url: "${postgres.url}", query: "insert into secrets values ($1) returning body as text"`,
      );
      expect(await archive.fail()).toEqual({ fault: 'refused', message: 'cannot run the query (25006)' });
      const two = open(`url: "${postgres.url}", query: "select $1 as text; drop table secrets"`);
      expect((await two.fail()).fault).toBe('refused');
    });

    it('must have the claim in it', () => {
      expect(() => open(`url: "${readerUrl}", query: "select 1"`)).toThrow(
        'sources.archive.query: must have $1, the claim’s text'.replace('’', "'"),
      );
    });
  });

  it.each([
    [
      'another table',
      () => `url: "${readerUrl}", table: nothing, fields: { text: body }`,
      'refused',
      'has no such table (42P01)',
    ],
    [
      'another column',
      () => `url: "${readerUrl}", table: articles, fields: { text: bodies }`,
      'refused',
      'has no such column (42703)',
    ],
    [
      'no right to read',
      () => `url: "${readerUrl}", table: secrets, fields: { text: body }`,
      'key',
      'the user may not read it (42501)',
    ],
    [
      'another language',
      () => `url: "${readerUrl}", table: articles, fields: { text: body }, language: klingon`,
      'refused',
      'has no such text search configuration or type (42704)',
    ],
    [
      'an unknown user',
      () =>
        `url: "${readerUrl.replace('reader@', 'nobody:canary-password@')}", table: articles, fields: { text: body }`,
      'key',
      'the user or the password is not accepted (28000)',
    ],
    [
      'an unknown database',
      () => `url: "${readerUrl.replace(/postgres$/, 'absent')}", table: articles, fields: { text: body }`,
      'refused',
      'has no such database (3D000)',
    ],
    [
      'a server that is not there',
      () => 'url: "postgres://reader:canary-password@127.0.0.1:1/x", table: articles, fields: { text: body }',
      'unreachable',
      'cannot be reached (ECONNREFUSED)',
    ],
    [
      'a slow one',
      () => `url: "${readerUrl}", timeout: 200ms, table: slow, fields: { text: body }`,
      'timeout',
      'did not answer in time',
    ],
  ])('with %s it fails, and says why without a secret', async (_what, settings, fault, message) => {
    const archive = openTestArchive(`{ kind: postgres, ${settings()} }`);
    opened.push(archive);
    expect(await archive.fail()).toEqual({ fault, message });
  });

  it('knows a wrong password, and that there is none', async () => {
    const rules = path.join(postgres.directory, 'data', 'pg_hba.conf');
    const before = await readFile(rules, 'utf8');
    await writeFile(rules, `host all locked 127.0.0.1/32 scram-sha-256\n${before}`);
    await runSql(
      postgres.url,
      `create role locked login password 'right%pass:/@word'`,
      'grant select on articles to locked',
      'select pg_reload_conf()',
    );
    const url = postgres.url.replace('postgres@', 'locked@');
    const settings = `url: "${url}", table: articles, ${COLUMNS}`;
    const refused = { fault: 'key', message: 'the user or the password is not accepted (28P01)' };
    // The server reads its rules a moment later.
    const isOpen = () =>
      runSql(url, 'select 1').then(
        () => true,
        () => false,
      );
    await expect.poll(isOpen).toBe(false);
    expect(await open(`${settings}, key: wrong-password`).fail()).toEqual(refused);
    expect(await open(settings).fail()).toEqual({
      fault: 'key',
      message: 'needs a password: set sources.archive.key',
    });
    const { claim, link } = TEXTS[9]!;
    expect((await open(`${settings}, key: "right%pass:/@word"`).find(claim))[0]?.url).toBe(link);
  });

  it('is reached by TLS with a certificate of the operator’s own, where config has it, and not without', async () => {
    const { cert, key } = makeCertificate('localhost');
    const data = path.join(postgres.directory, 'data');
    const { uid, gid } = await stat(data);
    for (const [name, text] of [
      ['server.crt', cert],
      ['server.key', key],
    ] as const) {
      await writeFile(path.join(data, name), text, { mode: 0o600 });
      await chown(path.join(data, name), uid, gid);
    }
    await runSql(postgres.url, 'alter system set ssl = on', 'select pg_reload_conf()');
    const url = readerUrl.replace('127.0.0.1', 'localhost');
    const encrypted = () =>
      runSql(`${url}?sslmode=no-verify`, 'select 1').then(
        () => true,
        () => false,
      );
    await expect.poll(encrypted).toBe(true);
    const { claim, link } = TEXTS[12]!;
    const more = `table: articles, ${COLUMNS}`;
    const file = path.join(data, 'server.crt');
    for (const address of [url, `${url}?sslmode=require`]) {
      expect((await open(`url: "${address}", ca_file: "${file}", ${more}`).find(claim))[0]?.url).toBe(link);
    }
    expect(await open(`url: "${url}?sslmode=verify-full", ${more}`).fail()).toEqual({
      fault: 'unreachable',
      message: expect.stringMatching(/^its certificate is not trusted \(\w+\)$/),
    });
  });

  it('is left out of an answer while the server is away; health says so, and nothing says its address', async () => {
    const { claim, link } = TEXTS[11]!;
    const gateway = await startGateway({
      yaml: `sources: { paper: { kind: postgres, url: "${readerUrl}", table: articles, ${COLUMNS}, public: true } }`,
    });
    const ask = async (): Promise<string> =>
      (await gateway.post('/v1/claims', { text: claim, mode: 'ground' })).text();
    expect(await ask()).toContain(link);
    await postgres.kill();
    const answer = JSON.parse(await ask()) as { fact_check_metadata: { sources_consulted: string[] } };
    expect(answer.fact_check_metadata.sources_consulted).not.toContain('paper');
    const healthOf = async () =>
      (await (await fetch(`${gateway.url}/health`)).json()) as { failing_sources: object };
    await expect.poll(async () => (await healthOf()).failing_sources).toEqual({ paper: 'unreachable' });
    await gateway.logged();
    const log = gateway.logLines.join('\n');
    expect(log).toContain('"source":"paper"');
    expect(log).not.toContain(new URL(readerUrl).port);
    await postgres.start();
    await expect.poll(ask).toContain(link);
    expect((await healthOf()).failing_sources).toEqual({});
    await gateway.stop();
  });

  it('fails while the server is away, is left alone, and answers again afterwards', async () => {
    const archive = openNews();
    const { claim, link } = TEXTS[3]!;
    await archive.find(claim);
    await postgres.kill();
    expect((await archive.fail()).fault).toBe('unreachable');
    await postgres.start();
    await expect.poll(() => archive.findLink(claim)).toBe(link);
    await postgres.kill();
    for (let search = 0; search < 4; search++) await archive.fail();
    expect((await archive.fail()).message).toMatch(/^left alone for another \d+ s: /);
    await postgres.start();
  });

  it('is given up at its time where the server says nothing, and at once where nobody waits', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const archive = openTestArchive(
      `{ kind: postgres, timeout: 300ms, url: "postgres://reader@127.0.0.1:${port}/x", table: articles, ${COLUMNS} }`,
    );
    expect(await archive.fail()).toEqual({ fault: 'timeout', message: 'did not answer in time' });
    const gone = archive.source.search({ text: 'a', language: 'en', limit: 1 }, AbortSignal.abort());
    await expect(gone).rejects.toMatchObject({ fault: 'aborted' });
    await archive.close();
    silent.close();
  });
});
