/** Pages that take their time, and names that lead elsewhere the next time. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressGuard, type Resolve } from '../models/wire/address-guard.ts';
import { createHttpClient, type HttpClient } from '../models/wire/http-client.ts';
import { createPageFetcher, readAddress } from './fetch-page.ts';

let server: Server;
let port = 0;
const asked: string[] = [];
const clients: HttpClient[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/silent') return;
    response.setHeader('content-type', 'text/plain');
    if (request.url === '/trickle') trickle(response);
    else response.end('text');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  server.closeAllConnections();
  server.close();
});

function trickle(response: ServerResponse): void {
  const timer = setInterval(() => response.write('a'), 20);
  response.on('close', () => clearInterval(timer));
}

function fetcher(named: readonly string[], resolve?: Resolve) {
  const guard = createAddressGuard({ named, ...(resolve === undefined ? {} : { resolve }) });
  const http = createHttpClient({ connectTimeout: 1_000, guard });
  clients.push(http);
  return createPageFetcher({ http, userAgent: 'claimgate/test', timeLimit: 300 });
}
const never = new AbortController().signal;

describe('a page', () => {
  it.each(['silent', 'trickle'])('that never ends is given up: %s', async (path) => {
    const fetchPage = fetcher(['127.0.0.1']);
    await expect(fetchPage(readAddress(`http://127.0.0.1:${port}/${path}`), never)).rejects.toMatchObject({
      name: 'PageFailed',
      message: 'The page took too long to arrive',
    });
  });

  it('is not asked for where its name leads inside, whatever it led to before', async () => {
    asked.length = 0;
    const resolve: Resolve = (_hostname, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
    const fetchPage = fetcher([], resolve);
    await expect(fetchPage(readAddress(`http://rebind.example:${port}/`), never)).rejects.toMatchObject({
      name: 'DocumentRefused',
      message: expect.stringContaining('private network'),
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['reports/2026/Annual%20report.txt?page=2', 'Annual report.txt'],
    ['reports/100%.txt', '100%.txt'],
    ['', ''],
  ])('is named by the last part of its address: %s', async (path, name) => {
    const page = await fetcher(['127.0.0.1'])(readAddress(`http://127.0.0.1:${port}/${path}`), never);
    expect(page.name).toBe(name);
  });

  it('whose caller leaves is given up with the caller’s reason', async () => {
    const gone = new AbortController();
    const fetching = fetcher(['127.0.0.1'])(readAddress(`http://127.0.0.1:${port}/silent`), gone.signal);
    gone.abort(new Error('gone'));
    await expect(fetching).rejects.toThrow('gone');
  });
});
