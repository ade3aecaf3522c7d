/** Contract, section 8, one process: plans, windows, what counts, and the headers that tell of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import {
  envFor,
  PROVIDERS,
  providerOf,
  respond,
  speak,
  startStream,
  WIRES,
} from '../harness/provider-wires.ts';
import { expectError, readJson, readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

interface LimitsBody {
  readonly plan: string;
  readonly windows: readonly {
    readonly name: string;
    readonly limit: number;
    readonly remaining: number;
    readonly reset: number;
  }[];
}

const START = Date.parse('2026-11-20T13:20:00Z');
const HOUR_END = Date.parse('2026-11-20T14:00:00Z') / 1_000;
const MONTH_END = Date.parse('2026-12-01T00:00:00Z') / 1_000;

let now = START;
let fake: FakeProvider;
let gateway: Gateway;
let keys = 0;

beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake), app: { now: () => now } });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  now = START;
  fake.received.length = 0;
  fake.answer(speak());
});

/** The basic models of the providers that the fake one plays. */
const PLAYED = new Set(PROVIDERS.map((provider) => WIRES[provider].model));

/** A key that nobody has used before. */
const newKey = (): string => `sk-limits-${++keys}`;
const chat = (key: string, fields: Record<string, unknown> = {}) => gateway.chat({ api_key: key, ...fields });
const limitsOf = async (key: string, at = gateway): Promise<LimitsBody> =>
  readJson<LimitsBody>(await fetch(`${at.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } }));
const left = async (key: string, at = gateway): Promise<number[]> =>
  (await limitsOf(key, at)).windows.map((window) => window.remaining);
const headersOf = (response: Response): (string | null)[] =>
  ['limit', 'remaining', 'reset'].map((name) => response.headers.get(`x-ratelimit-${name}`));
/** Sends one request after the other. */
async function spend(count: number, key: string, at = gateway): Promise<void> {
  const send = async () => (await at.chat({ api_key: key, fact_check: { mode: 'off' } })).text();
  for (let done = 0; done < count; done += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - done) }, send));
  }
}

describe('the plan free', () => {
  it('has 100 requests an hour and 1,000 a month', async () => {
    expect(await limitsOf(newKey())).toEqual({
      plan: 'free',
      models: 'basic',
      windows: [
        { name: 'hour', limit: 100, remaining: 100, reset: HOUR_END },
        { name: 'month', limit: 1_000, remaining: 1_000, reset: MONTH_END },
      ],
    });
  });

  it.each([
    ['whole', false],
    ['streamed', true],
  ])('passes exactly 100 of 160 %s requests at once, and 60 are 429', async (_how, stream) => {
    const key = newKey();
    const responses = await Promise.all(Array.from({ length: 160 }, () => chat(key, { stream })));
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60);
    expect(fake.received).toHaveLength(100);
    for (const response of responses.filter(({ status }) => status === 429)) {
      expect(headersOf(response)).toEqual(['100', '0', String(HOUR_END)]);
      expect(response.headers.get('retry-after')).toBe('2400');
      await expectError(response, { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' });
    }
    const remaining = responses
      .filter(({ status }) => status === 200)
      .map((response) => Number(response.headers.get('x-ratelimit-remaining')))
      .sort((a, b) => a - b);
    expect(remaining).toEqual(Array.from({ length: 100 }, (_, index) => index));
    expect(await left(key)).toEqual([0, 900]);
    await Promise.all(responses.map((response) => (response.bodyUsed ? undefined : response.text())));
  });

  it.each(PROVIDERS)('has the basic model of %s and no other', async (provider) => {
    const key = newKey();
    expect((await chat(key, { model: WIRES[provider].model })).status).toBe(200);
    const { models_list: providers } = await readJson<{
      models_list: { available_models: { model_id: string; tier: string }[] }[];
    }>(await fetch(`${gateway.url}/models`));
    // Those that nobody plays here would be asked out in the world.
    const models = providers
      .filter(({ available_models: models }) => models.some(({ model_id: id }) => PLAYED.has(id)))
      .flatMap((entry) => entry.available_models);
    expect(models.some(({ tier }) => tier !== 'basic')).toBe(true);
    for (const { model_id: model, tier } of models) {
      const response = await chat(key, { model });
      expect({ model, status: response.status }).toEqual({ model, status: tier === 'basic' ? 200 : 403 });
    }
  });

  it('does not have models that the catalogue does not list', async () => {
    for (const model of [
      'openai/gpt-new',
      'anthropic/claude-new',
      'google/gemini-new',
      'xai/x',
      'together/a/b',
    ]) {
      const response = await chat(newKey(), { model });
      expect(headersOf(response)).toEqual(['100', '100', String(HOUR_END)]);
      await expectError(response, { status: 403, type: 'permission_error', code: 'model_not_in_plan' });
    }
    expect(fake.received).toEqual([]);
  });
});

describe('windows', () => {
  it('of hours turn on the clock', async () => {
    const key = newKey();
    await spend(100, key);
    now = Date.parse('2026-11-20T13:59:59.999Z');
    const last = await chat(key);
    expect(last.headers.get('retry-after')).toBe('1');
    await expectError(last, { status: 429 });
    now = Date.parse('2026-11-20T14:00:00Z');
    const first = await chat(key);
    expect([first.status, ...headersOf(first)]).toEqual([200, '100', '99', String(HOUR_END + 3_600)]);
  });

  it('of months turn at the first of the month, UTC', async () => {
    const key = newKey();
    for (let hour = 0; hour < 10; hour++) {
      now = START + hour * 3_600_000;
      await spend(100, key);
    }
    now = START + 10 * 3_600_000;
    const refused = await chat(key);
    expect(headersOf(refused)).toEqual(['1000', '0', String(MONTH_END)]);
    expect(refused.headers.get('retry-after')).toBe(String(MONTH_END - now / 1_000));
    await expectError(refused, { status: 429, code: 'rate_limit_exceeded' });
    now = Date.parse('2026-11-30T23:59:59.999Z');
    await expectError(await chat(key), { status: 429 });
    now = Date.parse('2026-12-01T00:00:00Z');
    expect((await chat(key)).status).toBe(200);
    expect(await left(key)).toEqual([99, 999]);
  });

  it('turn at the end of a year', async () => {
    const key = newKey();
    now = Date.parse('2026-12-31T23:59:59Z');
    await spend(3, key);
    expect((await limitsOf(key)).windows.map(({ remaining, reset }) => [remaining, reset])).toEqual([
      [97, Date.parse('2027-01-01T00:00:00Z') / 1_000],
      [997, Date.parse('2027-01-01T00:00:00Z') / 1_000],
    ]);
    now = Date.parse('2027-01-01T00:00:00Z');
    expect(await left(key)).toEqual([100, 1_000]);
  });

  it('what is given back after the turn belongs to the window it was taken from', async () => {
    const key = newKey();
    let go = (): void => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    fake.answer(async (request, response) => {
      await wait;
      respond(401, { error: { message: 'No' } })(request, response);
    });
    const pending = chat(key);
    while (fake.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    now = START + 3_600_000;
    go();
    const response = await pending;
    expect([response.status, ...headersOf(response)]).toEqual([401, '100', '100', String(HOUR_END + 3_600)]);
    expect(await left(key)).toEqual([100, 1_000]);
  });

  it('the headers speak of the one with the fewest requests left', async () => {
    const key = newKey();
    for (let hour = 0; hour < 9; hour++) {
      now = START + hour * 3_600_000;
      await spend(100, key);
    }
    now = START + 9 * 3_600_000;
    await spend(49, key);
    const response = await chat(key);
    expect(await left(key)).toEqual([50, 50]);
    expect(headersOf(response)).toEqual(['1000', '50', String(MONTH_END)]);
  });
});

describe('what counts', () => {
  const openai = (status: number, code = 'x') => respond(status, { error: { message: 'No', code } });
  const broken: Handler = (request, response) => {
    const wire = WIRES[providerOf(request)];
    startStream(response);
    response.end(wire.opening + wire.delta('Hello'));
  };

  it.each([
    ['a key that is none', (key: string) => chat(`${key}ü`)],
    [
      'a body that is none',
      (key: string) => gateway.post('/v1/chat/completions', '{', { authorization: `Bearer ${key}` }),
    ],
    ['a fault of the body', (key: string) => chat(key, { temperature: 9 })],
    ['an unknown model', (key: string) => chat(key, { model: 'nobody' })],
    ['a field that is not supported', (key: string) => chat(key, { tools: [{}] })],
    [
      'a field that the provider does not have',
      (key: string) => chat(key, { model: 'claude-haiku-5-5', logit_bias: { 1: 1 } }),
    ],
    ['a model outside the plan', (key: string) => chat(key, { model: 'gpt-6.1-sol' })],
  ])('not: %s', async (_what, send) => {
    const key = newKey();
    expect((await send(key)).status).toBeGreaterThanOrEqual(400);
    expect(await left(key)).toEqual([100, 1_000]);
    expect(fake.received).toEqual([]);
  });

  it.each([
    [400, 400],
    [401, 401],
    [402, 429],
    [404, 400],
    [413, 400],
    [422, 400],
    [429, 429],
  ])("not: a provider's %i, which is our %i", async (status, told) => {
    const key = newKey();
    fake.answer(openai(status));
    for (const stream of [false, true]) {
      const response = await chat(key, { stream });
      expect([response.status, ...headersOf(response)]).toEqual([told, '100', '100', String(HOUR_END)]);
      await response.text();
    }
    expect(await left(key)).toEqual([100, 1_000]);
  });

  it('not: a provider that says 200 and then rejects the key', async () => {
    const key = newKey();
    fake.answer((_request, response) => {
      startStream(response);
      response.end('data: {"code":"unauthenticated","error":"Incorrect API key provided: xa***"}\n\n');
    });
    const response = await chat(key, { model: 'grok-4.3', stream: true });
    expect([response.status, ...headersOf(response)]).toEqual([401, '100', '100', String(HOUR_END)]);
    expect(await left(key)).toEqual([100, 1_000]);
  });

  it.each([
    ['an answer', speak(), 200],
    ["a provider's failure", openai(500), 502],
    ['an overloaded provider', respond(503, {}, { 'retry-after': '60' }), 503],
    ['nonsense', respond(200, { what: 'is this' }), 502],
  ])('once: %s', async (_what, handler, status) => {
    const key = newKey();
    fake.answer(handler);
    const response = await chat(key);
    expect([response.status, ...headersOf(response)]).toEqual([status, '100', '99', String(HOUR_END)]);
    expect(await left(key)).toEqual([99, 999]);
  });

  it('once: a stream, whether it ends well or not', async () => {
    const key = newKey();
    expect((await readStream(await chat(key, { stream: true }))).done).toBe(true);
    expect(await left(key)).toEqual([99, 999]);
    fake.answer(broken);
    expect((await readStream(await chat(key, { stream: true }))).errors).toHaveLength(1);
    expect(await left(key)).toEqual([98, 998]);
  });

  it('nothing else: models, limits, health', async () => {
    const key = newKey();
    const headers = { authorization: `Bearer ${key}` };
    for (const path of [
      '/models',
      '/v1/models',
      '/v1/models/gpt-6-luna',
      '/v1/limits',
      '/health',
      '/ready',
      '/metrics',
    ]) {
      const response = await fetch(gateway.url + path, { headers });
      expect(response.status).toBe(200);
      expect(headersOf(response)).toEqual([null, null, null]);
    }
    expect(await left(key)).toEqual([100, 1_000]);
  });

  it('a place that a rejected request held goes to one that waits for its turn', async () => {
    const key = newKey();
    await spend(99, key);
    fake.answer(openai(429));
    await expectError(await chat(key), { status: 429, code: 'provider_rate_limit_exceeded' });
    fake.answer(speak());
    expect((await chat(key)).status).toBe(200);
    await expectError(await chat(key), { status: 429, code: 'rate_limit_exceeded' });
  });

  it('rejected and good requests in one crowd: exactly the limit passes', async () => {
    const key = newKey();
    fake.answer((request, response) => {
      const rejected = JSON.stringify(request.body).includes('reject me');
      (rejected ? openai(400) : speak())(request, response);
    });
    const send = (text: string) => chat(key, { messages: [{ role: 'user', content: text }] });
    const crowd = Array.from({ length: 160 }, (_, index) => send(index % 2 === 0 ? 'reject me' : 'Hello'));
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    let passed = statuses.filter((status) => status === 200).length;
    // A place that was held for a moment by one that is rejected is free again afterwards.
    expect(await left(key)).toEqual([100 - passed, 1_000 - passed]);
    while ((await send('Hello')).status === 200) passed += 1;
    expect(passed).toBe(100);
  });

  it('each key has its own count, wherever it stands', async () => {
    const [one, two] = [newKey(), newKey()];
    await chat(one);
    await gateway.chat({}, { authorization: `Bearer ${one}` });
    await gateway.post('/chat', { user_query: 'Hi', model: 'gpt-6-luna', api_key: one });
    await chat(one, { model: 'grok-4.3' });
    expect([await left(one), await left(two)]).toEqual([
      [96, 996],
      [100, 1_000],
    ]);
  });
});

describe('the headers are on every answer once a key was read', () => {
  it.each([
    ['a 200', {}, 200],
    ['a stream', { stream: true }, 200],
    ['a 400', { model: 'nobody' }, 400],
    ['a 403', { model: 'gpt-6.1-sol' }, 403],
    ['a 422', { temperature: 9 }, 422],
  ])('%s', async (_what, fields, status) => {
    for (const send of [
      (key: string) => chat(key, fields),
      (key: string) =>
        gateway.post('/chat', {
          user_query: 'Hi',
          model: 'gpt-6-luna',
          api_key: key,
          ...('stream' in fields || status === 422 ? { fact_check: status === 422 ? 5 : null } : fields),
        }),
    ]) {
      const response = await send(newKey());
      expect(response.status).toBe(status);
      expect(headersOf(response)).toEqual(['100', status === 200 ? '99' : '100', String(HOUR_END)]);
      await response.text();
    }
  });

  it.each([
    ['a 413', '/chat', 'application/json', 'x'.repeat(5 * 1024 * 1024), 413],
    ['a 415', '/chat', 'text/plain', 'hello', 415],
    ['a body that is no JSON', '/v1/chat/completions', 'application/json', '{', 422],
    ['a body that is none', '/v1/chat/completions', 'application/json', '', 422],
  ])('%s, where the key stands in the header', async (_what, path, type, body, status) => {
    const headers = { authorization: `Bearer ${newKey()}`, 'content-type': type };
    const response = await gateway.post(path, body, headers);
    expect([response.status, ...headersOf(response)]).toEqual([status, '100', '100', String(HOUR_END)]);
    await response.text();
  });

  it('and not on one without', async () => {
    for (const response of [
      await gateway.chat({}),
      await gateway.chat({ api_key: '' }),
      await gateway.chat({ api_key: 'ü' }),
    ]) {
      expect(response.status).toBeGreaterThanOrEqual(401);
      expect(headersOf(response)).toEqual([null, null, null]);
    }
  });
});
