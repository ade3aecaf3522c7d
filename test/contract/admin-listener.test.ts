/** Contract, section 10: `admin.port`, a listener for probes and metrics that no load delays. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { expectError, readJson } from '../harness/read-answer.ts';
import { sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { freePort } from '../servers/free-port.ts';

const PATHS = ['/health', '/ready', '/metrics'] as const;
const statusAt = async (url: string) => (await fetch(url)).status;

describe('the admin listener', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ yaml: 'admin: { port: 0 }\nserver: { hosts: [probe.example.org] }' });
  });
  afterAll(() => gateway.stop());

  it.each(PATHS)('answers %s as the main one does', async (path) => {
    const [admin, main] = await Promise.all([gateway.adminUrl, gateway.url].map((url) => fetch(url + path)));
    expect(admin?.status).toBe(200);
    expect(admin?.headers.get('content-type')).toBe(main?.headers.get('content-type'));
    expect(admin?.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    expect(await admin?.text()).toMatch(path === '/metrics' ? /^claimgate_requests_open \d/m : /^\{"/);
    const head = await fetch(gateway.adminUrl + path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('shows what has been counted up to now', async () => {
    const asked = async () =>
      Number(
        /^claimgate_requests_total\{route="\/chat",status="422"\} (\d+)$/m.exec(
          await (await fetch(`${gateway.adminUrl}/metrics`)).text(),
        )?.[1] ?? 0,
      );
    const before = await asked();
    for (let i = 0; i < 3; i++) await (await gateway.post('/chat', '{}')).text();
    await expect.poll(asked).toBe(before + 3);
  });

  it('answers nothing else', async () => {
    for (const path of ['/', '/models', '/metrics/x', '/v1/chat/completions']) {
      await expectError(await fetch(gateway.adminUrl + path), { status: 404, code: 'not_found' });
    }
    const put = await fetch(`${gateway.adminUrl}/ready`, { method: 'PUT' });
    expect(put.headers.get('allow')).toBe('GET, HEAD');
    await expectError(put, { status: 405 });
  });

  it('answers for its own hosts alone', async () => {
    const ask = (host: string) =>
      sendRaw(gateway.adminUrl, { method: 'GET', target: '/metrics', headers: { Host: host } });
    await expectError(await ask('evil.example'), { status: 421, code: 'host_not_served' });
    expect((await ask('localhost:1')).status).toBe(200);
    expect((await ask('probe.example.org')).status).toBe(200);
  });

  it('answers in time while the gateway is busy', async () => {
    const script = `
      const { parentPort, workerData } = require('node:worker_threads');
      const http = require('node:http');
      const answered = [];
      const ask = (path) => {
        const began = Date.now();
        http.get(workerData + path, { agent: false }, (response) => {
          response.resume();
          response.on('end', () => {
            answered.push({ path, status: response.statusCode, began, ended: Date.now() });
            ask(path);
          });
        });
      };
      parentPort.on('message', () => { parentPort.postMessage(answered); });
      for (const path of ${JSON.stringify(PATHS)}) ask(path);
    `;
    const prober = new Worker(script, { eval: true, workerData: gateway.adminUrl });
    const answers = async () => {
      prober.postMessage('');
      const [found] = await once(prober, 'message');
      return found as { path: string; status: number; began: number; ended: number }[];
    };
    await expect.poll(async () => (await answers()).length).toBeGreaterThan(10);
    const from = Date.now();
    const end = performance.now() + 3_000;
    while (performance.now() < end);
    const to = Date.now();
    const during = (await answers()).filter(({ began, ended }) => began > from && ended < to);
    await prober.terminate();
    for (const path of PATHS) {
      const statuses = during.filter((answer) => answer.path === path).map(({ status }) => status);
      expect(statuses.length).toBeGreaterThan(3);
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
  });
});

it('there is none as shipped', async () => {
  const gateway = await startGateway();
  expect(new URL(gateway.adminUrl).port).toBe('0');
  await gateway.stop();
});

it('it is on loopback where the gateway is not', async () => {
  const gateway = await startGateway({ env: { HOST: '0.0.0.0' }, yaml: 'admin: { port: 0 }' });
  const elsewhere = (url: string) => `${url.replace('127.0.0.1', '127.0.0.2')}/ready`;
  expect(await statusAt(`${gateway.adminUrl}/ready`)).toBe(200);
  expect(await statusAt(elsewhere(gateway.url))).toBe(200);
  await expect(fetch(elsewhere(gateway.adminUrl))).rejects.toThrow();
  await gateway.stop();
});

it('it is on another address where config says so, and then takes any host', async () => {
  const gateway = await startGateway({ yaml: 'admin: { host: 0.0.0.0, port: 0 }' });
  const target = gateway.adminUrl.replace('127.0.0.1', '127.0.0.2');
  const request = { method: 'GET', target: '/ready', headers: { Host: 'pod-7.cluster.local' } };
  expect((await sendRaw(target, request)).status).toBe(200);
  await gateway.stop();
});

it('it says that the gateway drains until it has ended', async () => {
  const fake = await startFakeProvider(speak());
  const held = Promise.withResolvers<void>();
  fake.answer(async (request, response) => {
    await held.promise;
    return speak()(request, response);
  });
  const gateway = await startGateway({ env: envFor(fake), yaml: 'admin: { port: 0 }' });
  const asked = gateway.chat({ api_key: 'sk-test' });
  await expect.poll(() => fake.received.length).toBe(1);
  const stopped = gateway.stop();
  await expect.poll(() => statusAt(`${gateway.adminUrl}/ready`)).toBe(503);
  const health = await readJson<{ status: string }>(await fetch(`${gateway.adminUrl}/health`));
  expect(health.status).toBe('healthy');
  held.resolve();
  expect((await asked).status).toBe(200);
  await stopped;
  await expect(fetch(`${gateway.adminUrl}/ready`)).rejects.toThrow();
  await fake.stop();
});

it('a port that is taken stops the start with a line that names the key', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  await expect(startGateway({ yaml: `admin: { port: ${port} }` })).rejects.toMatchObject({
    name: 'ConfigError',
    message: 'admin.port: the port is in use already',
  });
  other.close();
});
