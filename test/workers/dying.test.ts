/** What callers of a worker that dies get, and what becomes of the others. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import OpenAI, { APIError } from 'openai';
import { Agent, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { keepAliveCaller } from '../harness/keep-alive-caller.ts';
import { envFor, providerOf, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { parseStream } from '../harness/read-answer.ts';
import { isRunning, startWorkers, WORKERS, type WorkersGateway } from './start-workers.ts';

let fake: FakeProvider;
let gateway: WorkersGateway;
beforeAll(async () => {
  fake = await startFakeProvider();
  gateway = await startWorkers({ env: envFor(fake), yaml: 'plans: { default: enterprise }' });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.answer(speak());
  fake.received.length = 0;
});

/** Streams begin with `Hello`; whole answers never come. They end when the returned function is called. */
function holdAnswers(): () => void {
  let go = (): void => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  fake.answer(async (request, response) => {
    if (request.body.stream !== true) return;
    const wire = WIRES[providerOf(request)];
    startStream(response);
    response.write(wire.opening + wire.delta('Hello'));
    await wait;
    response.end(wire.delta(' there.') + wire.end);
  });
  return go;
}

/** Kills all workers that there are, and waits for their successors. */
async function killAll(): Promise<void> {
  const before = gateway.workerPids();
  expect(before).toHaveLength(WORKERS);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await gateway.replaced(before, WORKERS);
}
/** Long enough for last words to be on their way. */
const soon = () => delay(300);

const clientOf = (): OpenAI =>
  new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-test', maxRetries: 0, timeout: 20_000 });
const chat = { model: 'gpt-6-luna', messages: [{ role: 'user' as const, content: 'Hi' }] };

/** Sends a request as it stands; resolves with all that comes until the connection is closed. */
function raw(head: string, body = '', half = false): Promise<string> {
  const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(
    `${head}\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer sk-test\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  if (half) socket.end();
  return text(socket).finally(() => socket.destroy());
}

describe('a worker that is killed', () => {
  it('leaves streams that end with an error event, on every way of framing', async () => {
    holdAnswers();
    const body = JSON.stringify({ ...chat, stream: true });
    const client = clientOf();
    const streams = {
      chat: client.chat.completions.create({ ...chat, stream: true }),
      responses: client.responses.create({ model: chat.model, input: 'Hi', stream: true }),
    };
    const iterated = Object.entries(streams).map(async ([name, stream]) => {
      try {
        for await (const _ of await stream);
        return [name, 'ended'];
      } catch (error) {
        return [name, error instanceof APIError, (error as APIError).message];
      }
    });
    const claims = gateway.post('/v1/claims', {
      text: 'The Eiffel Tower was completed in 1889.',
      mode: 'verify',
      model: chat.model,
      stream: true,
    });
    const old = raw('POST /v1/chat/completions HTTP/1.0', body);
    const closing = raw('POST /v1/chat/completions HTTP/1.1\r\nConnection: close', body);
    await expect.poll(() => fake.received.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(5);
    await soon();
    await killAll();
    expect(await Promise.all(iterated)).toEqual([
      ['chat', true, expect.stringContaining('cannot serve this request')],
      ['responses', true, expect.stringContaining('cannot serve this request')],
    ]);
    // Not chunked, chunked: both end, with an event that says why.
    expect(await old).toMatch(/^HTTP\/1\.1 200 .*Hello.*data: \{.*"code":"unavailable".*\}\n\n$/s);
    expect(await closing).toMatch(
      /^HTTP\/1\.1 200 .*Hello.*data: \{.*"code":"unavailable".*\}\n\n\r\n0\r\n\r\n$/s,
    );
    const answer = await claims.catch(() => undefined);
    if (answer?.status === 200) expect(await answer.text()).toMatch(/unavailable/);
    else expect(answer?.status).toBe(503);
  });

  it('leaves those that wait for an answer a 503', async () => {
    holdAnswers();
    const answers = Array.from({ length: 8 }, () => gateway.chat());
    await expect.poll(() => fake.received.length, { timeout: 60_000 }).toBe(8);
    await soon();
    await killAll();
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]+$/);
      expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } });
    }
  });

  it('leaves idle connections closed, not open', async () => {
    const callers = Array.from({ length: 8 }, () => keepAliveCaller(gateway.url));
    await Promise.all(callers.map((caller) => caller.ask('/models')));
    expect(callers.map((caller) => caller.connected())).toEqual(Array(8).fill(true));
    await killAll();
    await expect.poll(() => callers.some((caller) => caller.connected())).toBe(false);
    for (const caller of callers) {
      expect((await caller.ask('/models')).status).toBe(200);
      caller.close();
    }
  });

  it('leaves the streams of the others alone, and is replaced', async () => {
    const go = holdAnswers();
    // Connections that are left of the tests before may all lead to one worker.
    setGlobalDispatcher(new Agent());
    const streams = await Promise.all(Array.from({ length: 8 }, () => gateway.chat({ stream: true })));
    await soon();
    const before = gateway.workerPids();
    let broken = 0;
    const texts = streams.map(async (stream) => {
      const answer = parseStream(await stream.text());
      if (!answer.done) broken += 1;
      return answer;
    });
    // One that has just been started may have none of them.
    const killed: number[] = [];
    for (const pid of before) {
      if (broken > 0) break;
      process.kill(pid, 'SIGKILL');
      killed.push(pid);
      // As long as the machine takes.
      await vi.waitUntil(() => broken > 0, { timeout: 2_000 }).catch(() => {});
    }
    await gateway.replaced(before, killed.length);
    go();
    const ended = await Promise.all(texts);
    const cut = ended.filter(({ done }) => !done);
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.length).toBeLessThan(8);
    for (const { errors } of cut) expect(errors.map(({ error }) => error.code)).toEqual(['unavailable']);
    for (const { done, text: said } of ended) if (done) expect(said).toBe('Hello there.');
    expect(gateway.workerPids()).toHaveLength(WORKERS);
    expect(gateway.linesWith('a worker has ended').at(-1)).toMatchObject({ level: 'error', why: 'SIGKILL' });
  });

  it('takes no count with it: metrics never fall', async () => {
    const read = async () => (await fetch(`${gateway.url}/metrics`)).text();
    const requests = (metrics: string) =>
      Number(
        /^claimgate_http_requests_total\{[^}]*route="\/v1\/chat\/completions"[^}]*status="200"[^}]*\} (\d+)$/m.exec(
          metrics,
        )?.[1] ??
          /^claimgate_requests_total\{.*?chat\/completions.*?200.*?\} (\d+)$/m.exec(metrics)?.[1] ??
          -1,
      );
    await Promise.all(Array.from({ length: 20 }, async () => (await gateway.chat()).text()));
    const before = requests(await read());
    expect(before).toBeGreaterThanOrEqual(20);
    await killAll();
    expect(requests(await read())).toBe(before);
    await Promise.all(Array.from({ length: 20 }, async () => (await gateway.chat()).text()));
    expect(requests(await read())).toBe(before + 20);
  });
});

describe('a worker that hangs', () => {
  it('keeps nobody waiting who comes later, nor probes; what it did not get is served by others', async () => {
    const [hung = 0] = gateway.workerPids();
    process.kill(hung, 'SIGSTOP');
    try {
      // Some are dealt to it before it is noticed: they wait for it alone.
      const answers = Array.from({ length: 40 }, () =>
        raw('POST /v1/chat/completions HTTP/1.1\r\nConnection: close', JSON.stringify(chat)).catch(
          () => 'lost',
        ),
      );
      await delay(2_500);
      const began = performance.now();
      for (const path of ['/health', '/ready', '/metrics', '/models']) {
        // Not with `fetch`, which may use a connection that the hung worker has from before.
        const probes = Array.from({ length: 6 }, () => raw(`GET ${path} HTTP/1.1\r\nConnection: close`));
        const statuses = (await Promise.all(probes)).map((answer) => Number(answer.slice(9, 12)));
        expect([path, statuses]).toEqual([path, Array(6).fill(200)]);
      }
      expect(performance.now() - began).toBeLessThan(8_000);
      process.kill(hung, 'SIGKILL');
      const served = (await Promise.all(answers)).filter((answer) => answer.startsWith('HTTP/1.1 200 '));
      expect(served.length).toBeGreaterThanOrEqual(38);
    } finally {
      if (isRunning(hung)) process.kill(hung, 'SIGCONT');
    }
    await expect.poll(() => gateway.workerPids().length, { timeout: 60_000 }).toBe(WORKERS);
  });
});

describe('connections', () => {
  const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
  const all = (): number[] => [gateway.pid, ...gateway.workerPids()].map(descriptors);

  it.skipIf(process.platform !== 'linux')('that have closed are let go by all processes', async () => {
    const ask = async (count: number) => {
      for (let i = 0; i < count; i += 100) {
        await Promise.all(
          Array.from({ length: 100 }, async (_, n) => {
            if (n % 4 === 0) {
              // One that leaves in the middle of its request.
              const socket = connect(gateway.port, '127.0.0.1');
              socket.on('error', () => {});
              socket.write('POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Le');
              await delay(5);
              socket.destroy();
            } else await raw('GET /models HTTP/1.1\r\nConnection: close');
          }),
        );
      }
    };
    await ask(500);
    await delay(500);
    const before = all();
    await ask(2_500);
    await expect
      .poll(() => Math.max(...all().map((count, i) => count - (before[i] ?? 0))), { timeout: 60_000 })
      .toBeLessThan(10);
  });

  it('of callers who leave end the request to the provider', async () => {
    holdAnswers();
    const leaving = new AbortController();
    const streams = Array.from({ length: 6 }, () =>
      fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
        body: JSON.stringify({ ...chat, stream: true }),
        signal: leaving.signal,
      }),
    );
    await Promise.all(streams);
    leaving.abort();
    await Promise.all(fake.received.map(({ closed }) => closed));
  });

  it('by the thousand are all answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4_000 }, () => raw('GET /models HTTP/1.1\r\nConnection: close')),
    );
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 ')).length).toBe(4_000);
  });

  it('with large bodies, pipelined requests, half-closed ends and garbage get what they get from one process', async () => {
    const large = await gateway.chat({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            {
              type: 'image_url',
              image_url: { url: `data:image/png;base64,${'A'.repeat(30 * 1024 * 1024)}` },
            },
          ],
        },
      ],
    });
    expect([large.status, (await large.text()).slice(0, 200)]).toEqual([200, expect.any(String)]);
    const socket = connect(gateway.port, '127.0.0.1');
    const get = 'GET /models HTTP/1.1\r\nHost: localhost\r\n';
    socket.write(`${get}\r\n${get}\r\n${get}Connection: close\r\n\r\n`);
    expect((await text(socket)).match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
    expect(await raw('GET /models HTTP/1.1\r\nConnection: close', '', true)).toMatch(/^HTTP\/1\.1 200 /);
    const upgrade = await raw('GET /models HTTP/1.1\r\nConnection: Upgrade, close\r\nUpgrade: websocket');
    expect(upgrade).toMatch(/^HTTP\/1\.1 200 /);
    const garbage = connect(gateway.port, '127.0.0.1');
    garbage.write('\x16\x03\x01 this is no HTTP\r\n\r\n');
    expect(await text(garbage)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

it('the processes are those that the command line asked for', () => {
  expect(gateway.workerPids()).toHaveLength(WORKERS);
  expect(execFileSync('ps', ['-o', 'args=', '-p', String(gateway.pid)], { encoding: 'utf8' })).toContain(
    `--workers ${WORKERS}`,
  );
});
