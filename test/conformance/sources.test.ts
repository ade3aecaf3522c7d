/**
 * What every source outside must do, told by what its documentation shows. It runs over the registry: a new
 * source needs its fixtures, and no test.
 */
import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTSIDE_SOURCES } from '../../src/engine/factcheck/sources/registry.ts';
import {
  type EvidenceSource,
  type RetrievedItem,
  SourceError,
} from '../../src/engine/factcheck/sources/source.ts';
import { createAddressGuard } from '../../src/models/wire/address-guard.ts';
import { createHttpClient } from '../../src/models/wire/http-client.ts';
import { texts } from '../../web/texts.ts';
import { readSourceFixtures, type SourceExchange, type SourceFixture } from './read-source-fixtures.ts';
import {
  type Answer,
  CONTACT,
  KEY,
  openSource,
  type SourceServer,
  startSourceServer,
} from './source-server.ts';

let server: SourceServer;
beforeAll(async () => {
  server = await startSourceServer();
});
afterAll(() => server.close());

const never = new AbortController().signal;

const operatorsPage = readFileSync(new URL('../../docs/operating/sources.md', import.meta.url), 'utf8');

/** Small on the wire, 20 MiB once decoded. */
const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, 0x20));

/** Answers the exchanges in their order, whatever is asked. */
function replay(exchanges: readonly SourceExchange[], change = (text: string): string => text): Answer {
  let at = 0;
  return (_asked, response) => {
    const { status, headers, text } = exchanges[Math.min(at++, exchanges.length - 1)]!.response;
    response.writeHead(status, headers).end(change(text));
  };
}

async function failureOf(
  source: EvidenceSource,
  fixture: SourceFixture,
  signal = never,
): Promise<SourceError> {
  const error = await source.search(fixture.query, signal).then(
    () => new Error('it answered'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SourceError);
  const failure = error as SourceError;
  expect(failure.source).toBe(source.name);
  expect(failure.message).not.toContain(KEY);
  expect(failure.message).not.toContain(fixture.query.text);
  expect(failure.message).toMatch(/^[^\n<>]{3,200}$/);
  return failure;
}

const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

function expectClean(items: readonly RetrievedItem[], source: string, limit: number): void {
  expect(items.length).toBeLessThanOrEqual(limit);
  for (const item of items) {
    expect(item.source).toBe(source);
    expect(item.url).toMatch(/^https?:\/\//);
    expect(item.url.length).toBeLessThanOrEqual(2_000);
    expect(item.title).toMatch(/^.{0,300}$/u);
    expect(item.text).toMatch(/[\p{L}\p{N}]/u);
    expect(item.text.length).toBeLessThanOrEqual(4_000);
    for (const text of [item.title, item.text]) {
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toMatch(UNSEEN);
      expect(text).not.toMatch(/<\/?(?:b|script|p|img|jats:p)\b[^<]*>/i);
    }
    if (item.published !== undefined) expect(item.published).toMatch(/^\d{4}(?:-\d\d(?:-\d\d)?)?$/);
  }
}

/** Puts another value in every place of a JSON value that holds a text. */
function replaceTexts(value: unknown, put: (text: string) => unknown): unknown {
  if (typeof value === 'string') return put(value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, put));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceTexts(item, put)]));
}

/** Replaces one part of a JSON value, chosen by a path of numbers. */
function damage(value: unknown, [step, ...rest]: readonly number[], put: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return put;
  const names = Object.keys(value);
  if (names.length === 0) return put;
  const name = names[step % names.length]!;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === name ? damage(item, rest, put) : item));
  return { ...value, [name]: damage((value as Record<string, unknown>)[name], rest, put) };
}

function onJson(change: (value: unknown) => unknown): (text: string) => string {
  return (text) => (text.startsWith('{') ? JSON.stringify(change(JSON.parse(text))) : text);
}

describe.each(OUTSIDE_SOURCES.map((source) => [source.name, source] as const))('%s', (name, source) => {
  const fixtures = readSourceFixtures(name);
  const plain = fixtures.find((fixture) => fixture.name === 'plain-answer') as SourceFixture;
  const json = (text: string, status = 200): Answer => {
    return (_asked, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };

  it('is described, and has what it was documented to answer', () => {
    const required = [
      'plain-answer',
      'nothing-found',
      'error-limited',
      ...(source.key === 'none' ? [] : ['error-key']),
    ];
    const missing = required.filter((one) => !fixtures.some((fixture) => fixture.name === one));
    expect(missing, `to be written into sources/__fixtures__/${name}/ as NAME.json`).toEqual([]);
    for (const fixture of fixtures) {
      expect(fixture.label).toBe('documented');
      expect(fixture.source).toMatch(/^https:\/\//);
    }
    expect(name).toMatch(/^[a-z][a-z0-9-]{0,31}$/);
    expect(source.documentation).toMatch(/^https:\/\//);
    expect(source.about.length).toBeGreaterThan(5);
    expect(source.rate).toBeGreaterThan(0);
  });

  it('has a name on the page and a row for operators', () => {
    expect(texts.sources[name], 'the name for people, in web/texts.ts').toBeDefined();
    expect(operatorsPage, 'docs/operating/sources.md').toContain(`\n| \`${name}\` | `);
  });

  // Without it nothing else can be tried; the first test says that it is missing.
  if (plain === undefined) return;

  it.each(fixtures)('answers as documented: $name', async (fixture) => {
    server.answer(replay(fixture.exchanges));
    const opened = server.open(source);
    if (fixture.items !== undefined) {
      const items = await opened.search(fixture.query, never);
      expect(items).toEqual(fixture.items.map((item) => ({ source: name, ...item })));
      expectClean(items, name, fixture.query.limit);
    } else {
      const { fault, message } = await failureOf(opened, fixture);
      expect({ fault, message }).toEqual(fixture.error);
    }
    const reveal = (text: string): string => text.replaceAll(KEY, 'KEY');
    expect(
      server.asked.map(({ method, path, query, headers, body }, at) => {
        const wanted = fixture.exchanges[at]?.request.headers;
        const sent = Object.keys(wanted ?? {}).map((header) => [header, reveal(String(headers[header]))]);
        return {
          method,
          path,
          ...(Object.keys(query).length === 0
            ? {}
            : {
                query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, reveal(value)])),
              }),
          ...(wanted === undefined ? {} : { headers: Object.fromEntries(sent) }),
          ...(body === '' ? {} : { body: JSON.parse(body) }),
        };
      }),
    ).toEqual(fixture.exchanges.map(({ request }) => request));
  });

  it('learns who asks, and is given no cookie back', async () => {
    const documented = replay(plain.exchanges);
    server.answer((asked, response) => {
      response.setHeader('set-cookie', 'track=1; Path=/');
      documented(asked, response);
    });
    const opened = server.open(source);
    await opened.search(plain.query, never);
    for (const { headers } of server.asked) {
      expect(headers['user-agent']).toBe(`claimgate/0.0.0 (${CONTACT})`);
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('referer');
    }
  });

  it('gives its key to nobody else: only in what the documentation asks for', async () => {
    server.answer(replay(plain.exchanges));
    await server.open(source).search(plain.query, never);
    for (const [at, { headers, query, body }] of server.asked.entries()) {
      const { request } = plain.exchanges[at]!;
      for (const [header, value] of Object.entries(headers)) {
        if (String(value).includes(KEY)) expect(request.headers).toHaveProperty(header);
      }
      for (const [parameter, value] of Object.entries(query)) {
        if (value.includes(KEY)) expect(request.query).toHaveProperty([parameter]);
      }
      expect(body).not.toContain(KEY);
    }
  });

  it('is read compressed', async () => {
    let at = 0;
    server.answer((_asked, response) => {
      const { headers, text } = plain.exchanges[at++]!.response;
      response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(text));
    });
    expect(await server.open(source).search(plain.query, never)).toHaveLength(plain.items!.length);
  });

  it('gives no more than was asked for', async () => {
    server.answer(replay(plain.exchanges));
    expect(await server.open(source).search({ ...plain.query, limit: 1 }, never)).toHaveLength(1);
  });

  it.each([
    ['a web page', 200, 'text/html', '<!doctype html><p>hello</p>'],
    ['a web page that says it is JSON', 200, 'application/json', '<!doctype html><p>hello</p>'],
    ['JSON that breaks off', 200, 'application/json', '{"results":[{"title":'],
    ['JSON without a type', 200, '', '{}'],
    ['another JSON', 200, 'application/json', '[1,2,3]'],
    ['a JSON text', 200, 'application/json', '"hello"'],
    ['nothing', 200, 'application/json', ''],
    ['one huge text', 200, 'application/json', JSON.stringify({ x: 'y'.repeat(1_100_000) })],
  ])('malformed answer where it answers with %s', async (_what, status, type, text) => {
    server.answer((_asked, response) => {
      response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(text);
    });
    expect((await failureOf(server.open(source), plain)).fault).toBe('malformed');
  });

  it('is not let fill the memory by a compressed reply', async () => {
    server.answer((_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
    });
    expect((await failureOf(server.open(source), plain)).fault).toBe('malformed');
  });

  it('is asked once more where the connection broke or the server failed, and not a third time', async () => {
    for (const fail of [
      ((_asked, response) => response.socket?.destroy()) satisfies Answer,
      json('{}', 503),
    ]) {
      let failed = 0;
      const documented = replay(plain.exchanges);
      server.answer((asked, response) =>
        failed++ === 0 ? fail(asked, response) : documented(asked, response),
      );
      expect(await server.open(source).search(plain.query, never)).toHaveLength(plain.items!.length);
      server.answer(fail);
      expect((await failureOf(server.open(source), plain)).fault).toBe('unreachable');
      expect(server.asked).toHaveLength(2);
    }
  });

  it('is not asked again at once where it says that the key or the request is wrong', async () => {
    for (const status of [400, 401, 403, 404, 422]) {
      server.answer(json('{}', status));
      const { fault } = await failureOf(server.open(source), plain);
      expect(['key', 'refused', 'limited']).toContain(fault);
      expect(server.asked).toHaveLength(1);
    }
  });

  it('is left alone for as long as it asks for', async () => {
    server.answer((_asked, response) => response.writeHead(429, { 'retry-after': '30' }).end('{}'));
    const opened = server.open(source);
    expect((await failureOf(opened, plain)).fault).toBe('limited');
    server.answer(replay(plain.exchanges));
    expect((await failureOf(opened, plain)).fault).toBe('limited');
    expect(server.asked).toHaveLength(0);
  });

  it('is left alone where it keeps failing', async () => {
    server.answer(json('nonsense'));
    const opened = server.open(source);
    for (let search = 0; search < 4; search++) await failureOf(opened, plain);
    const before = server.asked.length;
    expect((await failureOf(opened, plain)).message).toMatch(/^left alone for another \d+ s: /);
    expect(server.asked).toHaveLength(before);
  });

  it('is late where it says nothing, or breaks off in the middle', async () => {
    server.answer(() => {});
    expect((await failureOf(server.open(source, { timeout: 50 }), plain)).fault).toBe('timeout');
    server.answer((_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"results":');
    });
    expect((await failureOf(server.open(source, { timeout: 50 }), plain)).fault).toBe('timeout');
  });

  it('is given up at once when nobody waits any more', async () => {
    let gone: Promise<unknown> | undefined;
    const caller = new AbortController();
    server.answer((_asked, response) => {
      gone = new Promise((resolve) => response.once('close', resolve));
      caller.abort();
    });
    expect((await failureOf(server.open(source), plain, caller.signal)).fault).toBe('aborted');
    await gone;
    const aborted = await failureOf(server.open(source), plain, AbortSignal.abort());
    expect(aborted.fault).toBe('aborted');
    await turn();
    expect(server.asked).toHaveLength(1);
  });

  it('is followed on its own host alone', async () => {
    const redirect = (location: string): Answer => {
      return (_asked, response) => response.writeHead(307, { location }).end();
    };
    for (const location of [
      'https://elsewhere.example/',
      `http://localhost:${server.port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      `http://user:password@127.0.0.1:${server.port}/`,
    ]) {
      server.answer(redirect(location));
      expect((await failureOf(server.open(source), plain)).fault).toBe('refused');
      expect(server.asked).toHaveLength(1);
    }
    server.answer(redirect('/again'));
    expect((await failureOf(server.open(source), plain)).fault).toBe('refused');
    expect(server.asked.length).toBeLessThanOrEqual(4);
    let moved = false;
    const documented = replay(plain.exchanges);
    server.answer((asked, response) => {
      if (moved) return documented(asked, response);
      moved = true;
      redirect(`${asked.path}?moved=1`)(asked, response);
    });
    expect(await server.open(source).search(plain.query, never)).toHaveLength(plain.items!.length);
  });

  it('is not reached on an address of the machine’s own network that config does not name', async () => {
    server.answer(replay(plain.exchanges));
    const http = createHttpClient({ connectTimeout: 500, guard: createAddressGuard({ named: [] }) });
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const opened = openSource(source, http, { baseUrl: `http://${host}:${server.port}` });
      expect((await failureOf(opened, plain)).fault).toBe('refused');
    }
    expect(server.asked).toHaveLength(0);
    await http.close();
  });

  it.each([
    ['markup', '<p onclick="x()">Kept <b>text</b></p><script>alert(1)</script><img src=x onerror=y>'],
    ['escaped markup', '&lt;script&gt;alert(1)&lt;/script&gt; kept &amp;lt;b&amp;gt;'],
    ['controls', 'kept\u0000\u0007\u001b[31m text\u009f'],
    ['marks that reorder', '\u202ekept\u202c \u2066text\u2069\u200f\ufeff'],
    ['tag characters', `kept${String.fromCodePoint(0xe0041, 0xe0042)}`],
    ['half a character', 'kept \ud83d text'],
    ['a megabyte', 'kept '.repeat(20_000)],
    ['other kinds of values', 7],
    ['nothing', null],
    ['scripts', 'javascript:alert(1)'],
    ['a name and a password', 'https://user:password@evil.example/'],
  ])('gives clean items whatever its texts hold: %s', async (_what, hostile) => {
    const change = onJson((value) => replaceTexts(value, (text) => (/^\d+$/.test(text) ? text : hostile)));
    const xml = (text: string): string =>
      text.startsWith('{') ? change(text) : text.replaceAll('Seeing it helped.', String(hostile));
    server.answer(replay(plain.exchanges, xml));
    try {
      expectClean(await server.open(source).search(plain.query, never), name, plain.query.limit);
    } catch (error) {
      expect(error).toBeInstanceOf(SourceError);
    }
    for (const keep of ['https://evil.example/page', 'http://evil.example/']) {
      // With a URL that is one, the texts are looked at.
      const withUrls = onJson((value) =>
        replaceTexts(value, (text) => (/^\d+$/.test(text) ? text : /^https?:/.test(text) ? keep : hostile)),
      );
      server.answer(replay(plain.exchanges, withUrls));
      const items = await server
        .open(source)
        .search(plain.query, never)
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(SourceError);
          return [];
        });
      expectClean(items, name, plain.query.limit);
    }
  });

  it('never crashes, whatever is wrong in its reply', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(plain.exchanges.length - 1),
        fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
        fc.jsonValue(),
        async (which, path, put) => {
          let at = 0;
          server.answer((_asked, response) => {
            const here = Math.min(at++, plain.exchanges.length - 1);
            const { headers, text } = plain.exchanges[here]!.response;
            const change =
              here === which ? onJson((value) => damage(value, path, put)) : (same: string) => same;
            response.writeHead(200, headers).end(change(text));
          });
          const items = await server
            .open(source)
            .search(plain.query, never)
            .catch((error: unknown) => {
              expect((error as SourceError).fault).toBe('malformed');
              return [];
            });
          expectClean(items, name, plain.query.limit);
        },
      ),
      { numRuns: 60 },
    );
  });
});
