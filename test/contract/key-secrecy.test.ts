/** Contract, section 1: a key is never written down, in whole or in part, however it was given. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, PROVIDERS, providerOf, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { sendBytes, sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

/** Looks like a key, and like nothing else. Its parts of eight characters are looked for as well. */
const CANARY = 'Qx7ZkW3vNp9RtY2bLm5Hd8Jc4Fg6Ts1U';
const KEYS = {
  openai: `sk-proj-${CANARY}`,
  anthropic: `sk-ant-api03-${CANARY}`,
  google: `AIza${CANARY}`,
  xai: `xai-${CANARY}`,
  together: `tgp_v1_${CANARY}`,
} as const;
const KEY = KEYS.openai;

const PARTS = Array.from({ length: CANARY.length - 7 }, (_, start) => CANARY.slice(start, start + 8));
const FORMS = [
  ...PARTS,
  ...PARTS.map((part) => [...part].reverse().join('')),
  Buffer.from(CANARY).toString('hex'),
  // Base64 as it may stand within something larger, at each of the three offsets.
  ...[0, 1, 2].map((offset) => Buffer.from(CANARY.slice(offset)).toString('base64').slice(2, 22)),
];
const found = (text: string): string | undefined => FORMS.find((form) => text.includes(form));

let dataDir: string;
let fake: FakeProvider;
let gateway: Gateway;
const told: { readonly way: string; readonly text: string }[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'claimgate-secrecy-'));
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: { ...envFor(fake), LOG_LEVEL: 'trace', CLAIMGATE_DATA_DIR: dataDir },
    yaml: [
      'plans: { free: { per_hour: 100000, per_month: 100000, models: all } }',
      'limits: { failed_keys_per_minute: 100000 }',
    ].join('\n'),
  });
});
afterAll(async () => {
  await fake.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function note(way: string, response: Promise<Response>): Promise<number> {
  const got = await response;
  told.push({ way, text: `${got.status} ${JSON.stringify([...got.headers])} ${await got.text()}` });
  return got.status;
}

const body = { model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hello' }] };
const auth = { authorization: `Bearer ${KEY}` };
const chat = (fields: object, headers: Record<string, string> = {}) =>
  gateway.post('/v1/chat/completions', { ...body, ...fields }, headers);
const get = (target: string, headers: Record<string, string> = {}, content?: string) =>
  sendRaw(gateway.url, {
    method: 'GET',
    target,
    headers,
    ...(content === undefined ? {} : { body: content }),
  });

describe('a key that is given', () => {
  it.each(PROVIDERS)('as it should be, at %s', async (provider) => {
    const { model } = WIRES[provider];
    const key = KEYS[provider];
    for (const stream of [false, true]) {
      expect(await note('body', chat({ api_key: key, model, stream }))).toBe(200);
      expect(await note('header', chat({ model, stream }, { authorization: `Bearer ${key}` }))).toBe(200);
    }
    const message = { ...body, model, max_tokens: 9 };
    expect(await note('own header', gateway.post('/v1/messages', message, { 'x-api-key': key }))).toBe(200);
    await note(
      'own header, refused',
      gateway.post('/v1/messages', {}, { 'x-api-key': key, 'x-request-id': key }),
    );
    const ask = { user_query: 'Hello', model };
    expect(await note('chat', gateway.post('/chat', { ...ask, api_key: key }))).toBe(200);
    expect(await note('claims', gateway.post('/v1/claims', { text: 'Hello', api_key: key }))).toBe(200);
    expect(await note('limits', get('/v1/limits', { Authorization: `Bearer ${key}` }))).toBe(200);
    expect(
      await note(
        'models',
        get('/models', { 'Content-Type': 'application/json' }, JSON.stringify({ api_key: key })),
      ),
    ).toBe(200);
  });

  it.each(PROVIDERS)('in the address, where Google’s clients put it, at %s', async (provider) => {
    const { model } = WIRES[provider];
    const query = `key=${KEYS[provider]}`;
    const at = `/v1beta/models/${model}`;
    const contents = [{ parts: [{ text: 'Hello' }] }];
    for (const method of ['generateContent?', 'streamGenerateContent?alt=sse&', 'streamGenerateContent?']) {
      expect(await note('address', gateway.post(`${at}:${method}${query}`, { contents }))).toBe(200);
      await note('address, refused', gateway.post(`${at}:${method}${query}`, { contents: KEY }));
      const named = { 'x-request-id': KEYS[provider].slice(4) };
      await note('address, and id', gateway.post(`${at}:${method}${query}`, { contents }, named));
    }
    await note('address, counted', gateway.post(`${at}:countTokens?${query}`, { contents }));
    await note('address of no method', gateway.post(`${at}:guess?${query}`, { contents }));
    await note('address of the list', fetch(`${gateway.url}/v1beta/models?${query}`));
    await note('address of no model', fetch(`${gateway.url}/v1beta/models/none?${query}`));
    await note('address with another key', fetch(`${gateway.url}/v1beta/models?${query}&${query}%0A`));
  });

  it('in forms that are none', async () => {
    for (const key of [
      `${KEY}\n`,
      `${KEY}ü`,
      `${KEY} ${KEY}`,
      `\u0000${KEY}`,
      KEY.repeat(20),
      `sandbox-${KEY}`,
    ]) {
      expect(await note('no form', chat({ api_key: key }))).toBe(401);
      await note('no form in a stream', chat({ api_key: key, stream: true }));
      await note('no form at chat', gateway.post('/chat', { user_query: 'x', model: 'x', api_key: key }));
    }
    for (const header of [
      KEY,
      `Basic ${Buffer.from(KEY).toString('base64')}`,
      `Token ${KEY}`,
      `Bearer ${KEY} x`,
      `Bearer Bearer ${KEY}`,
    ]) {
      await note('header', get('/v1/limits', { Authorization: header }));
      await note('header', chat({}, { authorization: header }));
    }
    for (const key of [[KEY], { [KEY]: KEY }, { key: KEY }])
      expect(await note('type', chat({ api_key: key }))).toBe(422);
  });

  it('where no key belongs', async () => {
    for (const headers of [{}, auth] as Record<string, string>[]) {
      await note('query', gateway.post(`/v1/chat/completions?api_key=${KEY}&key=${KEY}`, body, headers));
      await note('path', fetch(`${gateway.url}/${KEY}`, { headers }));
      await note('path of a model', fetch(`${gateway.url}/v1/models/${KEY}`, { headers }));
      await note('path of a report', fetch(`${gateway.url}/v1/evaluations/${KEY}/report`, { headers }));
      await note('path that is none', get(`/%zz${KEY}`));
      await note('method', fetch(`${gateway.url}/models?key=${KEY}`, { method: 'PUT', headers }));
      const others = {
        cookie: `key=${KEY}`,
        referer: `http://x/?key=${KEY}`,
        'user-agent': KEY,
        'x-api-key': KEY,
        'x-goog-api-key': KEY,
      };
      await note('other headers', chat({}, { ...headers, ...others }));
      for (const fields of [
        { user: KEY },
        { [KEY]: KEY },
        { messages: KEY },
        { messages: [{ role: KEY, content: { [KEY]: KEY } }] },
        { messages: [{ role: 'user', content: [{ type: KEY, text: KEY }] }] },
        { temperature: KEY, stop: { [KEY]: KEY }, task: KEY, reasoning_effort: KEY },
        { response_format: { type: KEY } },
        { fact_check: { mode: KEY, sources: [KEY], judge_model: KEY } },
        { tools: [{ [KEY]: KEY }] },
        { tool_choice: KEY },
      ]) {
        await note('other fields', chat(fields, headers));
        await note('other fields', chat({ ...fields, api_key: KEY }, headers));
      }
    }
  });

  it('as the name of a model', async () => {
    for (const model of [KEY, `openai/${KEY}`, `google/${KEY}`, `${KEY}/x`, `x y ${KEY}`, CANARY]) {
      for (const stream of [false, true]) {
        expect(await note('model', chat({ model, stream }, auth))).toBe(400);
        expect(await note('model', chat({ model, stream, api_key: KEY }))).toBe(400);
        expect(await note('model', gateway.post('/chat', { user_query: 'Hello', model, api_key: KEY }))).toBe(
          400,
        );
      }
    }
    // An id that holds a part of the key is answered, as it was asked for, and is in no log line.
    expect((await chat({ model: `openai/${CANARY.slice(0, 20)}`, api_key: KEY })).status).toBe(200);
  });

  it('as the id of a request', async () => {
    for (const id of [KEY, CANARY, `x-${CANARY.slice(4, 20)}`]) {
      const headers = { 'x-request-id': id };
      expect(await note('id', chat({}, { ...headers, ...auth }))).toBe(200);
      expect(await note('id', chat({ api_key: KEY }, headers))).toBe(200);
      expect(await note('id', chat({ api_key: KEY, stream: true }, headers))).toBe(200);
      expect(await note('id', chat({ api_key: KEY, model: 'nobody' }, headers))).toBe(400);
      expect(await note('id', chat({ api_key: `${KEY}ü` }, headers))).toBe(401);
      expect(await note('id', fetch(`${gateway.url}/nope`, { headers: { ...headers, ...auth } }))).toBe(404);
    }
    for (const key of Object.values(KEYS)) {
      const headers = { 'x-request-id': key };
      await note('id alone', fetch(`${gateway.url}/health`, { headers }));
      await note('id alone', gateway.post('/chat', `{"api_key": "${key}"`, headers));
      await note(
        'id alone',
        gateway.post('/chat', `{"api_key": "${key}"}`, { ...headers, 'content-type': 'text/plain' }),
      );
    }
  });

  it('in short pieces, as a model or as the id of a request', async () => {
    const pieces = [4, 5, 6, 7].flatMap((length) => [CANARY.slice(3, 3 + length), CANARY.slice(-length)]);
    for (const piece of pieces) {
      await gateway.logged();
      const from = gateway.logLines.length;
      const ids = [piece, ...(piece.length < 6 ? [] : [`trace-${piece}.1`])];
      for (const id of ids) {
        for (const response of [
          await chat({}, { 'x-request-id': id, ...auth }),
          await chat({ api_key: KEY }, { 'x-request-id': id }),
          await fetch(`${gateway.url}/models`, { headers: { 'x-request-id': id, ...auth } }),
          await fetch(`${gateway.url}/models`, {
            headers: { 'x-request-id': id, 'x-evaluation-api-key': KEY },
          }),
        ]) {
          expect([id, response.status]).toEqual([id, 200]);
          expect(response.headers.get('x-request-id')).not.toContain(piece);
          await response.text();
        }
      }
      for (const stream of [false, true]) {
        const response = await chat({ model: `openai/${piece}`, api_key: KEY, stream });
        expect(response.status).toBe(200);
        await response.text();
      }
      await gateway.post('/v1/claims', { text: 'x', mode: 'verify', model: `xai/${piece}`, api_key: KEY });
      await gateway.logged();
      const lines = gateway.logLines.slice(from);
      expect(lines.filter((line) => line.includes(piece))).toEqual([]);
      expect(lines.filter((line) => line.includes('"model":"unlisted"'))).toHaveLength(3);
    }
  });

  it('in what is hardly HTTP', async () => {
    const text = async (way: string, bytes: string) =>
      told.push({ way, text: await sendBytes(gateway.url, bytes) });
    await text('bad HTTP', `${KEY}\r\n\r\n`);
    await text('431', `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY.repeat(2_000)}\r\n\r\n`);
    await text(
      'no host',
      `GET /?${KEY} HTTP/1.1\r\nConnection: close\r\nAuthorization: Bearer ${KEY}\r\n\r\n`,
    );
    await text('bad header', `GET / HTTP/1.1\r\nHost: x\r\n${KEY} x: y\r\n\r\n`);
  });

  it('in a body that is none', async () => {
    for (const text of [
      KEY,
      `{"api_key":"${KEY}"`,
      `{"api_key":"${KEY}",}`,
      `"${KEY}"`,
      `["${KEY}"]`,
      `{"${KEY}"}`,
    ]) {
      expect(await note('no JSON', gateway.post('/v1/chat/completions', text))).toBe(422);
      expect(await note('no JSON', gateway.post('/chat', text))).toBe(422);
    }
    expect(await note('415', gateway.post('/chat', KEY, { 'content-type': 'text/plain' }))).toBe(415);
    expect(await note('413', gateway.post('/chat', KEY.repeat(200_000)))).toBe(413);
  });
});

describe('a provider that repeats the key', () => {
  const say =
    (status: number, type: string, text: string, headers: Record<string, string> = {}): Handler =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': type, ...headers });
      response.end(text);
    };
  const forms = (key: string): string[] => [
    JSON.stringify({
      error: { message: `Incorrect API key provided: ${key}`, type: key, code: key, param: key },
    }),
    JSON.stringify({
      error: { message: `The value ${key} is wrong`, type: 'invalid_request_error', param: key },
    }),
    JSON.stringify({
      error: {
        message: `Wrong: ${key.slice(0, 16)}***${key.slice(-8)}`,
        status: key,
        details: [{ reason: key, retryDelay: key }],
      },
    }),
    JSON.stringify({
      type: 'error',
      error: { type: 'invalid_request_error', message: `No ${[...key].join('\u200b')} ${key}` },
      request_id: key,
    }),
    JSON.stringify({ code: key, error: `Bad request for ${key}` }),
    JSON.stringify({ detail: key }),
    JSON.stringify({ [key]: key }),
    `<html>${key}</html>`,
    key,
    '',
  ];

  it.each(PROVIDERS)('in its errors: %s', async (provider) => {
    const { model } = WIRES[provider];
    const key = KEYS[provider];
    for (const status of [200, 400, 401, 403, 404, 422, 429]) {
      for (const text of forms(key)) {
        fake.answer(
          say(status, text.startsWith('<') ? 'text/html' : 'application/json', text, {
            'retry-after': key,
            'x-request-id': key,
            location: key,
          }),
        );
        await note(`error ${status}`, chat({ api_key: key, model }));
        await note(`error ${status} of a stream`, chat({ api_key: key, model, stream: true }));
      }
    }
  });

  it.each(PROVIDERS)('in the middle of a stream: %s', async (provider) => {
    const { model } = WIRES[provider];
    const key = KEYS[provider];
    for (const text of forms(key)) {
      fake.answer((request, response) => {
        const wire = WIRES[providerOf(request)];
        startStream(response);
        response.end(`${wire.opening + wire.delta('Hello')}event: error\ndata: ${text}\n\n`);
      });
      await note('mid-stream', chat({ api_key: key, model, stream: true }));
      await note(
        'mid-stream text',
        gateway.post('/chat', { user_query: 'x', model, api_key: key }, { accept: 'text/plain' }),
      );
    }
  });
});

describe('is found', () => {
  it('in no response', () => {
    expect(told.length).toBeGreaterThan(800);
    expect(told.map(({ way, text }) => [way, found(text)]).filter(([, form]) => form !== undefined)).toEqual(
      [],
    );
  });

  it('in no metric', async () => {
    expect(found(await (await fetch(`${gateway.url}/metrics`)).text())).toBeUndefined();
  });

  it('in no log line, at the level trace', async () => {
    await gateway.logged();
    expect(gateway.logLines.length).toBeGreaterThan(800);
    expect(gateway.logLines.filter((line) => found(line) !== undefined)).toEqual([]);
  });

  it('in no file and no database row', async () => {
    await gateway.stop();
    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(dataDir, name))
      .filter((file) => statSync(file).isFile());
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => found(readFileSync(file, 'latin1')) !== undefined)).toEqual([]);
  });

  it('where it is looked for, if it were there', () => {
    for (const text of [
      KEY,
      KEY.slice(12, 24),
      `x${CANARY}y`,
      Buffer.from(`{"k":"${KEY}"}`).toString('base64'),
      Buffer.from(KEY).toString('hex'),
    ]) {
      expect(found(text)).toBeDefined();
    }
  });
});
