/** Contract, sections 6 and 10: how many requests may be open, of one caller and in all. */
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { expectError, readJson } from '../harness/read-answer.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const PER_CALLER = 5;
const IN_ALL = 12;

let fake: FakeProvider;
let gateway: Gateway;
let open = 0;
let most = 0;
let release = (): void => {};

beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: envFor(fake),
    yaml: `server: { max_open_requests: ${IN_ALL} }\nlimits: { open_requests_per_caller: ${PER_CALLER} }`,
  });
});
afterEach(() => release());
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));

/** The provider answers nobody until `release`. */
function hold(): void {
  const held = Promise.withResolvers<void>();
  open = 0;
  most = 0;
  release = held.resolve;
  const answer = speak();
  fake.answer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    await held.promise;
    open -= 1;
    return answer(request, response);
  });
}

const chat = (key: string, stream = false) => gateway.chat({ api_key: key, stream });
const isOpen = (count: number) => expect.poll(() => open).toBe(count);

/** Sends chats in one go on one connection. @returns the status of each, once all are answered. */
function pipeline(keys: readonly string[]): { readonly statuses: Promise<string[]> } {
  const body = (key: string) =>
    JSON.stringify({ model: 'gpt-6-luna', api_key: key, messages: [{ role: 'user', content: 'Hello' }] });
  const requests = keys.map((key, i) => {
    const end = i === keys.length - 1 ? 'Connection: close\r\n' : '';
    const length = Buffer.byteLength(body(key));
    return `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n${end}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body(key)}`;
  });
  const statuses = new Promise<string[]>((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => {
      socket.write(requests.join(''));
    });
    socket.on('data', (piece: Buffer | string) => {
      text += piece.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]!)));
  });
  return { statuses };
}

const count = (statuses: readonly string[], status: string): number =>
  statuses.filter((each) => each === status).length;

describe('requests that are open at once', () => {
  // With several processes a place is asked for: those that are refused take turns with those that are answered.
  it.skipIf(severalProcesses)(
    'of one caller reach the provider up to the limit, the others are 429',
    async () => {
      hold();
      const { statuses } = pipeline(Array.from({ length: 40 }, () => 'sk-pipelined'));
      await isOpen(PER_CALLER);
      const refused = await chat('sk-pipelined');
      await expectError(refused, {
        status: 429,
        type: 'rate_limit_error',
        code: 'concurrency_limit_exceeded',
      });
      expect(refused.headers.get('x-ratelimit-limit')).toBe('100');
      release();
      const answered = await statuses;
      expect(answered).toHaveLength(40);
      expect(count(answered, '200')).toBe(PER_CALLER);
      expect(most).toBe(PER_CALLER);
      const limits = await fetch(`${gateway.url}/v1/limits`, {
        headers: { authorization: 'Bearer sk-pipelined' },
      });
      const { windows } = await readJson<{ windows: { remaining: number }[] }>(limits);
      expect(windows.map(({ remaining }) => remaining)).toEqual([100 - PER_CALLER, 1_000 - PER_CALLER]);
    },
  );

  it('of all callers likewise, the others are 503, before anything of them is read', async () => {
    hold();
    const keys = Array.from({ length: 40 }, (_, i) => `sk-caller-${i}`);
    const { statuses } = pipeline(keys);
    await isOpen(IN_ALL);
    const refused = await gateway.post('/v1/chat/completions', '{ malformed');
    await expectError(refused, { status: 503, type: 'server_error', code: 'over_capacity' });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await fetch(`${gateway.url}/models`)).status).toBe(503);
    release();
    const answered = await statuses;
    // The first that finds no room is refused at once; the others of its connection wait, and some find room.
    expect(count(answered, '200')).toBeGreaterThanOrEqual(IN_ALL);
    expect(count(answered, '503')).toBeGreaterThan(0);
    expect(count(answered, '200') + count(answered, '503')).toBe(40);
    expect(most).toBe(IN_ALL);
  });

  it('do not keep probes out, and readiness says that there is no room', async () => {
    hold();
    const asked = Array.from({ length: IN_ALL }, (_, i) => chat(`sk-probe-${i}`));
    await isOpen(IN_ALL);
    expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(200);
    expect((await fetch(`${gateway.url}/ready`)).status).toBe(503);
    release();
    for (const response of await Promise.all(asked)) expect(response.status).toBe(200);
    await expect.poll(async () => (await fetch(`${gateway.url}/ready`)).status).toBe(200);
  });

  it.each([
    ['are answered', async () => release()],
    ['are given up by their callers', async (leave: () => void) => leave()],
  ])('make room once they %s, streams too', async (_how, end) => {
    for (let round = 0; round < 3; round++) {
      hold();
      const leaving = new AbortController();
      const asked = Array.from({ length: PER_CALLER }, (_, i) =>
        fetch(`${gateway.url}/v1/chat/completions`, {
          method: 'POST',
          signal: leaving.signal,
          headers: { 'content-type': 'application/json', authorization: 'Bearer sk-again' },
          body: JSON.stringify({
            model: 'gpt-6-luna',
            stream: i % 2 === 0,
            messages: [{ role: 'user', content: 'Hello' }],
          }),
        }).then(
          (response) => response.text(),
          () => 'left',
        ),
      );
      await isOpen(PER_CALLER);
      expect((await chat('sk-again')).status).toBe(429);
      await end(() => leaving.abort());
      await Promise.all(asked);
      release();
      await expect.poll(async () => (await chat('sk-again')).status).toBe(200);
    }
  });
});
