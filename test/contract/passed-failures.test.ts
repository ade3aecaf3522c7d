/** Contract, sections 6, 8 and 15: what goes wrong at an endpoint that goes through, and what its caller sees. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond } from '../harness/provider-wires.ts';
import { expectError, readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const KEY = 'sk-test-of-the-caller-1234567890';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider();
  gateway = await startGateway({
    env: envFor(fake),
    yaml: `
plans: { default: three, three: { per_hour: 3, per_month: 100, models: all }, free: { per_hour: 9, per_month: 9, models: basic } }
upstream: { retries: 1, first_byte_timeout: 300ms, idle_timeout: 300ms }
`,
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
});

let serial = 0;
/** Each request has a key of its own, unless it says otherwise: the plan gives few. */
const ownKey = () => ({ authorization: `Bearer ${KEY}-${serial++}` });
const embed = (headers: Record<string, string> = ownKey()) =>
  gateway.post('/v1/embeddings', { model: 'openai/x', input: 'Hello' }, headers);
const failing = (status: number, error: object = { message: 'It failed' }, headers = {}) =>
  fake.answer(respond(status, { error }, headers));

describe('an error of the provider', () => {
  it.each([
    [400, { message: 'input is too long', param: 'input' }, 400, null, /^input is too long$/],
    [401, { message: `Incorrect API key provided: ${KEY}` }, 401, 'invalid_api_key', /^Invalid API key$/],
    [404, { message: 'no', code: 'model_not_found' }, 400, 'model_not_found', /does not have this model/],
    [429, { code: 'insufficient_quota' }, 429, 'insufficient_quota', /quota/],
    [500, { message: KEY }, 502, 'provider_error', /failed with status 500/],
    [503, {}, 503, 'provider_overloaded', /overloaded/],
  ])('%i %j is in the gateway’s own words', async (status, error, seen, code, detail) => {
    failing(status, error);
    const body = await expectError(await embed(), { status: seen, code });
    expect(body.detail).toMatch(detail);
    expect(JSON.stringify(body)).not.toContain(KEY.slice(8, 20));
  });

  it('has Anthropic’s form below its path', async () => {
    failing(401);
    const headers = { 'x-api-key': `${KEY}-a` };
    const response = await fetch(`${gateway.url}/v1/messages/batches`, { headers });
    expect(response.status).toBe(401);
    expect(await readJson(response)).toMatchObject({
      type: 'error',
      error: { type: 'authentication_error' },
    });
  });

  it('is a 404 for an object that is not there', async () => {
    failing(404, { message: 'No such File object: file-1' });
    await expectError(await embed(), { status: 400, code: 'model_not_found' });
    for (const [path, type] of [
      ['/v1/files/file-1', 'invalid_request_error'],
      ['/v1/messages/batches/x', 'not_found_error'],
    ] as const) {
      const response = await fetch(gateway.url + path, { headers: ownKey() });
      expect(response.status).toBe(404);
      expect(await readJson(response)).toMatchObject({ error: { type, code: 'not_found' } });
    }
  });

  it('is tried again where that may help; what was uploaded, or would be made twice, is not', async () => {
    failing(503);
    await embed();
    expect(fake.received).toHaveLength(2);
    fake.received.length = 0;
    await gateway.post('/v1/batches', { input_file_id: 'file-1' }, ownKey());
    expect(fake.received).toHaveLength(1);
    const form = new FormData();
    form.set('model', 'whisper-1');
    const headers = ownKey();
    await fetch(`${gateway.url}/v1/audio/transcriptions`, { method: 'POST', body: form, headers });
    expect(fake.received).toHaveLength(2);
  });
});

describe('the plan', () => {
  it('counts what is answered, and nothing that is refused', async () => {
    const headers = ownKey();
    const limit = (response: Response) => response.headers.get('x-ratelimit-remaining');
    failing(400);
    expect(limit(await embed(headers))).toBe('3');
    fake.answer(respond(200, {}));
    expect(limit(await embed(headers))).toBe('2');
    expect(limit(await fetch(`${gateway.url}/v1/files`, { headers }))).toBe('1');
    expect(limit(await embed(headers))).toBe('0');
    await expectError(await embed(headers), { status: 429, code: 'rate_limit_exceeded' });
    const batches = await fetch(`${gateway.url}/v1/messages/batches`, { headers });
    expect(await readJson(batches)).toMatchObject({ error: { type: 'rate_limit_error' } });
    expect(fake.received).toHaveLength(4);
  });

  it('includes the models that are asked, also where none is named', async () => {
    const headers = { authorization: 'Bearer sandbox-free' };
    for (const [path, body] of [
      ['/v1/embeddings', { model: 'text-embedding-3-small', input: 'x' }],
      ['/v1/embeddings', { input: 'x' }],
    ] as const) {
      await expectError(await gateway.post(path, body, headers), { status: 403, code: 'model_not_in_plan' });
    }
    const listed = await gateway.post('/v1/embeddings', { model: 'gpt-6-luna', input: 'x' }, headers);
    expect(listed.status).toBe(200);
  });

  it('includes each model of a batch, or none of it', async () => {
    const own = await startGateway({
      env: envFor(fake),
      yaml: 'plans: { default: free, free: { per_hour: 9, per_month: 9, models: basic } }',
    });
    fake.answer(respond(200, {}));
    const batch = (path: string, ...models: string[]) =>
      own.post(path, { requests: models.map((model) => ({ params: { model } })) }, ownKey());
    const statuses = [
      await batch('/v1/messages/batches', 'claude-haiku-5-5', 'claude-haiku-5-5'),
      await batch('/v1/messages/batches', 'claude-haiku-5-5', 'claude-not-listed'),
      await batch('/v1/messages/batches'),
      await batch('/v1/batches'),
      await batch('/v1/messages/batches', 'claude-haiku-5-5', 'gpt-6-luna'),
      await fetch(`${own.url}/v1/batches`, { headers: ownKey() }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 403, 403, 403, 400, 200]);
    await own.stop();
  });

  it('lets an address try only so many keys', async () => {
    const own = await startGateway({
      env: envFor(fake),
      yaml: 'plans: { default: enterprise }\nlimits: { failed_keys_per_minute: 3 }',
    });
    const list = async (name: string) => {
      const headers = { authorization: `Bearer ${KEY}-${name}` };
      return (await fetch(`${own.url}/v1/files`, { headers })).status;
    };
    fake.answer(respond(200, {}));
    const statuses = [await list('good')];
    failing(401);
    for (let i = 0; i < 5; i++) statuses.push(await list(`f${i}`));
    // The provider has accepted this one.
    fake.answer(respond(200, {}));
    statuses.push(await list('good'));
    expect(statuses).toEqual([200, 401, 401, 401, 429, 429, 200]);
    await own.stop();
  });
});

describe('an answer that breaks off', () => {
  it('before its first bytes is an error', async () => {
    fake.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.flushHeaders();
      setImmediate(() => response.destroy());
    });
    await expectError(await embed(), { status: 502, code: 'provider_cut_off' });
  });

  it.each([{}, { 'content-length': 100 }])('in its middle is not taken for complete: %j', async (headers) => {
    fake.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      response.write('{"data":[', () => response.destroy());
    });
    const before = gateway.logLines.length;
    const response = await embed();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    const logged = () => gateway.logLines.slice(before).join('');
    await expect.poll(logged).toContain('"status":200');
    expect(logged()).toContain('"failure":"provider_cut_off"');
  });

  it('in the middle of its events ends with an error', async () => {
    fake.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"a":1}\n\n', () => response.destroy());
    });
    const text = await (await embed()).text();
    expect(text).toMatch(/^data: \{"a":1\}\n\ndata: \{"error":\{.*"code":"provider_cut_off".*\n\n$/);
  });

  it('by silence is one too', async () => {
    fake.answer(() => {});
    await expectError(await embed(), { status: 504, code: 'provider_timeout' });
    fake.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
    });
    expect(await (await embed()).text()).toContain('"code":"provider_timeout"');
  });
});

describe('a caller who leaves takes the request with it', () => {
  it('while the provider is silent', async () => {
    fake.answer(() => {});
    const leaving = new AbortController();
    const asked = fetch(`${gateway.url}/v1/files`, { headers: ownKey(), signal: leaving.signal });
    const left = expect(asked).rejects.toThrow();
    await expect.poll(() => fake.received.length).toBe(1);
    leaving.abort();
    await fake.received[0]?.closed;
    await left;
  });

  it('in the middle of an answer', async () => {
    fake.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      const timer = setInterval(() => response.write('sound'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const leaving = new AbortController();
    const response = await fetch(`${gateway.url}/v1/files/f/content`, {
      headers: ownKey(),
      signal: leaving.signal,
    });
    await response.body!.getReader().read();
    leaving.abort();
    await fake.received[0]?.closed;
  });
});

it('nothing of a body or a key stands in the log, but who was asked does', async () => {
  fake.answer(respond(200, { usage: { prompt_tokens: 11, total_tokens: 11 } }));
  await (await embed()).text();
  await gateway.logged();
  const line = JSON.parse(gateway.logLines.at(-1) ?? '') as Record<string, unknown>;
  expect(line).toMatchObject({ route: '/v1/embeddings', status: 200, provider: 'openai', model: 'unlisted' });
  // Of several processes, each has labels in an order of its own, and says what it has counted when it is asked.
  const counted = async () => {
    const lines = (await (await fetch(`${gateway.url}/metrics`)).text()).split('\n');
    const labels = ['claimgate_tokens_total{', 'provider="openai"', 'kind="prompt"', 'model="unlisted"'];
    return lines
      .find((one) => labels.every((label) => one.includes(label)))
      ?.split(' ')
      .at(-1);
  };
  await expect.poll(counted).toBe('11');
});
