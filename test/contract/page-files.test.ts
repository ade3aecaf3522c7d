/** The page's files (contract, section 6): what names none of them is 404, however it is written, and never a fault. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePage } from '../../src/gateway/http/page/serve-page.ts';
import { createCapacity, createPlaces } from '../../src/gateway/http/server/capacity.ts';
import { createMemory } from '../../src/gateway/http/server/memory.ts';
import { createServer, type Server, type ServerOptions } from '../../src/gateway/http/server/server.ts';
import { createLog } from '../../src/gateway/telemetry/log.ts';
import { createMetrics } from '../../src/gateway/telemetry/metrics.ts';
import { expectError } from '../harness/read-answer.ts';
import { sendRaw } from '../harness/send-raw.ts';

const SECRET = 'not for everybody';
const SCRIPT = 'console.log("here")';
let root: string;
let server: Server;
let url: string;

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'claimgate-page-'));
  const folder = path.join(root, 'page');
  mkdirSync(path.join(folder, 'assets', 'inner'), { recursive: true });
  writeFileSync(path.join(root, 'secret.js'), SECRET);
  writeFileSync(path.join(folder, 'secret.js'), SECRET);
  writeFileSync(path.join(folder, 'assets', '.secret.js'), SECRET);
  writeFileSync(path.join(folder, 'assets', 'inner', 'secret.js'), SECRET);
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(path.join(folder, 'assets', 'app-k-g_X1.js'), SCRIPT);
  writeFileSync(path.join(folder, 'assets', 'app-k-g_X1.js.br'), brotliCompressSync(SCRIPT));
  server = createServer({
    log: createLog({ level: 'silent', pretty: false }).log,
    metrics: createMetrics(),
    gate: {
      lookUp: () => undefined,
      memoryCallerOf: () => ({ address: '127.0.0.1' }),
    } as unknown as ServerOptions['gate'],
    bodyLimits: { text: 1_024, whole: 1_024 },
    keepAlive: 1_000,
    requestTimeout: 5_000,
    newRequestId: () => 'a-request',
    draining: { follow: () => true },
    servesHost: () => true,
    corsOrigins: [],
    capacity: createCapacity(createPlaces(100), () => performance.now()),
    memory: createMemory({ room: 1_048_576, isTight: () => false, now: () => performance.now() }),
  });
  await servePage(server, { folder });
  await server.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRaw(url, { method, target, headers });

describe('what is there', () => {
  it.each(['/assets/app-k-g_X1.js', '/assets/app-k%2Dg_X1.js', '/assets/app-k-g_X1.js?v=%zz'])(
    '%s',
    async (target) => {
      const response = await get(target);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(await response.text()).toBe(SCRIPT);
    },
  );

  it('is sent whole, in whatever part it is asked for', async () => {
    for (const target of ['/', '/icon.svg', '/assets/app-k-g_X1.js']) {
      const whole = await (await get(target)).text();
      for (const range of ['bytes=0-3', 'bytes=99999-', 'bytes=9-1', 'bytes=-0', 'lines=1-2']) {
        const response = await get(target, { range });
        expect({ target, range, status: response.status }).toEqual({ target, range, status: 200 });
        expect(await response.text()).toBe(whole);
      }
    }
  });

  it('is sent in the smallest coding that the browser reads', async () => {
    const codings = ['gzip, deflate, br, zstd', 'gzip, deflate', 'br;q=0'];
    const sent = await Promise.all(
      codings.map(async (coding) => {
        const response = await get('/assets/app-k-g_X1.js', { 'accept-encoding': coding });
        return [response.headers.get('content-encoding'), response.headers.get('vary')];
      }),
    );
    expect(sent).toEqual([
      ['br', 'accept-encoding'],
      [null, 'accept-encoding'],
      [null, 'accept-encoding'],
    ]);
  });

  it('is not sent again to a browser that has it', async () => {
    const etag = (await get('/')).headers.get('etag') ?? '';
    expect((await get('/', { 'if-none-match': etag })).status).toBe(304);
  });

  it.each([
    ['if-match', '"another"'],
    ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ])('is 412 where %s does not hold', async (name, value) => {
    for (const target of ['/', '/icon.svg', '/assets/app-k-g_X1.js']) {
      await expectError(await get(target, { [name]: value }), {
        status: 412,
        type: 'invalid_request_error',
        code: 'precondition_failed',
        detail: 'The precondition of the request does not hold',
      });
    }
  });
});

describe('what is not there', () => {
  const names = [
    '',
    '..',
    '.',
    '../secret.js',
    '../../secret.js',
    '%2e',
    '%2e%2e',
    '%2E%2E/secret.js',
    '%2e%2e%2fsecret.js',
    '%2e%2e%2f%2e%2e%2fsecret.js',
    '..%2fsecret.js',
    '..%5csecret.js',
    '..\\secret.js',
    '%252e%252e%252fsecret.js',
    '%c0%ae%c0%ae%c0%afsecret.js',
    '%e0%80%ae%e0%80%ae/secret.js',
    '..;/secret.js',
    '.secret.js',
    '%2esecret.js',
    'inner/secret.js',
    'inner%2fsecret.js',
    'inner',
    'inner/',
    './app-k-g_X1.js',
    '/app-k-g_X1.js',
    'app-k-g_X1.js%00',
    'app-k-g_X1.js%00.css',
    'app-k-g_X1.js%2f',
    'app-k-g_X1.js%20',
    '%00',
    '%ff',
    '%',
    '%2',
    '%zz',
    '%ed%a0%80',
    '%2f',
    '%2f%2fsecret.js',
    '%5c',
    '%0d%0aSet-Cookie:x=y',
    'C:%5csecret.js',
    'file:%2f%2f%2fsecret.js',
    '__proto__',
    'constructor',
    'x'.repeat(90),
    'x'.repeat(300),
    'x'.repeat(8_000),
    '../'.repeat(2_000),
  ];
  const targets = names
    .flatMap((name) => [`/assets/${name}`, `/${name}`])
    .filter((target) => target !== '/')
    .map((target) => ({ target, shown: target.slice(0, 60) }));
  it.each(targets)('GET $shown', async ({ target }) => {
    const response = await get(target);
    expect(response.headers.get('set-cookie')).toBeNull();
    await expectError(response, {
      status: 404,
      type: 'invalid_request_error',
      code: 'not_found',
      detail: 'Not found',
    });
    expect((await get(target, {}, 'HEAD')).status).toBe(404);
  });
});
