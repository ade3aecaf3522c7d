/** Contract, section 15, "Other endpoints", with keys that the gateway issued: the operator's key is sent, and never shown. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mostTokens } from '../../src/models/providers/count-tokens.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond } from '../harness/provider-wires.ts';
import { expectError, readJson } from '../harness/read-answer.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const ADMIN = 'an-admin-key-of-the-operator-0123456789';
const OWN = ['sk-operator-canary-one-4fA9xQ2LmN8', 'sk-operator-canary-two-v7R0tZ3cB6y'];

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider();
  gateway = await startGateway({
    env: { ...envFor(fake), CLAIMGATE_OPENAI_KEYS: OWN.join(','), CLAIMGATE_ADMIN_KEYS: ADMIN },
    yaml: 'plans: { default: pro, pro: { per_hour: null, per_month: null } }',
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(respond(200, { usage: { prompt_tokens: 3, total_tokens: 3 } }));
});

interface Terms {
  readonly tokens_per_month?: number;
  readonly dollars_per_month?: number;
  readonly models?: readonly string[];
}
const administer = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const response = await fetch(`${gateway.url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return readJson<T>(response);
};
const issue = (terms: Terms = {}) =>
  administer<{ id: string; key: string }>('POST', '/keys', { plan: 'pro', ...terms });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const embed = (key: string, body: object = {}) =>
  gateway.post(
    '/v1/embeddings',
    { model: 'text-embedding-3-small', input: 'Hello there', ...body },
    bearer(key),
  );
const remaining = async (key: string): Promise<number> => {
  const limits = await readJson<{ budgets: { remaining: number; reserved: number }[] }>(
    await fetch(`${gateway.url}/v1/limits`, { headers: bearer(key) }),
  );
  const [budget] = limits.budgets;
  return budget?.reserved === 0 ? budget.remaining : -1;
};

describe('an issued key', () => {
  it('stands for the operator’s, which alone is sent', async () => {
    const { key } = await issue();
    for (let i = 0; i < 2; i++) expect((await embed(key, { api_key: key })).status).toBe(200);
    const query = `?after=${key}&limit=2&key=x`;
    await fetch(`${gateway.url}/v1/images/generations${query}`, { method: 'POST', headers: bearer(key) });
    expect(new Set(fake.received.map(({ headers }) => headers.authorization))).toEqual(
      new Set(OWN.map((own) => `Bearer ${own}`)),
    );
    expect(JSON.stringify(fake.received)).not.toContain('cg-');
    expect(fake.received[2]?.url).toBe('/openai/v1/images/generations?limit=2');
  });

  it('is sent nothing that says for which account of the caller’s it is', async () => {
    const { key } = await issue();
    const mine = { 'openai-organization': 'org-1', 'openai-project': 'proj-1', 'openai-beta': 'b' };
    await gateway.post('/v1/moderations', { input: 'x' }, { ...bearer(key), ...mine });
    expect(fake.received[0]?.headers).toMatchObject({ 'openai-beta': 'b' });
    expect(fake.received[0]?.headers).not.toHaveProperty('openai-organization');
    await gateway.post('/v1/moderations', { input: 'x' }, { ...bearer('sk-my-own'), ...mine });
    expect(fake.received[1]?.headers).toMatchObject(mine);
  });

  it('shows nothing of the operator’s, however a provider repeats it', async () => {
    const { key } = await issue();
    for (const pieces of [1, 7, 1_000]) {
      for (const type of ['application/json', 'text/event-stream', '']) {
        fake.answer((request, response) => {
          const own = String(request.headers.authorization).slice('Bearer '.length);
          response.writeHead(200, {
            'content-disposition': `attachment; filename="${own}"`,
            ...(type === '' ? {} : { 'content-type': type }),
          });
          const text = `data: {"key":"${own}","long":"é${own.toUpperCase()}."}`;
          for (let at = 0; at < text.length; at += pieces) response.write(text.slice(at, at + pieces));
          response.end();
        });
        const response = await embed(key);
        expect(response.headers.get('content-disposition')).toBeNull();
        const text = await response.text();
        for (const own of OWN) {
          for (let i = 0; i + 16 <= own.length; i++) {
            expect(text.toLowerCase()).not.toContain(own.slice(i, i + 16).toLowerCase());
          }
        }
        expect(text).toMatch(/^data: \{"key":"\w{0,4}\[redacted\]","long":"é\w{0,4}\[redacted\]\."\}$/);
      }
    }
    const own = OWN[0] as string;
    for (const body of [{ key: own }, `It begins with ${own.slice(0, 9)}`]) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      fake.answer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': text.length });
        response.end(text);
      });
      expect(await (await embed(key)).text()).toBe(text.replace(own, '[redacted]'));
    }
    fake.answer((request, response) =>
      respond(400, { error: { message: `No: ${String(request.headers.authorization)}` } })(request, response),
    );
    expect(await (await embed(key)).text()).not.toContain('operator');
  });

  it('gets bytes that are no text as they come', async () => {
    const { key } = await issue();
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 256));
    fake.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': bytes.length });
      response.end(bytes);
    });
    const speech = await gateway.post('/v1/audio/speech', { model: 'tts-1', input: 'x' }, bearer(key));
    expect(Buffer.from(await speech.arrayBuffer()).equals(bytes)).toBe(true);
    expect(speech.headers.get('content-length')).toBe('1000');
  });

  it('has what it uploads tried with one key, whose failure is none of the caller’s', async () => {
    const { key } = await issue();
    fake.answer(respond(429, { error: { message: 'slow down' } }, { 'retry-after': '1' }));
    const form = new FormData();
    form.set('model', 'whisper-1');
    form.set('file', new Blob(['x'.repeat(100_000)]), 'a.wav');
    const url = `${gateway.url}/v1/audio/transcriptions`;
    const limited = await fetch(url, { method: 'POST', body: form, headers: bearer(key) });
    await expectError(limited, { status: 429, code: 'provider_rate_limit_exceeded' });
    expect(fake.received).toHaveLength(1);
    if (severalProcesses) return;
    // The other key does not rest, of this process.
    fake.answer(respond(200, { text: 'Hello' }));
    expect((await fetch(url, { method: 'POST', body: form, headers: bearer(key) })).status).toBe(200);
    expect(fake.received[1]?.headers.authorization).not.toBe(fake.received[0]?.headers.authorization);
  });

  it('sees nothing of the operator’s files and batches', async () => {
    const { key } = await issue();
    for (const [method, path] of [
      ['GET', '/v1/files'],
      ['GET', '/v1/files/file-1/content'],
      ['DELETE', '/v1/files/file-1'],
      ['POST', '/v1/batches'],
    ] as const) {
      const response = await fetch(gateway.url + path, { method, headers: bearer(key) });
      await expectError(response, { status: 403, code: 'account_shared' });
    }
    expect(fake.received).toEqual([]);
  });

  it('is for the models that it names, also where the request names none', async () => {
    const { key } = await issue({ models: ['openai/text-embedding-3-small'] });
    const ids = ['openai/text-embedding-3-small', 'text-embedding-3-large', undefined];
    const statuses = await Promise.all(ids.map(async (model) => (await embed(key, { model })).status));
    expect(statuses).toEqual([200, 403, 403]);
  });

  it('needs a key of the operator for the provider', async () => {
    const { key } = await issue();
    await expectError(await embed(key, { model: 'together/x' }), {
      status: 400,
      code: 'unsupported_parameter',
    });
  });
});

describe('a budget', () => {
  it('is spent by the tokens that the answer names', async () => {
    const { key } = await issue({ tokens_per_month: 1_000 });
    expect((await embed(key)).status).toBe(200);
    await expect.poll(() => remaining(key)).toBe(997);
    fake.answer(respond(400, { error: { message: 'no' } }));
    await embed(key);
    await expect.poll(() => remaining(key)).toBe(997);
  });

  it('is spent by the most that it may have been, where the answer names none', async () => {
    fake.answer(respond(200, { choices: [] }));
    const { key } = await issue({ tokens_per_month: 1_000 });
    const body = { model: 'openai/x', prompt: 'a', max_tokens: 50, n: 2 };
    expect((await gateway.post('/v1/completions', body, bearer(key))).status).toBe(200);
    await expect.poll(() => remaining(key)).toBe(899);
  });

  it('is spent by the most that it may have been, where the answer breaks off', async () => {
    fake.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":[', () => response.destroy());
    });
    const { key } = await issue({ tokens_per_month: 1_000 });
    await expect((await embed(key)).text()).rejects.toThrow();
    await expect.poll(() => remaining(key)).toBe(1_000 - mostTokens('Hello there'));
  });

  it('has no room for what may be more than is left', async () => {
    const { key } = await issue({ tokens_per_month: 1_000 });
    const long = { model: 'openai/x', prompt: 'a', max_tokens: 2_000 };
    const refused = await gateway.post('/v1/completions', long, bearer(key));
    await expectError(refused, { status: 429, code: 'insufficient_quota' });
    const texts = { input: Array.from({ length: 500 }, () => 'Hello there') };
    await expectError(await embed(key, texts), { status: 429, code: 'insufficient_quota' });
    expect(fake.received).toEqual([]);
    await expect.poll(() => remaining(key)).toBe(1_000);
  });

  it('cannot be spent where nobody could count it; without one, it is reported', async () => {
    const picture = { model: 'gpt-image-1', prompt: 'A tower' };
    for (const terms of [{ tokens_per_month: 1_000 }, { dollars_per_month: 5 }]) {
      const { key } = await issue(terms);
      const refused = await gateway.post('/v1/images/generations', picture, bearer(key));
      await expectError(refused, { status: 403 });
      expect((await gateway.post('/v1/moderations', { input: 'x' }, bearer(key))).status).toBe(200);
    }
    fake.answer(respond(200, { data: [], usage: { input_tokens: 7, output_tokens: 9 } }));
    const { id, key } = await issue();
    expect((await gateway.post('/v1/images/generations', picture, bearer(key))).status).toBe(200);
    const used = async () =>
      (await administer<{ data: Record<string, unknown>[] }>('GET', `/usage?key=${id}`)).data[0];
    await expect.poll(used).toMatchObject({ calls: 1, prompt_tokens: 7, completion_tokens: 9 });
  });
});
