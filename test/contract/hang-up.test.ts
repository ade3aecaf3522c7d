/** Contract, section 2: when the caller goes away the provider's request is aborted: at once, as nothing else would end it in the time of a test. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, type Received, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, PROVIDERS, providerOf, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake), app: { silence: 50 } });
  await (await gateway.chat({ api_key: 'sk-test' })).text();
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(2);
}

/** Sends a request, leaves at a moment of its course, and waits until the provider's connection has ended: it would go on. */
async function leave(
  fields: Record<string, unknown>,
  moment: (response: Promise<Response>) => Promise<unknown>,
  path = '/v1/chat/completions',
): Promise<void> {
  const leaving = new AbortController();
  const response = fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: 'sk-test', model: 'gpt-6-luna', ...fields }),
    signal: leaving.signal,
  });
  response.catch(() => {});
  await until(() => fake.received.length === 1);
  await moment(response);
  leaving.abort();
  await (fake.received[0] as Received).closed;
}

const messages = [{ role: 'user', content: 'Hello' }];
const atOnce = async () => {};

describe.each(PROVIDERS)('a caller of %s who hangs up', (provider) => {
  const { model } = WIRES[provider];

  it('before the provider has answered at all', async () => {
    fake.answer(() => {});
    await leave({ model, messages, stream: true }, atOnce);
  });

  it('before the first token', async () => {
    fake.answer((request, response) => {
      startStream(response);
      response.write(WIRES[providerOf(request)].opening || '\r\n');
    });
    await leave({ model, messages, stream: true }, () => delay(20));
  });

  it('after a sign of life, before the first token', async () => {
    fake.answer((request, response) => {
      startStream(response);
      response.write(WIRES[providerOf(request)].opening || '\r\n');
    });
    const moment = async (response: Promise<Response>) => (await response).body?.getReader().read();
    await leave({ model, messages, stream: true }, moment);
  });

  it('in the middle of a stream', async () => {
    fake.answer(async (request, response) => {
      const wire = WIRES[providerOf(request)];
      startStream(response);
      response.write(wire.opening);
      while (!response.destroyed) {
        response.write(wire.delta('word '));
        await delay(5);
      }
    });
    const moment = async (response: Promise<Response>) => (await response).body?.getReader().read();
    await leave({ model, messages, stream: true }, moment);
  });

  it('while a whole answer is waited for', async () => {
    fake.answer(() => {});
    await leave({ model, messages }, atOnce);
  });

  it('while a whole answer is on its way', async () => {
    fake.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":"x",');
    });
    await leave({ model, messages }, () => delay(20));
  });

  it('on POST /chat', async () => {
    fake.answer(() => {});
    await leave({ model, user_query: 'Hello' }, atOnce, '/chat');
  });
});

it('a caller who hangs up between two tries of a failing provider ends them', async () => {
  fake.answer((_request, response) => {
    response.writeHead(503, { 'retry-after': '2' });
    response.end();
  });
  await leave({ messages }, () => delay(30));
  await delay(300);
  expect(fake.received.length).toBeLessThanOrEqual(2);
});

it('who hung up stands in the log and is counted, and no longer counted as open', async () => {
  fake.answer(() => {});
  await gateway.logged();
  const before = gateway.logLines.length;
  await leave({ messages }, atOnce);
  await until(() => gateway.logLines.length >= before + 1);
  const line = JSON.parse(gateway.logLines[before] as string) as Record<string, unknown>;
  expect(line).toMatchObject({
    level: 'info',
    route: '/v1/chat/completions',
    status: 499,
    failure: 'caller_left',
  });
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).toMatch(/^claimgate_requests_open 1$/m);
});

it('a caller who leaves within their own request is no error of the gateway', async () => {
  await gateway.logged();
  const before = gateway.logLines.length;
  const leaving = new AbortController();
  const sending = fetch(`${gateway.url}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"model":')),
    }),
    signal: leaving.signal,
    duplex: 'half',
  } as RequestInit);
  sending.catch(() => {});
  await delay(50);
  leaving.abort();
  await until(() => gateway.logLines.length > before);
  expect(gateway.logLines.slice(before).join('')).not.toContain('"level":"error"');
});
