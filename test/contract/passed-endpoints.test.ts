/** Contract, section 15, "Other endpoints": what goes through to a provider, and what of it does not. */
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond } from '../harness/provider-wires.ts';
import { type ErrorBody, readJson } from '../harness/read-answer.ts';
import { sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const KEY = 'sk-test-of-the-caller';
const VECTORS = {
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [0.25, -0.5] }],
  model: 'text-embedding-3-small',
  usage: { prompt_tokens: 3, total_tokens: 3 },
};

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider();
  gateway = await startGateway({
    env: envFor(fake),
    yaml: `
plans: { default: pro, free: { per_hour: 100, per_month: 1000, models: basic } }
aliases: { vectors: [openai/text-embedding-3-small] }
providers:
  local: { name: Local, base_url: "${fake.url}/local/v1", models: [{ id: local-1, name: L, description: L, tier: basic }] }
`,
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(respond(200, VECTORS));
});

const auth = { authorization: `Bearer ${KEY}` };
const embed = (body: object, headers: Record<string, string> = {}) =>
  gateway.post('/v1/embeddings', { input: 'Hello', ...body }, { ...auth, ...headers });
const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { method, headers: { ...auth, ...headers } });
const sent = () => fake.received.map(({ method, url }) => `${method} ${url}`);

describe('whom a request goes to', () => {
  it.each([
    ['text-embedding-3-small', '/openai/v1/embeddings', 'text-embedding-3-small'],
    ['openai/text-embedding-9', '/openai/v1/embeddings', 'text-embedding-9'],
    ['together/BAAI/bge-base-en-v1.5', '/together/v1/embeddings', 'BAAI/bge-base-en-v1.5'],
    ['gemini-embedding-001', '/google/v1beta/openai/embeddings', 'gemini-embedding-001'],
    ['local/nomic-embed-text', '/local/v1/embeddings', 'nomic-embed-text'],
    ['vectors', '/openai/v1/embeddings', 'text-embedding-3-small'],
  ])('the provider of the model %s, which gets its own id', async (model, path, wireId) => {
    const response = await embed({ model });
    expect(await readJson(response)).toEqual(VECTORS);
    expect(response.status).toBe(200);
    expect(sent()).toEqual([`POST ${path}`]);
    expect(fake.received[0]?.body).toEqual({ input: 'Hello', model: wireId });
    expect(fake.received[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('the provider that the header names, where the model does not say it', async () => {
    await embed({ model: 'my-own' }, { 'x-claimgate-provider': 'together' });
    await embed({ model: 'text-embedding-3-small' }, { 'x-claimgate-provider': 'local' });
    await embed({ model: 'gpt-x' }, { 'x-claimgate-provider': 'local' });
    await call('GET', '/v1/files', { 'x-claimgate-provider': 'xai' });
    await call('GET', '/v1/files?purpose=batch&limit=2');
    await call('GET', '/v1/messages/batches/msgbatch_1/results');
    expect(sent()).toEqual([
      'POST /together/v1/embeddings',
      'POST /local/v1/embeddings',
      'POST /openai/v1/embeddings',
      'GET /xai/v1/files',
      'GET /openai/v1/files?purpose=batch&limit=2',
      'GET /anthropic/v1/messages/batches/msgbatch_1/results',
    ]);
  });

  it.each([
    ['a model that nobody knows', { model: 'my-own' }, {}, 400, 'model_not_found'],
    ['a provider that there is not', {}, { 'x-claimgate-provider': 'nobody' }, 400, null],
    ['a provider without it', { model: 'claude-haiku-5-5' }, {}, 404, 'not_found'],
    ['another without it', { model: 'grok-embed' }, {}, 404, 'not_found'],
    ['a model that is no text', { model: 7 }, {}, 422, 'invalid_body'],
  ])('nobody, with %s', async (_what, body, headers, status, code) => {
    const response = await embed(body, headers as Record<string, string>);
    const { error } = await readJson<ErrorBody>(response);
    expect([response.status, error.code]).toEqual([status, code]);
    expect(fake.received).toEqual([]);
  });

  it('nobody below a path that leaves its own', async () => {
    for (const below of ['..%2fmodels', '%2e%2e/models', '../models/x', 'a//b', 'a%20b', '.hidden', 'a;b']) {
      const headers = { Authorization: `Bearer ${KEY}` };
      const { status } = await sendRaw(gateway.url, { method: 'GET', target: `/v1/files/${below}`, headers });
      expect([below, status]).toEqual([below, 404]);
    }
    expect(fake.received).toEqual([]);
  });
});

describe('stock clients', () => {
  const client = (options: object = {}) =>
    new OpenAI({ apiKey: KEY, baseURL: `${gateway.url}/v1`, maxRetries: 0, ...options });

  it('upload a form, whose model is the provider’s own', async () => {
    fake.answer(respond(200, { text: 'Hello' }));
    const file = await toFile(Buffer.alloc(200_000, 1), 'speech.wav');
    const { text } = await client().audio.transcriptions.create({
      model: 'together/openai/whisper-large-v3',
      file,
    });
    expect(text).toBe('Hello');
    expect(sent()).toEqual(['POST /together/v1/audio/transcriptions']);
    expect(fake.received[0]?.text).toContain('\r\n\r\nopenai/whisper-large-v3\r\n');
  });

  it('download bytes', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 256));
    fake.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'x-own': KEY, 'set-cookie': 'a=b' });
      response.end(bytes);
    });
    const speech = await client().audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Hello' });
    expect(Buffer.from(await speech.arrayBuffer()).equals(bytes)).toBe(true);
    expect(speech.headers.get('content-type')).toBe('audio/mpeg');
    expect([speech.headers.get('x-own'), speech.headers.get('set-cookie')]).toEqual([null, null]);
  });
});
