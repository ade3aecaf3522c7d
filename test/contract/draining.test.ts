/** Contract, section 10: in which order a gateway leaves, seen by callers who keep their connections. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { type KeepAliveCaller, type KeptAnswer, keepAliveCaller } from '../harness/keep-alive-caller.ts';
import { envFor, providerOf, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { parseStream } from '../harness/read-answer.ts';
import { sendThenRead } from '../harness/send-raw.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const CHAT = '/v1/chat/completions';
const chatBody = (stream: boolean, text = 'Hi'): string =>
  JSON.stringify({ model: 'gpt-6-luna', stream, messages: [{ role: 'user', content: text }] });
const WHOLE = chatBody(false);
const STREAM = chatBody(true);

let fake: FakeProvider;
let gateway: Gateway;
let drained: Promise<void> | undefined;
const callers: KeepAliveCaller[] = [];
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.stop());
function newCaller(): KeepAliveCaller {
  const caller = keepAliveCaller(gateway.url);
  callers.push(caller);
  return caller;
}

/** Lets streams begin with `Hello`, and end when the returned function is called. */
function holdStreams(): () => void {
  let go = (): void => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  fake.answer(async (request, response) => {
    if (request.body.stream !== true) return speak()(request, response);
    const wire = WIRES[providerOf(request)];
    startStream(response);
    response.write(wire.opening + wire.delta('Hello'));
    await wait;
    response.end(wire.delta(' there.') + wire.end);
  });
  return go;
}

/** Milliseconds for what one process does to be so in all of them. */
const SPREAD = severalProcesses ? 100 : 0;

async function beginDraining(): Promise<void> {
  drained = gateway.app.drain();
  await delay(SPREAD);
}

/** Resolves once new work is refused. */
async function refused(): Promise<void> {
  for (;;) {
    const caller = newCaller();
    if ((await caller.ask('/models')).status === 503) return delay(SPREAD);
    await delay(20);
  }
}

it.each([
  [{ HOST: '127.0.0.1' }, 0],
  [{ HOST: '::1' }, 0],
  [{ HOST: 'localhost' }, 0],
  [{ HOST: '0.0.0.0' }, 5_000],
  [{ HOST: '203.0.113.7' }, 5_000],
])('%o waits %i ms for those who look whether it is ready', (env, expected) => {
  expect(readConfig(env).server.drainDelay).toBe(expected);
});

describe('a gateway that is asked to end', () => {
  beforeEach(async () => {
    fake.answer(speak());
    fake.received.length = 0;
    gateway = await startGateway({ env: envFor(fake), yaml: 'server: { drain_delay: 1500ms }' });
  });
  afterEach(async () => {
    for (const caller of callers.splice(0)) caller.close();
    if (drained === undefined) await gateway.stop();
    else await drained;
    drained = undefined;
  });

  describe('between the word and the end of new work', () => {
    it('readiness is 503, and all work is taken, on old connections and new ones', async () => {
      const [old, idle] = [newCaller(), newCaller()];
      await old.ask('/ready');
      await idle.ask('/ready');
      await beginDraining();
      expect(await newCaller().ask('/ready')).toMatchObject({ status: 503 });
      expect(await old.ask(CHAT, WHOLE)).toMatchObject({ status: 200, reused: true });
      expect(await newCaller().ask(CHAT, WHOLE)).toMatchObject({ status: 200 });
      expect(parseStream((await newCaller().ask(CHAT, STREAM)).text)).toMatchObject({
        done: true,
        errors: [],
      });
      expect(await newCaller().ask('/models')).toMatchObject({ status: 200 });
      expect(idle.connected()).toBe(true);
    });

    it('every answer closes its connection, one that was under way as well', async () => {
      const slow = newCaller();
      let answer = (): void => {};
      const asked = new Promise<void>((resolve) => {
        fake.answer((request, response) => {
          answer = () => void speak()(request, response);
          resolve();
        });
      });
      const pending = slow.ask(CHAT, WHOLE);
      await asked;
      await beginDraining();
      answer();
      expect(await pending).toMatchObject({ status: 200, headers: { connection: 'close' } });
      fake.answer(speak());
      for (const [path, body] of [
        [CHAT, WHOLE],
        [CHAT, STREAM],
        ['/models'],
        ['/ready'],
        [CHAT, '{'],
      ] as const) {
        expect(await newCaller().ask(path, body)).toMatchObject({ headers: { connection: 'close' } });
      }
    });
  });

  describe('after it', () => {
    it('idle connections are closed, new work gets 503 that closes its connection, open streams finish', async () => {
      const go = holdStreams();
      const [streaming, idle] = [newCaller(), newCaller()];
      await idle.ask('/models');
      let stream: Promise<KeptAnswer> | undefined;
      await new Promise<void>((begun) => {
        stream = streaming.ask(CHAT, STREAM, begun);
      });
      await beginDraining();
      await refused();
      await expect.poll(() => idle.connected()).toBe(false);
      for (const body of [WHOLE, STREAM]) {
        const { status, headers, text } = await newCaller().ask(CHAT, body);
        expect(status).toBe(503);
        expect(headers).toMatchObject({ connection: 'close', 'retry-after': '1' });
        expect(JSON.parse(text)).toMatchObject({ error: { type: 'server_error', code: 'unavailable' } });
      }
      expect(await newCaller().ask('/health')).toMatchObject({
        status: 200,
        headers: { connection: 'close' },
      });
      go();
      expect(parseStream((await stream)?.text ?? '')).toMatchObject({
        text: 'Hello there.',
        done: true,
        errors: [],
      });
    });

    it('a caller who reads nothing before all of a long request is sent reads the 503', async () => {
      const go = holdStreams();
      const stream = newCaller().ask(CHAT, STREAM);
      await expect.poll(() => fake.received.length).toBe(1);
      await beginDraining();
      await refused();
      const body = chatBody(false, 'x'.repeat(3_900_000));
      const head = [
        `POST ${CHAT} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ];
      const answer = await sendThenRead(gateway.url, `${head.join('\r\n')}\r\n\r\n${body}`);
      expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nConnection: close\r\n.*"code":"unavailable"/is);
      go();
      await stream;
    });

    it('a connection whose stream had promised to keep it is served once more', async () => {
      const go = holdStreams();
      const streaming = newCaller();
      let stream: Promise<KeptAnswer> | undefined;
      await new Promise<void>((begun) => {
        stream = streaming.ask(CHAT, STREAM, begun);
      });
      await beginDraining();
      await refused();
      go();
      expect(await stream).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
      const last = await streaming.ask(CHAT, WHOLE);
      expect(last).toMatchObject({ status: 200, reused: true, headers: { connection: 'close' } });
    });

    it('nobody is answered any more once nothing is open', async () => {
      await gateway.app.drain();
      drained = Promise.resolve();
      await expect(newCaller().ask('/ready')).rejects.toThrow('ECONNREFUSED');
    });
  });
});
