/** POST /v1/documents: files and links as plain text, for people and for those who mean harm. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleDocx, samplePage, samplePdf } from '../harness/sample-documents.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const TEXT =
  'The Eiffel Tower was completed in 1889, and it is 330 metres tall, which is more than most are.';
const ABOUT = { title: 'On towers', author: 'Ann Author', date: '2024-05-01' };

let gateway: Gateway;
let pages: Server;
let at = '';
/** Paths that were asked for. */
const asked: string[] = [];

beforeAll(async () => {
  pages = createServer((request, response) => {
    const { pathname: path } = new URL(request.url ?? '', 'http://x');
    asked.push(path);
    const send = (type: string, body: string | Uint8Array) =>
      response.setHeader('content-type', type).end(body);
    const lead = (to: string) => response.writeHead(302, { location: to }).end();
    if (path === '/article') return send('text/html', samplePage(`<p>${TEXT}</p>`));
    if (path === '/moved') return lead('/article?from=moved#top');
    if (path === '/report.pdf') return send('application/octet-stream', samplePdf({ pages: [[TEXT]] }));
    if (path === '/picture') return send('image/png', 'x');
    if (path === '/data') return send('application/json', '{}');
    if (path === '/missing') return response.writeHead(404).end('no');
    if (path === '/round') return lead('/round');
    if (path === '/inside') return lead(`http://localhost:${(pages.address() as AddressInfo).port}/article`);
    if (path === '/metadata') return lead('http://169.254.169.254/latest/');
    if (path === '/file') return lead('file:///etc/passwd');
    if (path === '/endless') {
      response.setHeader('content-type', 'text/plain');
      const write = (): void => {
        while (response.writable && response.write('a'.repeat(64 * 1024)));
      };
      response.on('drain', write);
      return write();
    }
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => void pages.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  gateway = await startGateway({
    yaml: 'fetch: { private_hosts: [127.0.0.1] }\nlimits: { documents_per_minute: 1000 }',
  });
});
afterAll(async () => {
  pages.closeAllConnections();
  pages.close();
  await gateway.stop();
});

const open = (url: string): Promise<Response> => gateway.post('/v1/documents', { url });
const send = (bytes: Uint8Array | string, type: string, query = '', to = gateway): Promise<Response> =>
  fetch(`${to.url}/v1/documents${query}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: bytes as string,
  });
const failureOf = async (response: Response): Promise<[status: number, code: string, message: string]> => {
  const { error, detail } = (await response.json()) as {
    error: { code: string; message: string };
    detail: string;
  };
  expect(detail).toEqual(error.message);
  return [response.status, error.code, error.message];
};

describe('a file', () => {
  it('is given as text, with what it says of itself', async () => {
    const response = await send(samplePdf({ pages: [[TEXT]] }), 'application/pdf');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      object: 'document',
      kind: 'pdf',
      text: TEXT,
      ...ABOUT,
      url: null,
    });
    const docx = await send(sampleDocx([TEXT]), 'application/octet-stream', '?name=a.docx');
    expect(await docx.json()).toMatchObject({ kind: 'docx', text: TEXT });
    const plain = await send('# Über\n', 'text/plain', '?name=%C3%BCber.md');
    expect(await plain.json()).toEqual({
      ...{ object: 'document', kind: 'markdown', text: '# Über\n' },
      ...{ title: 'Über', author: null, date: null, url: null },
    });
  });

  it('that cannot be read is 400, by name', async () => {
    expect(await failureOf(await send(Buffer.from('\x89PNG\r\n', 'latin1'), 'application/pdf'))).toEqual([
      400,
      'document_not_readable',
      'This is an image. Readable are PDF, DOCX, HTML, Markdown and plain text',
    ]);
  });

  it('that is larger than 5 MB is 413, none at all 422', async () => {
    expect((await send(new Uint8Array(5 * 1024 * 1024 + 1), 'application/pdf')).status).toBe(413);
    expect((await send('', 'text/plain')).status).toBe(422);
  });
});

describe('a link', () => {
  it('is fetched, and where it led is said', async () => {
    const response = await open(`${at}/moved`);
    expect(await response.json()).toEqual({
      ...{ object: 'document', kind: 'html', text: TEXT, ...ABOUT },
      url: `${at}/article?from=moved`,
    });
    expect(await (await open(`${at}/report.pdf`)).json()).toMatchObject({ kind: 'pdf', text: TEXT });
  });

  const PRIVATE = 'The address leads into a private network, which pages are not fetched from';
  it.each<[path: string, status: number, message: string]>([
    ['/inside', 400, PRIVATE],
    ['/metadata', 400, PRIVATE],
    ['/file', 400, 'Not an http or https address of a page'],
    ['/endless', 400, 'The page is larger than 5 MB'],
    ['/picture', 400, 'This is an image. Readable are PDF, DOCX, HTML, Markdown and plain text'],
    [
      '/data',
      400,
      'This is a file of the type application/json. Readable are PDF, DOCX, HTML, Markdown and plain text',
    ],
    ['/missing', 502, 'The page answered with status 404'],
    ['/round', 502, 'The page leads on and on to other pages'],
  ])('to %s is %i', async (path, status, message) => {
    expect(await failureOf(await open(at + path))).toEqual([
      status,
      status === 400 ? 'document_not_readable' : 'page_error',
      message,
    ]);
  });

  it.each([
    'http://localhost:1/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://0x7f.2/',
    'http://127.0.0.2/',
  ])('into a private network is refused before anything is sent: %s', async (url) => {
    expect(await failureOf(await open(url))).toEqual([400, 'document_not_readable', PRIVATE]);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://a:b@127.0.0.1/', 'article'])(
    'is none: %s',
    async (url) => {
      expect((await failureOf(await open(url)))[0]).toBe(400);
    },
  );

  it('is fetched for nobody where config says so, and as shipped where others can call', async () => {
    const off = await startGateway({ yaml: 'fetch: { pages: false, private_hosts: [127.0.0.1] }' });
    const behindProxy = await startGateway({
      yaml: 'trusted_proxies: [10.0.0.1]\nfetch: { private_hosts: [127.0.0.1] }',
    });
    asked.length = 0;
    try {
      for (const one of [off, behindProxy]) {
        const [status, code] = await failureOf(await one.post('/v1/documents', { url: `${at}/article` }));
        expect([status, code]).toEqual([400, 'links_not_fetched']);
      }
      expect(asked).toEqual([]);
    } finally {
      await Promise.all([off.stop(), behindProxy.stop()]);
    }
  });
});

it('documents have a limit per address, which counts no request of a plan', async () => {
  const limited = await startGateway({
    yaml: 'limits: { documents_per_minute: 2 }',
    env: { CLAIMGATE_SANDBOX: 'all' },
  });
  try {
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await send('text', 'text/plain', '', limited)).status);
    expect(statuses).toEqual([200, 200, 429]);
    const response = await send('text', 'text/plain', '', limited);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await failureOf(response))[1]).toBe('address_rate_limit_exceeded');
  } finally {
    await limited.stop();
  }
});

it.skipIf(severalProcesses)('others are answered while a bomb is read', async () => {
  const bomb = samplePdf({ pages: [[TEXT]], drawing: Buffer.alloc(200_000_000, ' ') });
  let isReading = true;
  const readings = Promise.all([1, 2].map(() => send(bomb, 'application/pdf'))).finally(() => {
    isReading = false;
  });
  let answered = 0;
  while (isReading) {
    await (await fetch(`${gateway.url}/health`)).text();
    answered += 1;
    await delay(5);
  }
  for (const response of await readings) {
    expect(await failureOf(response)).toEqual([
      400,
      'document_not_readable',
      expect.stringContaining('too much memory'),
    ]);
  }
  expect(answered).toBeGreaterThan(3);
});
