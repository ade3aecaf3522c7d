import { Pool } from 'undici';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RawServer, rawChunk, rawReply, startRawServer } from '../../../test/harness/raw-server.ts';
import { createHttpClient, type HttpCall, type HttpClient, type HttpReply } from './http-client.ts';

let server: RawServer;
let client: HttpClient;
beforeEach(async () => {
  server = await startRawServer();
  client = createHttpClient({ connectTimeout: 500 });
});
afterEach(async () => {
  await client.close();
  await server.stop();
});

const call = (options: Partial<HttpCall> = {}): Promise<HttpReply> =>
  client.call({
    method: 'POST',
    origin: server.url,
    path: '/v1/x?a=b',
    headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
    body: '{"hello":"wörld"}',
    firstByteTimeout: 300,
    idleTimeout: 300,
    ...options,
  });

type Answer = Parameters<RawServer['answer']>[0];

const fault = (name: string) => expect.objectContaining({ name: 'WireError', fault: name });

describe('a call', () => {
  it('is sent as it was given, and answered with status, headers and body', async () => {
    server.answer(({ socket }) => {
      socket.write(rawReply('429 Slow', ['Retry-After: 7', 'X-Two: a', 'X-Two: b'], '{"a":1}'));
    });
    const reply = await call();
    expect(reply.status).toBe(429);
    expect(reply.header('retry-after')).toBe('7');
    expect(reply.header('x-two')).toBe('a');
    expect(reply.header('x-three')).toBeUndefined();
    expect(await reply.body.text(100)).toBe('{"a":1}');
    const [received] = server.exchanges;
    expect(received?.head).toMatch(/^POST \/v1\/x\?a=b HTTP\/1\.1\r\n/);
    expect(received?.head).toContain('authorization: Bearer k');
    expect(received?.body).toBe('{"hello":"wörld"}');
  });

  it('sends the pieces of a body as one, with its length', async () => {
    server.answer(({ socket }) => void socket.write(rawReply('200 OK', [], 'ok')));
    const pieces = ['{"a":"', 'x'.repeat(200_001), `y${'\u{1f511}'.repeat(70_000)}`, '', '"}'];
    expect((await call({ body: pieces, firstByteTimeout: 5_000 })).status).toBe(200);
    const [received] = server.exchanges;
    expect(received?.body === pieces.join('')).toBe(true);
    expect(received?.head).toContain(`content-length: ${Buffer.byteLength(pieces.join(''))}`);
    expect(received?.head).not.toContain('transfer-encoding');
  });

  it('uses a connection of those before again', async () => {
    server.answer(({ socket }) => {
      socket.write(rawReply('200 OK', ['Transfer-Encoding: chunked'], ''));
      socket.write(Buffer.concat([rawChunk('a'), rawChunk('b'), rawChunk('')]));
    });
    for (let i = 0; i < 5; i++) expect(await (await call()).body.text(100)).toBe('ab');
    // A connection is free again one turn of the event loop after its answer.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  it('holds the sender back while its reader does not read, and times nobody out meanwhile', async () => {
    let written = 0;
    server.answer(({ socket }) => {
      socket.write(rawReply('200 OK', ['Transfer-Encoding: chunked']));
      const more = (): void => {
        while (written < 64 * 1024 * 1024 && socket.write(rawChunk(Buffer.alloc(65_536)))) written += 65_536;
      };
      socket.on('drain', more);
      more();
    });
    const reply = await call({ idleTimeout: 100 });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(written).toBeLessThan(16 * 1024 * 1024);
    const before = written;
    for (let i = 0; i < 200 && written === before; i++) {
      expect(await reply.body.ready()).toBe(true);
      reply.body.take();
    }
    reply.body.abort(new Error('enough'));
    await server.allClosed();
  });

  it('passes by informational replies', async () => {
    server.answer(({ socket }) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n');
      socket.write(rawReply('200 OK', [], 'ok'));
    });
    const reply = await call();
    expect(reply.status).toBe(200);
    expect(reply.header('link')).toBeUndefined();
    expect(await reply.body.text(10)).toBe('ok');
  });
});

describe('a deadline', () => {
  it('holds for the headers: for none, for half of them, and for a trickle', async () => {
    const half: Answer = ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\nContent-Ty');
    const trickle: Answer = ({ socket }) => {
      const text = `HTTP/1.1 200 OK\r\nX-Slow: ${'x'.repeat(100)}\r\nContent-Length: 0\r\n\r\n`;
      let at = 0;
      const timer = setInterval(() => (at < text.length ? socket.write(text[at++] as string) : 0), 20);
      socket.on('close', () => clearInterval(timer));
    };
    const none: Answer = () => {};
    const late = [none, half, trickle].map(async (answer) => {
      const own = await startRawServer();
      own.answer(answer);
      await expect(call({ origin: own.url })).rejects.toEqual(fault('first_byte_timeout'));
      await own.allClosed();
      await own.stop();
    });
    await Promise.all(late);
  });

  it('is not put off by informational replies without end', async () => {
    server.answer(({ socket }) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    await expect(call()).rejects.toEqual(fault('first_byte_timeout'));
    await server.allClosed();
  });

  it('holds between two pieces of the body, not for the whole', async () => {
    server.answer(({ socket }) => {
      socket.write(rawReply('200 OK', ['Content-Length: 8']));
      let left = 6;
      const timer = setInterval(() => (left-- > 0 ? socket.write('x') : clearInterval(timer)), 100);
      socket.on('close', () => clearInterval(timer));
    });
    const { body } = await call();
    await expect(body.text(100)).rejects.toEqual(fault('idle_timeout'));
    await server.allClosed();
  });

  it('holds for the connection', async () => {
    // The server never answers to the greeting of TLS.
    const origin = server.url.replace('http:', 'https:');
    await expect(call({ origin })).rejects.toEqual(fault('unreachable'));
    await server.allClosed();
  });
});

describe('a call that its caller gives up', () => {
  const late = (milliseconds: number): AbortSignal => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), milliseconds);
    return controller.signal;
  };

  it('is never sent where it was given up before', async () => {
    await expect(call({ signal: AbortSignal.abort() })).rejects.toEqual(fault('aborted'));
    expect(server.connections).toBe(0);
  });

  it('ends while it connects, and is not sent later', async () => {
    const controller = new AbortController();
    const calling = call({ signal: controller.signal });
    controller.abort();
    await expect(calling).rejects.toEqual(fault('aborted'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.exchanges).toHaveLength(0);
  });

  it('ends before the headers and within the body, plain or compressed, with its connection', async () => {
    await expect(call({ signal: late(50) })).rejects.toEqual(fault('aborted'));
    await server.allClosed();
    for (const coding of ['identity', 'gzip']) {
      server.answer(({ socket }) => {
        socket.write(rawReply('200 OK', ['Content-Length: 900', `Content-Encoding: ${coding}`]));
        socket.write(Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0x03]));
      });
      const leaving = new AbortController();
      const { body } = await call({ signal: leaving.signal });
      const reading = expect(body.text(100)).rejects.toEqual(fault('aborted'));
      leaving.abort();
      await reading;
      await server.allClosed();
    }
  });

  it('leaves nothing of itself at the signal once it was answered', async () => {
    server.answer(({ socket }) => void socket.write(rawReply('200 OK', [], 'ok')));
    const controller = new AbortController();
    const { body } = await call({ signal: controller.signal });
    expect(await body.text(10)).toBe('ok');
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await (await call()).body.text(10)).toBe('ok');
    expect(server.connections).toBe(1);
  });
});

describe('a server that misbehaves', () => {
  const answers: readonly [string, string, string | Buffer][] = [
    ['closes without a word', 'broken', ''],
    ['closes within the status line', 'cut', 'HTTP/1.1 20'],
    ['closes within the headers', 'cut', 'HTTP/1.1 200 OK\r\nContent-Type: te'],
    ['closes behind an informational reply', 'cut', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['says 100 Continue, which nobody asked for', 'malformed', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['switches protocols', 'malformed', 'HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['speaks HTTP/0.9', 'malformed', '<html>hello</html>'],
    ['speaks another protocol', 'malformed', 'SSH-2.0-OpenSSH_9.9\r\n'],
    [
      'gives two lengths',
      'malformed',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc',
    ],
    ['sends headers without end', 'malformed', `HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(100_000)}`],
    ['sends a header that is none', 'malformed', 'HTTP/1.1 200 OK\r\nbad header\r\n\r\n'],
  ];
  it.each(answers)('%s: %s', async (_name, expected, answer) => {
    server.answer(({ socket }) => socket.end(answer));
    await expect(call()).rejects.toEqual(fault(expected));
    await server.allClosed();
    // The next call has a connection of its own.
    server.answer(({ socket }) => void socket.write(rawReply('200 OK', [], 'ok')));
    expect(await (await call()).body.text(10)).toBe('ok');
  });

  it('resets the connection: nothing came, or some', async () => {
    server.answer(({ socket }) => socket.resetAndDestroy());
    await expect(call()).rejects.toEqual(fault('broken'));
    server.answer(({ socket }) => {
      socket.write(rawReply('200 OK', ['Content-Length: 10'], 'half'));
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
    const { body } = await call();
    await expect(body.text(100)).rejects.toEqual(fault('cut'));
  });

  it('breaks its body off, or its chunks are none', async () => {
    for (const [headers, body] of [
      [['Content-Length: 10'], 'half'],
      [['Transfer-Encoding: chunked'], '4\r\nhalf\r\n'],
      [['Transfer-Encoding: chunked'], '4\r\nhalf\r\nzz\r\n'],
    ] as const) {
      server.answer(({ socket }) => socket.end(rawReply('200 OK', headers, body)));
      const reply = await call();
      await expect(reply.body.text(100)).rejects.toEqual(fault('cut'));
    }
  });

  it('is not there, or has no name', async () => {
    const { port } = server;
    await server.stop();
    await expect(call()).rejects.toEqual(fault('unreachable'));
    await expect(call({ origin: 'http://nobody.invalid' })).rejects.toEqual(fault('unreachable'));
    server = await startRawServer(undefined, port);
  });
});

it('hosts that were called once are forgotten, and can be called again', async () => {
  const closed = vi.spyOn(Pool.prototype, 'close');
  onTestFinished(() => closed.mockRestore());
  const hosts = Array.from({ length: 300 }, (_, i) => `http://127.0.0.1:${i + 1}`);
  const faults = new Set<string>();
  for (const origin of hosts) await call({ origin }).catch(({ fault: name }) => faults.add(name));
  expect([...faults]).toEqual(['unreachable']);
  expect(closed.mock.calls.length).toBeGreaterThan(100);
  server.answer(({ socket }) => void socket.write(rawReply('200 OK', [], 'ok')));
  expect(await (await call()).body.text(10)).toBe('ok');
  await expect(call({ origin: hosts[0] as string })).rejects.toEqual(fault('unreachable'));
});

it('what cannot be sent is a fault of the gateway, not of the wire', async () => {
  await expect(call({ headers: { 'x-bad': 'a\nb' } })).rejects.toMatchObject({ code: 'UND_ERR_INVALID_ARG' });
});
