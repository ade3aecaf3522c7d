/** Contract, section 6: paths and methods that are not there, what is hardly HTTP, and ids of requests. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { expectError } from '../harness/read-answer.ts';
import { parseResponse, sendBytes, sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { per_hour: 1000 } }\nlimits: { failed_keys_per_minute: 1000 }',
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

const NOT_FOUND = { status: 404, detail: 'Not found', type: 'invalid_request_error', code: 'not_found' };
const chat = (fields: Record<string, unknown> = {}) => gateway.chat({ api_key: 'sk-test', ...fields });

describe('404: no such path', () => {
  it.each([
    ['GET', '/nope'],
    ['POST', '/nope'],
    ['GET', '/v1'],
    ['GET', '/v1/'],
    ['GET', '/v2/models'],
    ['GET', '//models'],
    ['GET', '/MODELS'],
    ['GET', '/models/x'],
    ['GET', '/v1%2Fmodels'],
    ['GET', '/%zz'],
    ['GET', '/v1/models/%zz'],
    ['GET', '/%00'],
    ['GET', '/..%2f..%2fetc%2fpasswd'],
    ['GET', '/../../etc/passwd'],
    ['GET', '/models;x=1'],
    ['POST', '/v1/chat'],
    ['POST', '/v1/rerank'],
    ['POST', '/v1/fine_tuning/jobs'],
    ['GET', `/${'x'.repeat(5_000)}`],
    ['OPTIONS', '*'],
    ['OPTIONS', '/nope'],
    ['PROPFIND', '/nope'],
  ])('%s %s', async (method, target) => {
    await expectError(await sendRaw(gateway.url, { method, target }), {
      ...NOT_FOUND,
      ...(target.startsWith('/v1/models/') ? { detail: undefined, code: undefined } : {}),
    } as typeof NOT_FOUND);
  });

  it('whatever the body is', async () => {
    for (const [type, body] of [
      ['application/json', '{'],
      ['text/plain', 'hello'],
      ['application/json', 'x'.repeat(5 * 1024 * 1024)],
    ]) {
      const headers = { 'content-type': type as string };
      await expectError(
        await fetch(`${gateway.url}/nope`, { method: 'POST', headers, body: body as string }),
        NOT_FOUND,
      );
    }
  });

  it('a trailing slash and a query make no other path', async () => {
    for (const path of [
      '/models/',
      '/v1/models/?x=1',
      '/health/',
      '/ready/',
      '/metrics/',
      '/models?a=b&a=%zz',
    ]) {
      expect((await sendRaw(gateway.url, { method: 'GET', target: path })).status).toBe(200);
    }
    const body = { api_key: 'sk-test', model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hi' }] };
    expect((await gateway.post('/v1/chat/completions/', body)).status).toBe(200);
    expect((await gateway.post('/v1/chat/completions?stream=true', body)).status).toBe(200);
  });
});

describe('405: wrong method, with Allow', () => {
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
  it.each([
    ['/v1/chat/completions', ['POST']],
    ['/chat', ['POST']],
    ['/models', ['GET', 'HEAD']],
    ['/v1/models', ['GET', 'HEAD']],
    ['/v1/models/gpt-6-luna', ['GET', 'HEAD']],
    ['/v1/models/zai-org/GLM-5.3-Flash', ['GET', 'HEAD']],
    ['/v1/limits', ['GET', 'HEAD']],
    ['/v1/sources', ['GET', 'HEAD']],
    ['/health', ['GET', 'HEAD']],
    ['/ready', ['GET', 'HEAD']],
    ['/metrics', ['GET', 'HEAD']],
    ['/openapi.json', ['GET', 'HEAD']],
  ])('%s takes %j', async (target, allowed) => {
    for (const method of METHODS.filter((name) => !allowed.includes(name))) {
      const response = await sendRaw(gateway.url, { method, target });
      expect({ method, status: response.status }).toEqual({ method, status: 405 });
      expect(response.headers.get('allow')?.split(', ')).toEqual(allowed);
      if (method === 'HEAD') continue;
      await expectError(response, {
        status: 405,
        detail: 'Method not allowed',
        type: 'invalid_request_error',
        code: 'method_not_allowed',
      });
    }
  });

  it('whatever the body is', async () => {
    for (const [type, body] of [
      ['application/json', '{'],
      ['text/plain', 'hello'],
    ]) {
      const response = await sendRaw(gateway.url, {
        method: 'PUT',
        target: '/v1/chat/completions',
        headers: { 'Content-Type': type as string },
        body: body as string,
      });
      await expectError(response, { status: 405 });
    }
  });
});

describe('what is hardly HTTP', () => {
  const json = async (text: string, status: number) => {
    const response = parseResponse(text);
    await expectError(response, { status, type: 'invalid_request_error' });
  };

  it('431: headers over the limit', async () => {
    await json(
      await sendBytes(gateway.url, `GET /models HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`),
      431,
    );
  });

  it('400: no HTTP at all', async () => {
    await json(await sendBytes(gateway.url, 'HELLO\r\n\r\n'), 400);
  });

  it('400: an unknown method', async () => {
    await json(await sendBytes(gateway.url, 'BREW /models HTTP/1.1\r\nHost: x\r\n\r\n'), 400);
  });

  it('400: no Host', async () => {
    await json(await sendBytes(gateway.url, 'GET /models HTTP/1.1\r\nConnection: close\r\n\r\n'), 400);
  });

  it('400: two lengths, which could smuggle a request', async () => {
    const head = 'POST /chat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    await json(
      await sendBytes(gateway.url, `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      400,
    );
    await json(
      await sendBytes(gateway.url, `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`),
      400,
    );
  });

  it('an expectation that nobody knows is no obstacle', async () => {
    const request = { method: 'GET', target: '/health', headers: { Expect: 'the-unexpected' } };
    const response = await sendRaw(gateway.url, request);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toBeTruthy();
  });
});

describe('X-Request-Id', () => {
  const idOf = async (id: string, path = '/health') =>
    (
      await sendRaw(gateway.url, { method: 'GET', target: path, headers: { 'X-Request-Id': id } })
    ).headers.get('x-request-id');

  it.each(['a', 'abc-123_X.y', 'x'.repeat(64)])("is the caller's: %s", async (id) => {
    expect(await idOf(id)).toBe(id);
    expect(await idOf(id, '/nope')).toBe(id);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(65), 'a/b', 'a"b', 'a,b', 'ü', '{jndi:ldap://x}'])(
    'is a new one for %j',
    async (id) => {
      expect(await idOf(id)).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
      expect(await idOf(id)).not.toBe(id);
    },
  );

  it('is new each time, on every kind of response', async () => {
    const responses = await Promise.all([
      chat(),
      chat({ stream: true }),
      chat({ api_key: '' }),
      gateway.post('/v1/chat/completions', '{'),
      gateway.post('/v1/chat/completions', '{}', { 'content-type': 'text/plain' }),
      fetch(`${gateway.url}/nope`),
      fetch(`${gateway.url}/models`, { method: 'PUT' }),
      fetch(`${gateway.url}/models`),
      fetch(`${gateway.url}/metrics`),
      fetch(`${gateway.url}/docs/`),
      fetch(`${gateway.url}/openapi.json`),
    ]);
    const ids = responses.map((response) => response.headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    expect(new Set(ids).size).toBe(ids.length);
    await Promise.all(responses.map((response) => response.text()));
  });

  it('is in the log line of the request', async () => {
    await idOf('to-be-found-in-the-log', '/models');
    await (await chat({ stream: true })).text();
    await gateway.logged();
    const lines = gateway.logLines.map((line) => JSON.parse(line) as { request_id?: string; route?: string });
    expect(lines.find((line) => line.request_id === 'to-be-found-in-the-log')?.route).toBe('/models');
    for (const line of lines.filter(({ route }) => route !== undefined)) {
      expect(line.request_id).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    }
  });
});
