/** Plans that limit the minute: requests are counted as they come, tokens once an answer is there. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond, speak } from '../harness/provider-wires.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const FIRST = Date.parse('2026-11-20T13:20:15Z');
/** Tokens of each answer of the fake provider. */
const BILL = 12;

// A clock that is handed in reaches no other process.
describe.skipIf(severalProcesses)('limits of a minute', () => {
  /** Each test has minutes of its own. */
  let now = FIRST;
  let minuteEnd = 0;
  let fake: FakeProvider;
  let gateway: Gateway;
  let keys = 0;
  const start = (plan: string) =>
    startGateway({
      env: envFor(fake),
      yaml: `plans: { default: brisk, brisk: ${plan} }`,
      app: { now: () => now },
    });
  const newKey = (): string => `sk-minute-${++keys}`;
  const chat = async (key: string, fields: Record<string, unknown> = {}) => {
    const response = await gateway.chat({
      api_key: key,
      task: 'none',
      fact_check: { mode: 'off' },
      ...fields,
    });
    return { response, text: await response.text() };
  };
  const limitsOf = async (key: string) =>
    (
      await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } })
    ).json() as Promise<Record<string, unknown>>;
  const headersOf = (response: Response) =>
    ['limit', 'remaining', 'reset'].map((name) => response.headers.get(`x-ratelimit-${name}`));

  beforeAll(async () => {
    fake = await startFakeProvider(speak());
  });
  afterAll(() => fake.stop());
  beforeEach(() => {
    now += 600_000 - ((now - FIRST) % 600_000);
    minuteEnd = (now + 45_000) / 1_000;
    fake.answer(speak());
  });

  describe('in requests', () => {
    beforeAll(async () => {
      gateway = await start('{ models: all, requests_per_minute: 3, per_hour: 100 }');
    });
    afterAll(() => gateway.stop());

    it('let as many pass as there are, and say when the next minute begins', async () => {
      const key = newKey();
      const all = await Promise.all(Array.from({ length: 12 }, () => chat(key)));
      const passed = all.filter(({ response }) => response.status === 200);
      expect(passed).toHaveLength(3);
      const refused = all.find(({ response }) => response.status === 429)!;
      expect(refused.response.headers.get('retry-after')).toBe('45');
      expect(headersOf(refused.response)).toEqual(['3', '0', String(minuteEnd)]);
      expect(JSON.parse(refused.text)).toMatchObject({
        error: { code: 'rate_limit_exceeded', message: expect.stringContaining('3 requests per minute') },
      });
      expect(await limitsOf(key)).toEqual({
        plan: 'brisk',
        models: 'all',
        windows: [
          { name: 'minute', limit: 3, remaining: 0, reset: minuteEnd },
          { name: 'hour', limit: 100, remaining: 97, reset: expect.any(Number) },
        ],
      });
      now = minuteEnd * 1_000;
      expect((await chat(key)).response.status).toBe(200);
    });

    it('count nothing that is rejected', async () => {
      const key = newKey();
      fake.answer(respond(400, { error: { message: 'no', type: 'invalid_request_error' } }));
      for (let i = 0; i < 5; i++) expect((await chat(key)).response.status).toBe(400);
      expect(await limitsOf(key)).toMatchObject({ windows: [{ name: 'minute', remaining: 3 }, {}] });
    });
  });

  describe('in tokens', () => {
    beforeAll(async () => {
      gateway = await start('{ models: all, tokens_per_minute: 15 }');
    });
    afterAll(() => gateway.stop());

    it.each([false, true])(
      'refuse the request after the one that used the last (stream: %s)',
      async (stream) => {
        const key = newKey();
        for (const used of [BILL, 2 * BILL]) {
          expect((await chat(key, { stream })).response.status).toBe(200);
          expect(await limitsOf(key)).toEqual({
            plan: 'brisk',
            models: 'all',
            windows: [],
            tokens_per_minute: { limit: 15, remaining: Math.max(0, 15 - used), reset: minuteEnd },
          });
        }
        const { response, text } = await chat(key);
        expect([response.status, response.headers.get('retry-after'), headersOf(response)]).toEqual([
          429,
          '45',
          [null, null, null],
        ]);
        expect(text).toContain('15 tokens per minute, all used');
        now = minuteEnd * 1_000;
        expect((await chat(key)).response.status).toBe(200);
      },
    );
  });
});
