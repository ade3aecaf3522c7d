import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RawServer, rawReply, startRawServer } from '../../../test/harness/raw-server.ts';
import { ApiKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import { type ChatRequest, type Chunk, type Completion, textMessage, textOf } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { Adapter } from '../dialects/adapter.ts';
import { createCircuit } from '../wire/circuit.ts';
import { createHttpClient, type HttpClient } from '../wire/http-client.ts';
import { createUpstream, type PreparedCall, type Upstream } from './call-provider.ts';
import { createOperatorKeys, type OperatorKeys } from './operator-keys.ts';

const KEY = ApiKey.parse('sk-a-key-that-nobody-has') as ApiKey;

function writeMessages({ messages }: ChatRequest): string {
  return JSON.stringify(messages.map((message) => ({ role: message.role, content: textOf(message) })));
}

/** A dialect as small as can be: `{"say"}` whole, `{"say"}` events and `{"end"}` streamed, `{"error"}`. */
const adapter: Adapter = {
  dialects: ['chat-completions'],
  toRequest: (request, _model, key) => ({
    request: { path: '/say', headers: { 'x-key': key.reveal() }, body: writeMessages(request) },
    adjusted: [],
  }),
  readCompletion: (body) => ({ content: (body as { say: string }).say, finishReason: 'stop' }),
  openStream: () => ({
    complete: false,
    read(event, out) {
      const body = JSON.parse(event.data) as { say?: string };
      if (body.say !== undefined) out.push({ type: 'text', text: body.say });
      else {
        out.push({ type: 'finish', finishReason: 'stop' });
        (this as { complete: boolean }).complete = true;
      }
    },
  }),
  readError: (status, header, body) =>
    new GatewayError(status === 429 ? 'provider_rate_limited' : 'provider_failed', body, {
      retryable: status >= 500 || header('retry-after') === '2',
      ...(header('retry-after') === undefined ? {} : { retryAfter: header('retry-after') as string }),
      param: header('x-param') ?? 'model',
    }),
};

let server: RawServer;
let http: HttpClient;
let upstream: Upstream;
let waits: number[];
let operatorKeys: OperatorKeys;
beforeEach(async () => {
  server = await startRawServer();
  http = createHttpClient({ connectTimeout: 500 });
  waits = [];
  operatorKeys = createOperatorKeys(() => 0);
  upstream = createUpstream({
    http,
    circuit: createCircuit({ failures: 3, deadAfter: 0, pause: 1_000_000, now: () => 0 }),
    random: () => 1,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    userAgent: 'claimgate/test',
    retries: 2,
    operatorKeys,
    reserve: async (_key, _model, { output }) => ({ output, settle() {}, release() {} }),
  });
});
afterEach(async () => {
  await http.close();
  await server.stop();
});

function prepare(options: { readonly sandbox?: boolean } = {}): PreparedCall {
  const endpoint = {
    provider: 'plain',
    displayName: 'Plain',
    adapter,
    origin: server.url,
    pathPrefix: '/v1',
    firstByteTimeout: 300,
    idleTimeout: 300,
    sandbox: options.sandbox ?? false,
  };
  const request = { messages: [textMessage('user', 'Hello')], stream: false } as const;
  return upstream.prepare(endpoint, {} as Model, request, KEY);
}
const signal = (): AbortSignal => new AbortController().signal;
const complete = (): Promise<Completion> => upstream.complete(prepare(), signal());
async function stream(): Promise<readonly Chunk[]> {
  const batches = await upstream.stream(prepare(), signal());
  const chunks: Chunk[] = [];
  for (let batch = await batches.next(); batch !== undefined; batch = await batches.next())
    chunks.push(...batch);
  return chunks;
}

describe('one call to one provider', () => {
  it('is sent with the key, who asks, and what is wanted', async () => {
    server.answer(({ socket }) => void socket.write(rawReply('200 OK', [], '{"say":"hi"}')));
    expect(await complete()).toEqual({ content: 'hi', finishReason: 'stop' });
    const head = server.exchanges[0]?.head ?? '';
    expect(head).toMatch(/^POST \/v1\/say HTTP/);
    for (const line of [
      'x-key: sk-a-key-that-nobody-has',
      'content-type: application/json',
      'accept: application/json',
      'user-agent: claimgate/test',
    ]) {
      expect(head.split('\r\n')).toContain(line);
    }
    expect(server.exchanges[0]?.body).toBe('[{"role":"user","content":"Hello"}]');
  });

  it('is streamed, and asks for a stream', async () => {
    server.answer(({ socket }) => {
      socket.end(rawReply('200 OK', ['Connection: close'], 'data: {"say":"hi"}\n\ndata: {}\n\n'));
    });
    expect(await stream()).toEqual([
      { type: 'text', text: 'hi' },
      { type: 'finish', finishReason: 'stop' },
    ]);
    expect(server.exchanges[0]?.head).toContain('accept: text/event-stream');
  });

  it('may be answered whole though a stream was asked for, but not with a page', async () => {
    server.answer(({ socket }) => {
      socket.write(rawReply('200 OK', ['Content-Type: Application/JSON'], '{"say":"hi"}'));
    });
    expect(await stream()).toHaveLength(2);
    server.answer(({ socket }) => {
      socket.write(rawReply('200 OK', ['Content-Type: text/html'], '<html>'));
    });
    await expect(stream()).rejects.toMatchObject({ code: 'provider_failed' });
    expect(waits).toEqual([]);
  });

  it('is made again where that is safe, and not once an answer has begun', async () => {
    server.answer(({ socket, index }) => {
      if (index === 0) socket.destroy();
      else if (index === 1) socket.write(rawReply('500 Oops', [], 'x'));
      else socket.write(rawReply('200 OK', [], '{"say":"third"}'));
    });
    expect(await complete()).toMatchObject({ content: 'third' });
    expect(waits).toEqual([250, 500]);

    for (const begun of ['HTTP/1.1 200', rawReply('200 OK', ['Content-Length: 99'], '{"sa')]) {
      const before = server.exchanges.length;
      server.answer(({ socket }) => void socket.end(begun));
      await expect(complete()).rejects.toMatchObject({ code: 'provider_cut_off', status: 502 });
      expect(server.exchanges.length).toBe(before + 1);
    }
  });

  it('fails at once for a host that is dead', async () => {
    const { port } = server;
    await server.stop();
    await expect(complete()).rejects.toMatchObject({ message: 'Plain could not be reached' });
    expect(waits).toEqual([250, 500]);
    // The clock of this circuit stands still: one call tries, and nobody after it.
    for (let i = 0; i < 2; i++) {
      await expect(complete()).rejects.toMatchObject({
        code: 'provider_unreachable',
        message: expect.stringContaining('at the moment'),
      });
    }
    expect(waits).toHaveLength(3);
    server = await startRawServer(undefined, port);
  });
});

it('an answer to a caller’s own key is as the provider wrote it, whole and streamed', async () => {
  // What looks like a key of the operator’s is none that the provider was sent.
  const said = 'It is sk-operator-4fA9xQ2LmN8vR7tZ0cB6yW3e.';
  operatorKeys.replace(new Map([['plain', [ApiKey.parse('sk-operator-4fA9xQ2LmN8vR7tZ0cB6yW3e')!]]]));
  server.answer(({ socket }) => void socket.write(rawReply('200 OK', [], JSON.stringify({ say: said }))));
  expect((await complete()).content).toBe(said);
  server.answer(({ socket }) => {
    const events = `data: ${JSON.stringify({ say: said })}\n\ndata: {}\n\n`;
    socket.end(rawReply('200 OK', ['Connection: close'], events));
  });
  expect((await stream())[0]).toEqual({ type: 'text', text: said });
});

describe('an error of the provider', () => {
  it('loses the key, and keeps all else', async () => {
    server.answer(({ socket }) => {
      socket.write(rawReply('429 Slow', ['Retry-After: 34'], 'too fast, sk-a-key-that-nobody-has'));
    });
    await expect(complete()).rejects.toMatchObject({
      code: 'provider_rate_limited',
      message: 'too fast, [redacted]',
      retryAfter: '34',
      param: 'model',
    });
    await expect(upstream.complete(prepare({ sandbox: true }), signal())).rejects.toMatchObject({
      message: 'too fast, sk-a-key-that-nobody-has',
    });
  });

  it.each([
    ['Retry-After', { param: 'model', retryAfter: undefined }],
    ['X-Param', { param: null, retryAfter: undefined }],
  ])('loses a field that repeats the key (%s)', async (header, left) => {
    server.answer(({ socket }) => {
      socket.write(rawReply('429 Slow', [`${header}: sk-a-key-that-nobody-has`], 'too fast'));
    });
    await expect(complete()).rejects.toMatchObject({ message: 'too fast', ...left });
  });

  it('is read though its text breaks off', async () => {
    server.answer(({ socket }) => void socket.end(rawReply('400 Bad', ['Content-Length: 99'], 'half')));
    await expect(complete()).rejects.toMatchObject({ message: 'half' });
  });
});

describe('a caller who leaves', () => {
  it('leaves no call behind, and gets no error of the provider', async () => {
    const controller = new AbortController();
    const calling = upstream.complete(prepare(), controller.signal);
    setTimeout(() => controller.abort(), 50);
    await expect(calling).rejects.toMatchObject({ name: 'WireError', fault: 'aborted' });
    await server.allClosed();
  });

  it('is not answered by an error whose text was still being read', async () => {
    const controller = new AbortController();
    server.answer(({ socket }) => {
      socket.write(rawReply('500 Oops', ['Content-Length: 99'], 'half'));
      setTimeout(() => controller.abort(), 50);
    });
    const calling = upstream.complete(prepare(), controller.signal);
    await expect(calling).rejects.toMatchObject({ name: 'WireError', fault: 'aborted' });
    expect(server.exchanges).toHaveLength(1);
  });
});
