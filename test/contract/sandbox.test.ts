/** Contract, section 9: each sandbox key, at each provider, whole and streamed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, PROVIDERS, speak, WIRES } from '../harness/provider-wires.ts';
import { type CompletionBody, expectError, readJson, readStream } from '../harness/read-answer.ts';
import { type Gateway, type GatewayOptions, startGateway } from '../harness/start-gateway.ts';

let outside: FakeProvider;
let gateway: Gateway;
/** Waits for no provider. */
let hurried: Gateway;
beforeAll(async () => {
  outside = await startFakeProvider(speak());
  const start = (upstream: string) =>
    startGateway({
      env: envFor(outside),
      yaml: `upstream: ${upstream}\nlimits: { failed_keys_per_minute: 1000 }`,
      app: { sandboxPace: { firstTokenMs: 1, perTokenMs: 0 } },
    });
  [gateway, hurried] = await Promise.all([start('{}'), start('{ first_byte_timeout: 300ms }')]);
});
afterAll(() => Promise.all([gateway.stop(), hurried.stop(), outside.stop()]));

const messages = [{ role: 'user', content: 'Hello! The Eiffel Tower was completed in 1889.' }];
const FAILURES = {
  'sandbox-invalid': { status: 401, detail: 'Invalid API key', code: 'invalid_api_key' },
  'sandbox-revoked': { status: 401, detail: 'API key has been revoked or expired', code: 'invalid_api_key' },
  'sandbox-ratelimited': { status: 429, code: 'provider_rate_limit_exceeded' },
  'sandbox-quota': { status: 429, code: 'insufficient_quota' },
  'sandbox-overloaded': { status: 503, code: 'provider_overloaded' },
} as const;

describe.concurrent.each(PROVIDERS)('at %s', (provider) => {
  const { model } = WIRES[provider];
  const chat = (key: string, fields: Record<string, unknown> = {}) =>
    gateway.chat({ api_key: key, model, messages, ...fields });
  const whole = async (key: string) => {
    const response = await chat(key);
    expect(response.status).toBe(200);
    return readJson<CompletionBody>(response);
  };
  const stream = async (key: string) => {
    const response = await chat(key, { stream: true, stream_options: { include_usage: true } });
    expect(response.status).toBe(200);
    return readStream(response);
  };

  it.each(['sandbox', 'sandbox-free', 'sandbox-slow'])('%s answers', async (key) => {
    const body = await whole(key);
    expect(body.model).toBe(model);
    expect(body.choices[0]).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant' } });
    expect(body.choices[0]?.message.content).toContain('The Eiffel Tower was completed in 1889.');
    const {
      prompt_tokens: prompt = 0,
      completion_tokens: completion = 0,
      total_tokens: total,
    } = body.usage ?? {};
    expect(prompt).toBeGreaterThan(0);
    expect(completion).toBeGreaterThan(0);
    expect(total).toBe(prompt + completion);

    const { text, done, errors, chunks } = await stream(key);
    expect([text, done, errors]).toEqual([body.choices[0]?.message.content, true, []]);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)?.usage?.total_tokens).toBe(total);
  });

  it.each(Object.entries(FAILURES))('%s plays its case', async (key, expected) => {
    await expectError(await chat(key), expected);
    await expectError(await chat(key, { stream: true }), expected);
  });

  it('sandbox-cut dies in the middle', async () => {
    await expectError(await chat('sandbox-cut'), { status: 502, code: 'provider_cut_off' });
    const { text, done, errors } = await stream('sandbox-cut');
    expect(text).not.toBe('');
    expect([done, errors.map(({ error }) => error.code)]).toEqual([false, ['provider_cut_off']]);
  });

  it("sandbox-error is the provider's own error in mid-stream", async () => {
    await expectError(await chat('sandbox-error'), { status: 502, type: 'server_error' });
    const { text, done, errors } = await stream('sandbox-error');
    expect(text).not.toBe('');
    expect([done, errors.map(({ error }) => error.type)]).toEqual([false, ['server_error']]);
  });

  it.each([
    ['sandbox-length', 'length'],
    ['sandbox-filtered', 'content_filter'],
  ])('%s finishes with %s', async (key, reason) => {
    expect((await whole(key)).choices[0]?.finish_reason).toBe(reason);
    const { chunks, done } = await stream(key);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe(reason);
    expect(done).toBe(true);
  });

  it('sandbox-timeout never answers', async () => {
    const [one, two] = await Promise.all(
      [false, true].map((stream) => hurried.chat({ api_key: 'sandbox-timeout', model, messages, stream })),
    );
    await expectError(one!, { status: 504, code: 'provider_timeout' });
    await expectError(two!, { status: 504, code: 'provider_timeout' });
  });

  it('all that a provider is asked for is understood', async () => {
    const body = await readJson<CompletionBody>(
      await chat('sandbox', {
        temperature: 2,
        top_p: 0.5,
        max_tokens: 9,
        user: 'u',
        fact_check: { mode: 'off' },
      }),
    );
    expect(body.choices[0]?.finish_reason).toBe('length');
    expect(body).not.toHaveProperty('fact_check_metadata');
  });

  it('POST /chat is played too', async () => {
    const ask = { user_query: 'The Eiffel Tower was completed in 1889.', model };
    const response = await gateway.post('/chat', ask, { authorization: 'Bearer sandbox' });
    expect((await readJson<{ response: string }>(response)).response).toContain('Eiffel');
    const failed = await gateway.post('/chat', ask, { authorization: 'Bearer sandbox-revoked' });
    await expectError(failed, FAILURES['sandbox-revoked']);
  });
});

it('every model of the catalogue answers, listed or not', async () => {
  const { data } = await readJson<{ data: { id: string }[] }>(await fetch(`${gateway.url}/v1/models`));
  const ids = [
    ...data.map(({ id }) => id),
    'openai/gpt-4o',
    'anthropic/claude-sonnet-4-5',
    'google/gemini-2.5-pro',
  ];
  for (const model of [...ids, 'xai/grok-new', 'together/new/model']) {
    for (const stream of [false, true]) {
      const response = await gateway.chat({ api_key: 'sandbox', model, stream });
      expect({ model, status: response.status }).toEqual({ model, status: 200 });
      await response.text();
    }
  }
});

describe('the plans of sandbox keys', () => {
  const planOf = async (key: string) =>
    readJson<{ plan: string; windows: { limit: number }[] }>(
      await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } }),
    );

  it('are pro', async () => {
    for (const key of ['sandbox', 'sandbox-slow', 'sandbox-invalid', 'sandbox-cut']) {
      const { plan, windows } = await planOf(key);
      expect([plan, windows.map(({ limit }) => limit)]).toEqual(['pro', [1_000, 50_000]]);
    }
  });

  it('free for sandbox-free', async () => {
    expect((await planOf('sandbox-free')).plan).toBe('free');
    await expectError(await gateway.chat({ api_key: 'sandbox-free', model: 'gpt-6.1-sol' }), { status: 403 });
    expect((await gateway.chat({ api_key: 'sandbox', model: 'gpt-6.1-sol' })).status).toBe(200);
  });

  it('three requests an hour for sandbox-limited', async () => {
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let i = 0; i < 4; i++) {
      last = await gateway.chat({ api_key: 'sandbox-limited' });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(last?.headers.get('x-ratelimit-limit')).toBe('3');
    expect(last?.headers.get('x-ratelimit-remaining')).toBe('0');
    await expectError(last as Response, { status: 429, code: 'rate_limit_exceeded' });
  });
});

it.each(['sandbox-nobody', 'sandbox ', 'sandboxx', 'sandbox-', 'sandbox-Invalid', 'sandbox/x'])(
  'no other key that begins with sandbox is one (%j)',
  async (key) => {
    const trimmed = key.trim();
    const response = await gateway.chat({ api_key: key });
    if (trimmed === 'sandbox') expect(response.status).toBe(200);
    else await expectError(response, { status: 401, detail: 'Invalid API key' });
  },
);

it('nothing leaves the machine for a sandbox key', () => {
  expect(outside.received).toEqual([]);
});

describe('CLAIMGATE_SANDBOX=all', () => {
  it('sends every key to the simulated providers, and plays invalid and revoked ones', async () => {
    const all = await startGateway({ env: { ...envFor(outside), CLAIMGATE_SANDBOX: 'all' } });
    try {
      for (const provider of PROVIDERS) {
        const chat = (key: string) => all.chat({ api_key: key, model: WIRES[provider].model });
        expect((await chat('sk-any-key-at-all')).status).toBe(200);
        await expectError(await chat('my-invalid-key'), FAILURES['sandbox-invalid']);
        await expectError(await chat('REVOKED_key'), FAILURES['sandbox-revoked']);
        expect((await chat('sandbox')).status).toBe(200);
        await expectError(await chat('sandbox-nobody'), { status: 401 });
      }
      expect(outside.received).toEqual([]);
    } finally {
      await all.stop();
    }
  });
});

describe('the sandbox is on', () => {
  const statusOf = async (options: GatewayOptions): Promise<number> => {
    const own = await startGateway({ ...options, env: { ...envFor(outside), ...options.env } });
    try {
      return (await own.chat({ api_key: 'sandbox' })).status;
    } finally {
      await own.stop();
    }
  };

  it.each<[string, GatewayOptions, number]>([
    ['on a loopback address', {}, 200],
    ['on localhost', { env: { HOST: 'localhost' } }, 200],
    ['not on any other', { env: { HOST: '0.0.0.0' } }, 401],
    ['where the environment says so', { env: { HOST: '0.0.0.0', CLAIMGATE_SANDBOX: 'keys' } }, 200],
    ['not where the environment says no', { env: { CLAIMGATE_SANDBOX: 'off' } }, 401],
    ['where config says so', { env: { HOST: '0.0.0.0' }, yaml: 'sandbox: { enabled: true }' }, 200],
    ['not where config says no', { yaml: 'sandbox: { enabled: false }' }, 401],
  ])('%s', async (_where, options, status) => {
    expect(await statusOf(options)).toBe(status);
    expect(outside.received).toEqual([]);
  });

  it('or a refused key of its own says how it is turned on, beside the detail of every refused key', async () => {
    const own = await startGateway({ env: { ...envFor(outside), HOST: '0.0.0.0' } });
    try {
      const body = { model: 'gpt-6-luna', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] };
      const refusals = await Promise.all([
        own.chat({ api_key: 'sandbox' }),
        own.chat({ api_key: 'sandbox-nobody' }),
        own.post('/v1/messages', body, { 'x-api-key': 'sandbox-slow' }),
      ]);
      const bodies = await Promise.all(
        refusals.map((response) => readJson<{ detail?: string; error: { message: string } }>(response)),
      );
      expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401]);
      const says = bodies.map(({ error }) => error.message.includes('CLAIMGATE_SANDBOX=keys'));
      expect(says).toEqual([true, false, true]);
      expect(bodies.map(({ detail }) => detail)).toEqual(['Invalid API key', 'Invalid API key', undefined]);
    } finally {
      await own.stop();
    }
  });

  it('not beside Redis or PostgreSQL, unless config says so', () => {
    const secret = { CLAIMGATE_SECRET: 'a secret of the tests' };
    expect(readConfig({ ...secret, REDIS_URL: 'redis://localhost' }).sandbox).toBe('off');
    expect(readConfig({ ...secret, DATABASE_URL: 'postgres://localhost/x' }).sandbox).toBe('off');
    expect(readConfig({}).sandbox).toBe('keys');
    expect(readConfig({ ...secret, REDIS_URL: 'redis://localhost', CLAIMGATE_SANDBOX: 'all' }).sandbox).toBe(
      'all',
    );
  });
});
