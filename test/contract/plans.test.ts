/** Contract, section 8: plans are config, and failed keys are limited by their address. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
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
      expect(await limitsOf(key, own)).toEqual({ plan: 'enterprise', windows: [] });
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
