/** Contract, section 8: plans are config, and failed keys are limited by their address. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond, speak } from '../harness/provider-wires.ts';
import { expectError, readJson } from '../harness/read-answer.ts';
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

/** A key that nobody has used before. */
const newKey = (): string => `sk-limits-${++keys}`;
const limitsOf = async (key: string, at = gateway): Promise<LimitsBody> =>
  readJson<LimitsBody>(await fetch(`${at.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } }));
const headersOf = (response: Response): (string | null)[] =>
  ['limit', 'remaining', 'reset'].map((name) => response.headers.get(`x-ratelimit-${name}`));

describe('plans are config', () => {
  it.each([
    ['pro', 'on somebody’s own machine', {}],
    ['free', 'where others can reach it', { HOST: '0.0.0.0' }],
    [
      'free',
      'where replicas share Redis',
      { REDIS_URL: 'redis://127.0.0.1:1', CLAIMGATE_SECRET: 'a secret' },
    ],
  ])('a key that is not listed has %s %s', (plan, _where, env) => {
    expect(readConfig(env).defaultPlan).toBe(plan);
  });

  it('the numbers of a shipped plan, and the default', async () => {
    const own = await startGateway({
      env: envFor(fake),
      yaml: 'plans:\n  default: trial\n  trial: { per_hour: 2, models: all }\n',
      app: { now: () => now },
    });
    try {
      const key = newKey();
      expect(await limitsOf(key, own)).toEqual({
        plan: 'trial',
        models: 'all',
        windows: [{ name: 'hour', limit: 2, remaining: 2, reset: HOUR_END }],
      });
      for (const status of [200, 200, 429]) {
        expect((await own.chat({ api_key: key, model: 'gpt-6.1-sol' })).status).toBe(status);
      }
    } finally {
      await own.stop();
    }
  });

  it('without a limit there are no headers and no windows', async () => {
    const own = await startGateway({ env: envFor(fake), yaml: 'plans: { default: enterprise }' });
    try {
      const key = newKey();
      expect(await limitsOf(key, own)).toEqual({ plan: 'enterprise', models: 'all', windows: [] });
      const responses = await Promise.all(
        Array.from({ length: 150 }, (_, index) =>
          own.chat({ api_key: key, model: 'openai/any', stream: index % 2 === 0 }),
        ),
      );
      for (const response of responses) {
        expect([response.status, ...headersOf(response)]).toEqual([200, null, null, null]);
        await response.text();
      }
    } finally {
      await own.stop();
    }
  });
});

describe('failed keys are limited by their address', () => {
  const invalid = respond(401, { error: { message: 'No', code: 'invalid_api_key' } });

  it('30 a minute; a key that was accepted lately is let through', async () => {
    const own = await startGateway({ env: envFor(fake), app: { now: () => now } });
    try {
      const good = newKey();
      expect((await own.chat({ api_key: good })).status).toBe(200);
      fake.answer(invalid);
      for (let i = 0; i < 30; i++) await expectError(await own.chat({ api_key: newKey() }), { status: 401 });
      const asked = fake.received.length;
      const blocked = await own.chat({ api_key: newKey() });
      expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(blocked.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      await expectError(blocked, {
        status: 429,
        type: 'rate_limit_error',
        code: 'address_rate_limit_exceeded',
      });
      expect(fake.received).toHaveLength(asked);
      fake.answer(speak());
      expect((await own.chat({ api_key: good })).status).toBe(200);
      // What is wrong with the request itself is told before.
      await expectError(await own.chat({ api_key: newKey(), model: 'gpt-6.1-sol' }), { status: 403 });
      await expectError(await own.chat({ api_key: newKey(), model: 'nobody' }), { status: 400 });
      // The sandbox's keys are no secrets that somebody could try out.
      expect((await own.chat({ api_key: 'sandbox' })).status).toBe(200);
      now += 60_000;
      expect((await own.chat({ api_key: newKey() })).status).toBe(200);
    } finally {
      await own.stop();
    }
  });

  describe('when many are tried at once', () => {
    const AT_ONCE = process.env.CLAIMGATE_TEST_SLOW === '1' ? 400 : 150;
    /** Answers each request after a while, as a provider does. */
    const later =
      (handler: Handler): Handler =>
      (request, response) =>
        void setTimeout(() => void handler(request, response), 20);
    const tryAll = (own: Gateway, keyOf: (i: number) => string, fields: object = {}) =>
      Promise.all(
        Array.from({ length: AT_ONCE }, async (_, i) => {
          const response = await own.chat({ api_key: keyOf(i), ...fields });
          await response.text();
          return response.status;
        }),
      );
    const count = (statuses: readonly number[], status: number): number =>
      statuses.filter((one) => one === status).length;

    let own: Gateway;
    beforeEach(async () => {
      own = await startGateway({ env: envFor(fake), yaml: 'plans: { free: { per_hour: 1000 } }' });
      fake.received.length = 0;
    });
    afterEach(() => own.stop());

    it.each([false, true])('no more than 30 reach the provider (stream: %j)', async (stream) => {
      fake.answer(later(invalid));
      const statuses = await tryAll(own, newKey, { stream });
      expect([count(statuses, 401), count(statuses, 429)]).toEqual([30, AT_ONCE - 30]);
      expect(fake.received).toHaveLength(30);
    });

    it('no more than 30 requests with one key that is none reach it either', async () => {
      fake.answer(later(invalid));
      const key = newKey();
      const statuses = await tryAll(own, () => key);
      expect([count(statuses, 401), fake.received.length]).toEqual([30, 30]);
    });

    it.each([false, true])('good keys that nobody knows yet are all served (stream: %j)', async (stream) => {
      fake.answer(later(speak()));
      expect(count(await tryAll(own, newKey, { stream }), 200)).toBe(AT_ONCE);
      const key = newKey();
      expect(count(await tryAll(own, () => key, { stream }), 200)).toBe(AT_ONCE);
    });

    it('a provider that fails otherwise says nothing of keys', async () => {
      fake.answer(later(respond(400, { error: { message: 'No' } })));
      expect(count(await tryAll(own, newKey), 400)).toBe(AT_ONCE);
    });

    it('who leaves makes room', async () => {
      fake.answer(() => {});
      const leaving = new AbortController();
      const left = Array.from({ length: 60 }, () =>
        fetch(`${own.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${newKey()}` },
          body: JSON.stringify({ model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hello' }] }),
          signal: leaving.signal,
        }).catch(() => undefined),
      );
      await expect.poll(() => fake.received).toHaveLength(30);
      leaving.abort();
      await Promise.all(left);
      fake.answer(speak());
      expect((await own.chat({ api_key: newKey() })).status).toBe(200);
    });
  });

  it('as many as config says', async () => {
    const own = await startGateway({ env: envFor(fake), yaml: 'limits: { failed_keys_per_minute: 2 }' });
    try {
      fake.answer(invalid);
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) statuses.push((await own.chat({ api_key: newKey() })).status);
      expect(statuses).toEqual([401, 401, 429, 429]);
    } finally {
      await own.stop();
    }
  });
});
