/** The operator's documents over the admin API: filled, listed, searched and removed. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../harness/read-answer.ts';
import { sampleDocx, samplePage, samplePdf } from '../harness/sample-documents.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const ANN = 'ann-admin-canary-0123456789abcdefghij';
const TEXT = 'Sunderholm bridge was opened in 1934, and it is 212 metres long, longer than most of its time.';
const MAX_BYTES = 5 * 1024 * 1024;

let gateway: Gateway;
let closed: Gateway;
let pages: Server;
let at = '';

beforeAll(async () => {
  pages = createServer((request, response) => {
    if (request.url === '/bridge') {
      response.setHeader('content-type', 'text/html').end(samplePage(`<p>${TEXT.replace('212', '213')}</p>`));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void pages.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const env = { CLAIMGATE_ADMIN_KEYS: `ann:${ANN}` };
  [gateway, closed] = await Promise.all([
    startGateway({ env, yaml: 'fetch: { private_hosts: [127.0.0.1] }' }),
    startGateway({ env, yaml: 'admin: { port: 0 }\nfetch: { pages: false }' }),
  ]);
});
afterAll(async () => {
  pages.closeAllConnections();
  pages.close();
  await Promise.all([gateway.stop(), closed.stop()]);
});

interface Document {
  readonly id: string;
  readonly title: string;
  readonly passages: number;
}
interface Page<T> {
  readonly data: readonly T[];
  readonly next: string | null;
}

const send = (
  place: string,
  init: { method?: string; body?: string | Uint8Array; type?: string; key?: string } = {},
  base = gateway.url,
): Promise<Response> =>
  fetch(`${base}/admin/v1/corpus${place}`, {
    method: init.method ?? (init.body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${init.key ?? ANN}`,
      ...(init.body === undefined ? {} : { 'content-type': init.type ?? 'application/octet-stream' }),
    },
    ...(init.body === undefined ? {} : { body: init.body as string }),
  });
const read = async <T>(place: string): Promise<T> => {
  const response = await send(place);
  expect(response.status).toBe(200);
  return response.json() as Promise<T>;
};
const add = async (query: string, body: string | Uint8Array, type?: string): Promise<unknown> => {
  const response = await send(`/documents?${query}`, { body, ...(type === undefined ? {} : { type }) });
  const answer = await response.json();
  expect([response.status, answer]).toEqual([201, expect.anything()]);
  return answer;
};
const one = { object: 'addition', added: 1, replaced: 0, unchanged: 0, passages: 1, failed: 0, faults: [] };

describe('documents', () => {
  it('are added from files of each kind and a link, listed, found, replaced and removed', async () => {
    const of = 'collection=bridges';
    expect(await add(`${of}&name=bridge.pdf`, samplePdf({ pages: [[TEXT]] }))).toEqual(one);
    expect(await add(`${of}&name=bridge.docx`, sampleDocx([TEXT]))).toEqual(one);
    expect(await add(`${of}&name=${encodeURIComponent('Brücke 100%.md')}`, `# Brücke\n\n${TEXT}`)).toEqual(
      one,
    );
    expect(await add(`${of}&name=plain.txt`, TEXT, 'text/plain')).toEqual(one);
    expect(await add(of, JSON.stringify({ url: `${at}/bridge` }), 'application/json')).toEqual(one);

    const { data } = await read<Page<Document>>(`/documents?${of}`);
    expect(data).toEqual([
      {
        ...{ id: `${at}/bridge`, title: 'On towers', url: `${at}/bridge`, published: '2024-05-01' },
        ...{ passages: 1, is_decision: false },
      },
      expect.objectContaining({ id: 'plain.txt', title: 'plain.txt', url: null, published: null }),
      expect.objectContaining({ id: 'Brücke 100%.md', title: 'Brücke' }),
      expect.objectContaining({ id: 'bridge.docx' }),
      expect.objectContaining({ id: 'bridge.pdf', title: 'On towers' }),
    ]);
    expect((await read<Page<object>>('')).data).toEqual([
      { name: null, documents: 0, passages: 0 },
      { name: 'bridges', documents: 5, passages: 5 },
    ]);
    const found = (
      await read<Page<{ text: string }>>(
        `/search?${of}&limit=3&query=${encodeURIComponent('How long is the bridge of Sunderholm? "213 AND')}`,
      )
    ).data;
    expect(found).toHaveLength(3);
    expect(found[0]).toMatchObject({
      text: expect.stringContaining('213 metres'),
      score: expect.any(Number),
    });
    expect((await read<Page<object>>('/search?query=Sunderholm')).data).toEqual([]);

    expect(await add(`${of}&name=plain.txt`, TEXT.repeat(2))).toMatchObject({ added: 0, replaced: 1 });
    const place = `/documents?${of}&id=${encodeURIComponent(`${at}/bridge`)}`;
    expect((await send(place, { method: 'DELETE' })).status).toBe(204);
    await expectError(await send(place, { method: 'DELETE' }), { status: 404 });
    expect((await read<Page<Document>>(`/documents?${of}`)).data.map(({ id }) => id)).toEqual([
      ...['plain.txt', 'Brücke 100%.md', 'bridge.docx', 'bridge.pdf'],
    ]);
  });

  it('of JSON Lines are added, and lines that are wrong are named', async () => {
    const line = (id: number) => JSON.stringify({ id: `l${id}`, title: `Line ${id}`, url: at, text: TEXT });
    const body = [line(1), '{"id": 2}', '', 'nothing', line(3)].join('\n');
    expect(await add('collection=lines&name=a.jsonl', body)).toEqual({
      ...{ object: 'addition', added: 2, replaced: 0, unchanged: 0, passages: 2, failed: 2 },
      faults: [
        { line: 2, reason: 'id: must be a string' },
        { line: 4, reason: 'is not JSON' },
      ],
    });
    // Sent again, as by a script that was stopped, only what is new is written.
    expect(await add('collection=lines&name=unnamed', `${line(3)}\n${line(4)}`)).toMatchObject({
      ...{ added: 1, replaced: 0, unchanged: 1, passages: 1 },
    });
    await expectError(await send('/documents?name=a.jsonl', { body: 'nothing' }), {
      ...{ status: 400, code: 'document_not_readable' },
    });
  });

  it('are listed page by page, and by the letters that they hold', async () => {
    const lines = Array.from({ length: 450 }, (_, n) =>
      JSON.stringify({ id: `d${n}`, title: `Number ${n} 50%_\\`, url: at, text: `${n} of them.` }),
    );
    expect(await add('collection=many&name=many.jsonl', lines.join('\n'))).toMatchObject({ added: 450 });
    const all: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: Page<Document> = await read(
        `/documents?collection=many&limit=200${after === '' ? '' : `&after=${after}`}`,
      );
      all.push(...page.data.map(({ id }) => id));
      after = page.next;
    }
    expect(all).toEqual(lines.map((_, n) => `d${449 - n}`));
    const named = async (contains: string) =>
      (await read<Page<Document>>(`/documents?collection=many&contains=${encodeURIComponent(contains)}`))
        .data;
    expect((await named('number 17 ')).map(({ id }) => id)).toEqual(['d17']);
    expect(await named('50%_\\')).toHaveLength(100);
    expect(await named('5_%')).toEqual([]);
  });

  it('are in the audit log', async () => {
    await add('collection=logged&name=a.txt', TEXT);
    await send('/documents?collection=logged&id=a.txt', { method: 'DELETE' });
    const response = await fetch(`${gateway.url}/admin/v1/audit?limit=2`, {
      headers: { authorization: `Bearer ${ANN}` },
    });
    expect(((await response.json()) as Page<object>).data).toMatchObject([
      {
        ...{ actor: 'admin:ann', action: 'corpus.remove', outcome: 'done' },
        changes: { collection: { from: 'logged' }, documents: { from: 1 }, ids: { from: ['a.txt'] } },
      },
      {
        ...{ actor: 'admin:ann', action: 'corpus.add', outcome: 'done' },
        changes: { collection: { to: 'logged' }, documents: { to: 1 }, ids: { to: ['a.txt'] } },
      },
    ]);
  });
});

describe('is refused', () => {
  it.each<[string, () => Promise<Response>, { status: number; code?: string }]>([
    [
      'a wrong key',
      () => send('/documents?name=a', { body: TEXT, key: 'sk-caller-canary-01' }),
      { status: 401 },
    ],
    ['a wrong key that looks', () => send('/documents', { key: 'sk-caller-canary-01' }), { status: 401 }],
    ['a file without a name', () => send('/documents', { body: TEXT }), { status: 422 }],
    ['an empty file', () => send('/documents?name=a.txt', { body: '' }), { status: 422 }],
    [
      'a picture',
      () => send('/documents?name=a.png', { body: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1]) }),
      { status: 400, code: 'document_not_readable' },
    ],
    ['a table', () => send('/documents?name=a.csv', { body: 'text\nA' }), { status: 400 }],
    [
      'a file that is too large',
      () => send('/documents?name=a.txt', { body: 'a'.repeat(MAX_BYTES + 1) }),
      { status: 413 },
    ],
    [
      'a text that is too long',
      () => send('/documents?name=a.txt', { body: 'Word '.repeat(200_001) }),
      { status: 400, code: 'document_not_readable' },
    ],
    [
      'a page that is not there',
      () => send('/documents', { body: JSON.stringify({ url: `${at}/gone` }), type: 'application/json' }),
      { status: 502, code: 'page_error' },
    ],
    [
      'a page of a private network',
      () =>
        send('/documents', {
          body: JSON.stringify({ url: 'http://169.254.169.254/latest' }),
          type: 'application/json',
        }),
      { status: 400, code: 'document_not_readable' },
    ],
    [
      'a body that is no link',
      () => send('/documents', { body: '{"link":"x"}', type: 'application/json' }),
      { status: 422 },
    ],
    ['a collection that is no name', () => send('/documents?collection=A%20b'), { status: 422 }],
    ['a place that is none', () => send('/documents?after=x'), { status: 422 }],
    ['a search for nothing', () => send('/search'), { status: 422 }],
    ['an id with a NUL', () => send('/documents?id=a%00b', { method: 'DELETE' }), { status: 422 }],
  ])('%s', async (_what, request, failure) => {
    await expectError(await request(), failure);
  });

  it('a link, where config has none fetched; files are taken on the admin listener too', async () => {
    const base = closed.adminUrl;
    const link = { body: JSON.stringify({ url: `${at}/bridge` }), type: 'application/json' };
    await expectError(await send('/documents', link, base), { status: 400, code: 'links_not_fetched' });
    const large = `${TEXT}\n`.repeat(9_000);
    expect((await send('/documents?name=large.txt', { body: large }, base)).status).toBe(201);
    const pdf = samplePdf({ pages: [[TEXT]] });
    expect((await send('/documents?name=a.pdf', { body: pdf }, base)).status).toBe(201);
  });
});
