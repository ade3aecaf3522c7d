/** A wrong address in a browser gives a page; to everybody else, and below /v1/, it is the error that it was. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../harness/read-answer.ts';
import { sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

/** As they are sent for an address that somebody has typed in. */
const BROWSERS = {
  'Chromium 150':
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'Firefox 140': 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Safari 18': 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};
const HTML = BROWSERS['Firefox 140'];
const NOT_FOUND = { status: 404, detail: 'Not found', type: 'invalid_request_error', code: 'not_found' };

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const ask = (target: string, accept?: string, method = 'GET') =>
  sendRaw(gateway.url, { method, target, headers: accept === undefined ? {} : { accept } });

describe.each(Object.entries(BROWSERS))('%s', (_name, accept) => {
  it.each([
    '/nope',
    '/chat/12',
    '/Check',
    '/assets/none.js',
    '/starter/none',
    '/%zz',
    '/models/x',
    '//check',
    '/v2/x',
  ])('sees a page for %s that leads to the first one, and runs nothing', async (target) => {
    const response = await ask(target, accept);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    const body = await response.text();
    expect(body).toContain('<a href="/">');
    expect(body).not.toMatch(/<script|<link|\bsrc=|url\(|@import/);
    expect(body).not.toContain('nope');
  });

  it.each(['chat', 'check', 'evaluate', 'status'])(
    'is led from /%s to the view of that name',
    async (view) => {
      for (const target of [`/${view}`, `/${view}/`, `/${view}?from=mail`]) {
        const response = await ask(target, accept);
        expect([response.status, response.headers.get('location')]).toEqual([302, `/#/${view}`]);
        expect(response.headers.get('allow')).toBeNull();
      }
    },
  );

  it('is under the same headers as the page', async () => {
    const page = await ask('/', accept);
    for (const target of ['/nope', '/chat']) {
      const { headers } = await ask(target, accept);
      for (const name of [
        'content-security-policy',
        'x-content-type-options',
        'referrer-policy',
        'cross-origin-opener-policy',
        'permissions-policy',
      ]) {
        expect([name, headers.get(name)]).toEqual([name, page.headers.get(name)]);
        expect(headers.get(name)).not.toBeNull();
      }
      expect(headers.get('x-request-id')).toMatch(/./);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('gets the headers alone with HEAD', async () => {
    const missing = await ask('/nope', accept, 'HEAD');
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await missing.text()).toBe('');
    expect((await ask('/check', accept, 'HEAD')).headers.get('location')).toBe('/#/check');
  });

  it('gets JSON from the API', async () => {
    for (const target of ['/v1', '/v1/', '/v1/nope', '/%761/nope']) {
      await expectError(await ask(target, accept), NOT_FOUND);
    }
    await expectError(await ask('/v1/chat/completions', accept), { status: 405, code: 'method_not_allowed' });
  });
});

describe('an error in JSON', () => {
  const BODY =
    '{"error":{"message":"Not found","type":"invalid_request_error","param":null,"code":"not_found"},"detail":"Not found"}';

  it.each([
    ['nothing', undefined],
    ['curl', '*/*'],
    ['fetch', '*/*'],
    ['axios', 'application/json, text/plain, */*'],
    ['JSON', 'application/json'],
    ['JSON before HTML', 'application/json, text/html;q=0.9'],
    ['text', 'text/plain'],
    ['XHTML alone', 'application/xhtml+xml'],
  ])('is what %s gets, to the byte', async (_name, accept) => {
    const response = await ask('/nope', accept);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
    expect(await response.text()).toBe(BODY);
    expect(response.headers.get('content-security-policy')).toBeNull();
    const chat = await ask('/chat', accept);
    await expectError(chat, { status: 405, code: 'method_not_allowed' });
    expect(chat.headers.get('allow')).toBe('POST');
  });

  it('is what a form that is sent gets', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      await expectError(await ask('/nope', HTML, method), NOT_FOUND);
    }
  });
});

it('a page that is there is as it was', async () => {
  for (const target of ['/', '/docs/', '/models', '/health']) {
    expect((await ask(target, HTML)).status).toBe(200);
  }
});
