/** Contract, section 15, "Other endpoints": bodies go through as they are, in both directions. */
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond } from '../harness/provider-wires.ts';
import { type ErrorBody, faultsOf, readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const KEY = 'sk-test-of-the-caller';
const auth = { authorization: `Bearer ${KEY}` };

let fake: FakeProvider;
let gateway: Gateway;
/** A provider that sees a request before it has come whole. */
const listener = createServer((received, response) => listening(received, response));
let listening: RequestListener = () => {};
beforeAll(async () => {
  fake = await startFakeProvider();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  gateway = await startGateway({
    env: envFor(fake),
    yaml: `
plans: { default: enterprise }
server: { body_limit: 1MiB, body_limit_with_media: 2MiB }
providers:
  listening: { base_url: 'http://127.0.0.1:${port}', models: [{ id: l-1, name: L, description: L, tier: basic }] }
`,
  });
});
afterAll(async () => {
  await Promise.all([gateway.stop(), fake.stop()]);
  listener.closeAllConnections();
  listener.close();
});
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(respond(200, { ok: true }));
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...auth, ...headers },
    body,
  });

describe('a JSON body', () => {
  it('arrives and comes back unchanged, whatever its members are', async () => {
    const others = fc.dictionary(
      fc.string().filter((name) => !['model', 'api_key', '__proto__'].includes(name)),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(others, fc.jsonValue(), fc.nat(3), async (members, answer, indent) => {
        fake.received.length = 0;
        const back = JSON.stringify(answer, null, indent);
        fake.answer((_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(back);
        });
        const text = JSON.stringify({ ...members, model: 'text-embedding-3-small' }, null, indent);
        const response = await post('/v1/embeddings', text);
        expect(await response.text()).toBe(back);
        expect(fake.received[0]?.text).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps its digits, escapes and blanks beside a model that is written anew and a key that is taken out', async () => {
    const rest = '"n" : 12345678901234567890.10 ,"s":"\\u00e9\\/é","e":1E+2';
    await post('/v1/embeddings', `{ "api_key":"${KEY}","model" : "openai/x" , ${rest} }`, {
      authorization: '',
    });
    expect(fake.received[0]?.text).toBe(`{"model" : "x" , ${rest} }`);
    expect(fake.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('has the ids of all models of a batch written anew', async () => {
    const text =
      '{"requests":[{"params":{"model":"anthropic/claude-x"}},{"params":{"model":"claude-haiku-5-5"}}]}';
    await post('/v1/messages/batches', text, { 'anthropic-beta': 'x-1' });
    expect(fake.received[0]?.text).toBe(text.replace('anthropic/', ''));
    expect(fake.received[0]?.headers).toMatchObject({
      'x-api-key': KEY,
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'x-1',
    });
    expect(fake.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['{"model":"a","model":"gpt-4o"}', 'model', 'value_error'],
    ['{"model":"gpt-4o","m\\u006fdel":"a"}', 'model', 'value_error'],
    [`{"api_key":"a","api_key":"b"}`, 'api_key', 'value_error'],
    ['{"model":1}', 'model', 'string_type'],
    ['{"model":{"a":1}}', 'model', 'string_type'],
    ['[1]', '', 'dict_type'],
    ['{"model":', '9', 'json_invalid'],
  ])('is refused as %s', async (text, place, type) => {
    const response = await post('/v1/embeddings', text);
    expect(response.status).toBe(422);
    const { detail } = await readJson<{ detail: { loc: unknown[]; type: string }[] }>(response);
    expect(detail.map((fault) => [fault.loc.slice(1).join('.'), fault.type])).toEqual([[place, type]]);
    expect(fake.received).toEqual([]);
  });

  it('has its faults before the key is looked at', async () => {
    expect(await faultsOf(await post('/v1/embeddings', '{"model":1}', { authorization: '' }))).toHaveLength(
      1,
    );
    expect((await post('/v1/embeddings', '{}', { authorization: '' })).status).toBe(401);
  });

  it('may be as large as any, and have as many tokens as a provider takes', async () => {
    const input = [Array.from({ length: 300_000 }, () => 1)];
    expect((await post('/v1/embeddings', JSON.stringify({ model: 'x/y', input }))).status).toBe(400);
    expect((await post('/v1/embeddings', JSON.stringify({ model: 'openai/x', input }))).status).toBe(200);
    const text = JSON.stringify({ model: 'openai/x', input: 'word. '.repeat(200_000) });
    expect((await post('/v1/embeddings', text)).status).toBe(413);
    const many = `{"model":"openai/x","input":[${'1,'.repeat(400_001)}1]}`;
    expect((await post('/v1/embeddings', many)).status).toBe(422);
  });

  it('may be of no other type, and a form only where there are forms', async () => {
    expect((await post('/v1/embeddings', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await post('/v1/embeddings', '--x--\r\n', form)).status).toBe(415);
    expect(
      (await post('/v1/audio/translations', '--x--\r\n', { 'content-type': 'multipart/form-data' })).status,
    ).toBe(400);
  });

  it('may be none', async () => {
    const response = await fetch(`${gateway.url}/v1/batches/batch_1/cancel`, {
      method: 'POST',
      headers: auth,
    });
    expect(response.status).toBe(200);
    const cancel = await post('/v1/batches/batch_1/cancel', '');
    expect(cancel.status).toBe(200);
    expect(fake.received.map(({ method, url, text }) => [method, url, text])).toEqual([
      ['POST', '/openai/v1/batches/batch_1/cancel', ''],
      ['POST', '/openai/v1/batches/batch_1/cancel', ''],
    ]);
    expect((await fetch(`${gateway.url}/v1/files/file-1`, { method: 'DELETE', headers: auth })).status).toBe(
      200,
    );
    expect(fake.received.at(-1)?.method).toBe('DELETE');
    expect(fake.received.at(-1)?.headers).not.toHaveProperty('content-type');
    const head = await fetch(`${gateway.url}/v1/files/file-1`, { method: 'HEAD', headers: auth });
    expect([head.status, fake.received.at(-1)?.method]).toEqual([200, 'HEAD']);
  });
});

const part = (name: string, value: string, more = '') =>
  `--b0undary\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const FORM = { 'content-type': 'multipart/form-data; boundary=b0undary' };
const END = '--b0undary--\r\n';
const file = (length: number) => part('file', 'x'.repeat(length), '; filename="a.wav"');

describe('a form', () => {
  const transcribe = (text: string, headers: Record<string, string> = {}) =>
    post('/v1/audio/transcriptions', text, { ...FORM, ...headers });

  it('arrives as it is, but for the id of its model', async () => {
    const text = part('model', 'openai/whisper-1') + file(300_000) + END;
    expect((await transcribe(text)).status).toBe(200);
    expect(fake.received[0]?.text).toBe(text.replace('openai/whisper-1', 'whisper-1'));
    expect(fake.received[0]?.headers['content-length']).toBe(String(text.length - 'openai/'.length));
    expect(fake.received[0]?.headers['content-type']).toBe(FORM['content-type']);
  });

  it('goes where its model says, where that stands before a large file; else where the header says', async () => {
    await transcribe(file(1_000) + part('model', 'together/a/b') + END);
    await transcribe(file(200_000) + part('model', 'together/a/b') + END);
    await transcribe(file(200_000) + part('model', 'a/b') + END, { 'x-claimgate-provider': 'together' });
    expect(fake.received.map(({ url }) => url.split('/')[1])).toEqual(['together', 'openai', 'together']);
    expect(fake.received.slice(1).map(({ text }) => /\r\n\r\n(.*a\/b)\r\n/.exec(text)?.[1])).toEqual([
      'together/a/b',
      'a/b',
    ]);
  });

  it('has its model found however many pieces it comes in', async () => {
    const answered = Promise.withResolvers<void>();
    const url = `${gateway.url}/v1/audio/transcriptions`;
    const asked = request(url, { method: 'POST', headers: { ...auth, ...FORM } });
    asked.on('response', (response) => response.resume().on('end', answered.resolve));
    for (const piece of [file(10_000), part('language', 'en'), part('model', 'together/a/b'), END])
      asked.write(piece);
    asked.end();
    await answered.promise;
    expect(fake.received[0]?.url).toBe('/together/v1/audio/transcriptions');
  });

  it('is sent on while it comes', async () => {
    const first = Promise.withResolvers<string>();
    const answer = Promise.withResolvers<string>();
    listening = (received, response) => {
      received.once('data', (piece: Buffer) => first.resolve(piece.toString()));
      received.on('end', () => response.end(received.headers['transfer-encoding']));
    };
    const asked = request(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { ...auth, ...FORM },
    });
    asked.on('response', (response) => response.on('data', (piece: Buffer) => answer.resolve(String(piece))));
    asked.write(part('model', 'listening/x') + file(70_000).slice(0, -2));
    // Nothing more comes until the provider has some of it.
    expect(await first.promise).toContain('\r\n\r\nx\r\n');
    asked.end(`\r\n${END}`);
    expect(await answer.promise).toBe('chunked');
  });

  it('that its caller gives up is given up at the provider too', async () => {
    const first = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    listening = (received, response) => {
      received.on('error', () => {});
      received.once('data', () => first.resolve());
      response.on('close', () => closed.resolve());
    };
    const before = gateway.logLines.length;
    const url = `${gateway.url}/v1/audio/transcriptions`;
    const asked = request(url, { method: 'POST', headers: { ...auth, ...FORM } });
    asked.on('error', () => {});
    asked.write(part('model', 'listening/x') + file(100_000).slice(0, -2));
    await first.promise;
    asked.destroy();
    await closed.promise;
    const logged = () => gateway.logLines.slice(before).join('');
    await expect.poll(logged).toContain('"failure":"caller_left"');
    expect(logged()).not.toContain('"internal"');
  });

  it('has one model, and not another one behind its file', async () => {
    const response = await transcribe(part('model', 'whisper-1') + file(200_000) + part('model', 'x') + END);
    expect(response.status).toBe(400);
    expect((await readJson<ErrorBody>(response)).error).toMatchObject({ param: 'model' });
    expect(fake.received).toEqual([]);
  });

  it('is at most as large as a body may be', async () => {
    let reached = false;
    listening = () => {
      reached = true;
    };
    const text = part('model', 'listening/x') + file(2.5 * 1024 * 1024) + END;
    expect((await transcribe(text)).status).toBe(413);
    // What says how large it is is refused before anybody is asked.
    expect(reached).toBe(false);
    const chunked = new Blob([text]).stream();
    const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { ...auth, ...FORM },
      body: chunked,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  it('is read away where it is refused, so that its caller sees why', async () => {
    const text = part('model', 'whisper-1') + file(1_500_000) + END;
    expect((await transcribe(text, { authorization: '' })).status).toBe(401);
    expect((await transcribe(text.replace('whisper-1', 'nobody/x'))).status).toBe(400);
    expect(fake.received).toEqual([]);
  });
});

describe('an answer', () => {
  it('comes as it came, with its status, its type and its name', async () => {
    fake.answer((_request, response) => {
      response.writeHead(201, {
        'content-type': 'application/jsonl',
        'content-disposition': 'attachment; filename="a.jsonl"',
        'x-ratelimit-limit-requests': '7',
      });
      response.end('{"a":1}\n{"b":2}\n');
    });
    const response = await fetch(`${gateway.url}/v1/files/file-1/content`, { headers: auth });
    expect([response.status, await response.text()]).toEqual([201, '{"a":1}\n{"b":2}\n']);
    expect(response.headers.get('content-type')).toBe('application/jsonl');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.jsonl"');
    expect(response.headers.get('x-ratelimit-limit-requests')).toBeNull();
    expect(response.headers.get('x-request-id')).toMatch(/\S/);
  });

  it('comes unpacked where the provider has packed it', async () => {
    const text = JSON.stringify({ text: 'word '.repeat(1_000) });
    fake.answer((_request, response) => {
      const packed = gzipSync(text);
      const headers = { 'content-encoding': 'gzip', 'content-length': packed.length };
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.end(packed);
    });
    const response = await post('/v1/moderations', '{"input":"x"}');
    expect(await response.text()).toBe(text);
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  it('is streamed: its first event comes before its last is there', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.answer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      await promise;
      response.end('data: [DONE]\n\n');
    });
    const response = await post('/v1/completions', '{"model":"openai/x","prompt":"a","stream":true}');
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('data: 1\n\n');
    resolve();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('data: [DONE]\n\n');
  });
});
