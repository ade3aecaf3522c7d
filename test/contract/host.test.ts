/** Contract, section 6, row 421: a page of somebody else's cannot reach a gateway on this machine by a name of its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../harness/read-answer.ts';
import { parseResponse, sendBytes, sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const ask = (gateway: Gateway, host: string, target = '/models') =>
  sendRaw(gateway.url, { method: 'GET', target, headers: { Host: host } });

describe('on a loopback address', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ yaml: 'server: { hosts: [claims.example.org, "[2001:db8::7]"] }' });
  });
  afterAll(() => gateway.stop());

  it.each([
    'localhost',
    'LocalHost:8080',
    'localhost.',
    'app.localhost:1',
    '127.0.0.1',
    '127.1.2.3:99',
    '[::1]',
    '[::1]:8080',
    '[0:0:0:0:0:0:0:1]',
    'claims.example.org',
    'CLAIMS.example.org:443',
    '[2001:DB8::7]:80',
  ])('a request for %s is served', async (host) => {
    const response = await ask(gateway, host);
    expect([host, response.status]).toEqual([host, 200]);
  });

  it.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
    'sub.claims.example.org',
    '192.0.2.1',
    '0.0.0.0',
    '[::2]',
    '[2001:db8::8]',
    '127.0.0.256',
    'x,localhost',
    '[',
    '%',
    '',
  ])('a request for %j is refused', async (host) => {
    for (const target of ['/models', '/metrics', '/health', '/ready', '/nope', '/', '/openapi.json']) {
      const response = await ask(gateway, host, target);
      expect([target, response.status]).toEqual([target, 421]);
      await expectError(response, { status: 421, type: 'invalid_request_error', code: 'host_not_served' });
    }
  });

  it('a key that everybody knows does not help', async () => {
    const body = JSON.stringify({ model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hello' }] });
    const response = await sendRaw(gateway.url, {
      method: 'POST',
      target: '/v1/chat/completions',
      headers: { Host: 'evil.example', Authorization: 'Bearer sandbox', 'Content-Type': 'application/json' },
      body,
    });
    expect(response.status).toBe(421);
  });

  it('a request of HTTP/1.0 may have no Host, which no browser sends, but no foreign one', async () => {
    const without = parseResponse(await sendBytes(gateway.url, 'GET /ready HTTP/1.0\r\n\r\n'));
    expect(without.status).toBe(200);
    const foreign = await sendBytes(gateway.url, 'GET /ready HTTP/1.0\r\nHost: evil.example\r\n\r\n');
    expect(parseResponse(foreign).status).toBe(421);
  });
});

it.each([
  ['on ::1 too', { HOST: '::1' }, 421],
  ['on localhost too', { HOST: 'localhost' }, 421],
  ['not on another address, where any name may lead to it', { HOST: '0.0.0.0' }, 200],
])('%s', async (_where, env, status) => {
  const gateway = await startGateway({ env });
  const host = env.HOST === '::1' ? '[::1]' : '127.0.0.1';
  const url = `http://${host}:${new URL(gateway.url).port}`;
  const request = 'GET /ready HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
  expect(parseResponse(await sendBytes(url, request)).status).toBe(status);
  await gateway.stop();
});

it.each([
  ['server: { hosts: ["http://claims.example.org"] }', 'server.hosts.0'],
  ['server: { hosts: ["a b"] }', 'server.hosts.0'],
  ['server: { hosts: ["claims.example.org:80"] }', 'server.hosts.0'],
])('config that names no host stops the start: %s', async (yaml, key) => {
  await expect(startGateway({ yaml })).rejects.toThrow(new RegExp(`^${key}: `));
});
