/** What an archive in PostgreSQL is asked, and what is made of its rows; `test/archives` asks a real one. */
import { describe, expect, it } from 'vitest';
import type { PostgresReader, SqlRow, SqlStatement } from '../../../models/wire/postgres-reader.ts';
import { openPostgresArchive } from './postgres.ts';
import type { PostgresFrom } from './postgres-statements.ts';
import { SourceError } from './source.ts';

const TABLE = { table: 'news.articles', fields: { text: 'body', title: 'head', link: 'url', date: 'day' } };
const row = (text: string, more: object = {}): SqlRow => ({
  ...{ text, title: 'Page', link: `https://example.org/${text.length}`, date: null },
  ...more,
});
const BRIDGE = row('The Kestrel Bridge was opened in 1987.');
const TOWER = row('The Kestrel Bridge has a tall tower beside it.');

/** What a server says to each kind of statement. */
interface Server {
  readonly lexemes?: readonly string[];
  readonly found?: readonly (readonly SqlRow[])[];
  readonly near?: readonly SqlRow[];
  readonly own?: readonly SqlRow[];
}

function open(from: PostgresFrom, server: Server | Error, embed?: () => Promise<number[]>) {
  const asked: SqlStatement[] = [];
  let told = 0;
  const answer = async (statement: SqlStatement): Promise<readonly SqlRow[]> => {
    asked.push(statement);
    if (server instanceof Error) throw server;
    const { text } = statement;
    if (text.includes('plainto_tsquery')) return (server.lexemes ?? []).map((q) => ({ q }));
    if (text.includes('pg_class')) return [];
    if (text.includes('<=>')) return server.near ?? [];
    if (!text.includes('@@')) return server.own ?? [];
    const before = asked.filter((one) => one.text.includes('@@')).length - 1;
    return server.found?.[before] ?? [];
  };
  const reader: PostgresReader = { read: (work) => work(answer), close: async () => {} };
  const archive = openPostgresArchive(
    { name: 'own', about: 'News.', kind: 'news', from, language: "it's", timeout: 10_000 },
    { reader, now: () => 0, ...(embed && { embed }) },
  );
  const search = (limit = 5) =>
    archive.search(
      { text: 'The Kestrel Bridge was opened in 1987.', language: 'en', limit },
      new AbortController().signal,
      { onAsk: () => told++, onSend: () => {} },
    );
  const texts = async (limit?: number) => (await search(limit)).map(({ text }) => text);
  return { archive, asked, search, texts, told: () => told };
}
const wordsAsked = (asked: readonly SqlStatement[]) => asked.filter(({ text }) => text.includes('@@'));

describe('a table of texts', () => {
  it('is asked for rare words first, and for each alone where those are in nothing', async () => {
    const lexemes = ["'kestrel'", "'bridg'", "'open'", ''];
    const { asked, texts } = open(TABLE, { lexemes, found: [[], [], [BRIDGE]] });
    expect(await texts()).toEqual([BRIDGE.text]);
    const queries = wordsAsked(asked).map(({ values }) => values[0]);
    expect(queries.at(-1)).toBe("(('kestrel')) | (('bridg')) | (('open'))");
    const first = open(TABLE, { lexemes, found: [[BRIDGE], [TOWER], [TOWER]] });
    await first.texts();
    expect(wordsAsked(first.asked).length, 'what was found suffices').toBeLessThan(queries.length);
  });

  it('has its names quoted, and nothing of a claim in a statement', async () => {
    const { asked, texts } = open(
      { table: 'a.b"c', fields: { text: 't"x' } },
      { lexemes: ["'kestrel'"], found: [[BRIDGE]] },
    );
    await texts();
    const [{ text } = { text: '' }] = wordsAsked(asked);
    expect(text).toContain(`from "a"."b""c"`);
    expect(text).toContain(`to_tsvector('it''s'::regconfig, "t""x"::text) @@ $1::tsquery limit 500`);
    expect(text).toContain(
      '"t""x"::text as text, null::text as title, null::text as link, null::text as date',
    );
    for (const one of asked) expect(one.text).not.toContain('estrel');
  });

  it('is searched by its column of words where it has one, of which more can be ranked', async () => {
    const { asked, texts } = open(
      { ...TABLE, fields: { ...TABLE.fields, words: 'tsv' } },
      { lexemes: ["'kestrel'"], found: [[BRIDGE]] },
    );
    await texts();
    expect(wordsAsked(asked)[0]?.text).toMatch(
      /select "tsv" as words.*where "tsv" @@ \$1::tsquery limit 5000/s,
    );
  });

  it('is not searched where no word of the claim says anything', async () => {
    const { asked, texts, told } = open(TABLE, { lexemes: ['', ''] });
    expect(await texts()).toEqual([]);
    expect([asked.length, told()]).toEqual([1, 1]);
  });

  it('is searched by meaning too where it has a column for it', async () => {
    const from = { ...TABLE, fields: { ...TABLE.fields, vector: 'v' } };
    const server = { lexemes: ["'kestrel'"], found: [[BRIDGE]], near: [BRIDGE, TOWER] };
    const { asked, texts } = open(from, server, async () => [1, 0.5]);
    expect((await texts()).toSorted()).toEqual([BRIDGE.text, TOWER.text].toSorted());
    const near = asked.find(({ text }) => text.includes('<=>'));
    expect(near?.values).toEqual(['[1,0.5]', 5]);
    expect(near?.text).toContain('"v" is not null');
    const plain = open(TABLE, server, async () => Promise.reject(new Error('not asked')));
    expect(await plain.texts()).toEqual([BRIDGE.text]);
    expect(plain.asked.some(({ text }) => text.includes('<=>'))).toBe(false);
  });

  it('gives each row once, with where it is from, and no more than are wanted', async () => {
    const dated = row('The Kestrel Bridge was opened in 1987 by a mayor.', { date: '2024-05-01' });
    const server = { lexemes: ["'kestrel'"], found: [[dated, dated, BRIDGE, TOWER]] };
    expect(await open(TABLE, server).search(2)).toHaveLength(2);
    const found = await open(TABLE, server).search();
    expect(found).toHaveLength(3);
    expect(found.find(({ text }) => text === dated.text)).toMatchObject({
      ...{ source: 'own', kind: 'news', title: 'Page', published: '2024-05-01' },
    });
    expect(found.find(({ text }) => text === TOWER.text)).not.toHaveProperty('published');
  });
});

describe('a statement of the operator’s own', () => {
  it.each([
    ['select $1', ['The Kestrel Bridge was opened in 1987.']],
    ['select $1 limit $2', ['The Kestrel Bridge was opened in 1987.', 1]],
  ])('%s is asked as it is', async (query, values) => {
    const { asked, texts } = open({ query }, { own: [BRIDGE, TOWER] });
    expect(await texts(1)).toEqual([BRIDGE.text]);
    expect(asked).toEqual([{ text: query, values }]);
  });

  it('must have the claim in it', () => {
    expect(() => open({ query: 'select 1' }, {})).toThrow('sources.own.query: must have $1');
  });
});

it.each([
  [{ code: '28P01' }, 'key', 'the user or the password is not accepted (28P01)'],
  [{ code: '42501' }, 'key', 'the user may not read it (42501)'],
  [{ code: '42P01' }, 'refused', 'has no such table (42P01)'],
  [{ code: '57014' }, 'timeout', 'did not answer in time (57014)'],
  [{ code: '57P03' }, 'unreachable', 'is starting or ending (57P03)'],
  [{ code: '53300' }, 'limited', 'has too many connections, or too little memory (53300)'],
  [{ code: '22012' }, 'refused', 'cannot run the query (22012)'],
  [{ code: 'ECONNREFUSED' }, 'unreachable', 'cannot be reached (ECONNREFUSED)'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'unreachable', 'its certificate is not trusted (CERT_HAS_EXPIRED)'],
  [{ message: 'Query read timeout' }, 'timeout', 'did not answer in time'],
  [{ message: 'client password must be a string' }, 'key', 'needs a password: set sources.own.key'],
  [
    { message: 'The server does not support SSL connections' },
    'unreachable',
    'cannot encrypt the connection',
  ],
  [{ message: 'Kestrel' }, 'unreachable', 'closed the connection without an answer'],
])('an error %j of the server is %s: %s', async (given, fault, message) => {
  const failure = await open(TABLE, Object.assign(new Error(''), given))
    .search()
    .catch((error: unknown) => error as SourceError);
  expect(failure).toBeInstanceOf(SourceError);
  expect(failure).toMatchObject({ fault, message: expect.stringContaining(message) });
});
