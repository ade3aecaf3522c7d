/** A thousand slow streams at once: all complete, and nothing of them is left behind. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, providerOf, startStream, WIRES } from '../harness/provider-wires.ts';
import { readStream } from '../harness/read-answer.ts';
import { startGateway } from '../harness/start-gateway.ts';

const STREAMS = 1_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of live objects. */
async function heap(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect();
    await delay(20);
  }
  return process.memoryUsage().heapUsed;
}

/** Opens a stream. @returns its connection, once the last words before the pause have come. */
function openStream(url: string, request: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let end = '';
    socket.on('error', reject);
    socket.on('data', (piece) => {
      end = end.slice(-100) + piece.toString('latin1');
      if (end.includes('Here it pauses.')) resolve(socket);
    });
    socket.write(request);
  });
}

it('a thousand slow streams complete, all open at once, with memory flat afterwards', async () => {
  let open = 0;
  let most = 0;
  let go = (): void => {};
  let gathered = new Promise<void>(() => {});
  const gather = (): void => {
    gathered = new Promise((resolve) => {
      go = resolve;
    });
  };
  const fake = await startFakeProvider(async (request, response) => {
    const wire = WIRES[providerOf(request)];
    open += 1;
    most = Math.max(most, open);
    if (open === STREAMS) go();
    startStream(response);
    response.write(wire.opening + wire.delta('The tower '));
    await gathered;
    for (const word of ['was ', 'finished ', 'in ', '1889.']) {
      response.write(wire.delta(word));
      await delay(100);
    }
    response.end(wire.end);
    open -= 1;
  });
  const gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { per_hour: null, per_month: null } }',
  });
  const round = async (): Promise<void> => {
    gather();
    fake.received.length = 0;
    const answers = await Promise.all(
      Array.from({ length: STREAMS }, async () =>
        readStream(await gateway.chat({ api_key: 'sk-test', stream: true })),
      ),
    );
    for (const { text, done, errors } of answers) {
      expect([text, done, errors]).toEqual(['The tower was finished in 1889.', true, []]);
    }
    fake.received.length = 0;
    gateway.logLines.length = 0;
  };
  try {
    await round();
    const before = await heap();
    await round();
    expect(most).toBe(STREAMS);
    const grown = (await heap()) - before;
    expect(grown).toBeLessThan(4 * 1024 * 1024);
  } finally {
    await gateway.stop();
    await fake.stop();
  }
});

it('an open stream holds neither its request nor what has passed', async () => {
  const count = 100;
  const fake = await startFakeProvider((request, response) => {
    const wire = WIRES[providerOf(request)];
    startStream(response);
    const words = Array.from({ length: 200 }, (_, i) => wire.delta(`Word ${i} of a long text. `)).join('');
    response.write(`${wire.opening}${words}${wire.delta('Here it pauses.')}`);
  });
  const gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { per_hour: null, per_month: null } }',
  });
  const messages = [{ role: 'user', content: 'What? '.repeat(20_000) }];
  const body = JSON.stringify({ model: 'gpt-6-luna', stream: true, fact_check: { mode: 'off' }, messages });
  const head = 'Host: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer sk-test';
  const request = `POST /v1/chat/completions HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const open = (): Promise<Socket[]> =>
    Promise.all(Array.from({ length: count }, () => openStream(gateway.url, request)));
  const held = async (): Promise<number> => {
    fake.received.length = 0;
    const used = await heap();
    return used + process.memoryUsage().arrayBuffers;
  };
  try {
    for (const socket of await open()) socket.destroy();
    await delay(200);
    const before = await held();
    const sockets = await open();
    const each = ((await held()) - before) / count;
    for (const socket of sockets) socket.destroy();
    // Callers and the provider live in this process too.
    expect(each).toBeLessThan(110 * 1024);
  } finally {
    await gateway.stop();
    await fake.stop();
  }
});
