/** What every place to count requests in must do, whichever it is: the suite runs over the registry. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import type { Allowance, Plan } from '../../src/domain/plan.ts';
import { LIMIT_BACKENDS } from '../../src/gateway/admission/backends/registry.ts';
import { type Caller, createCallerIds } from '../../src/gateway/admission/caller-id.ts';
import type { LimitBackend, LimitBackendOptions } from '../../src/gateway/admission/limit-backend.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { redisMissing, startRedis, type TestRedis } from '../servers/start-redis.ts';

/** What a backend needs to run, and whether replicas share it. */
interface Place {
  readonly missing: string | undefined;
  readonly shared: boolean;
  start(): Promise<Partial<LimitBackendOptions>>;
  stop(): Promise<void>;
}

function memoryPlace(): Place {
  return { missing: undefined, shared: false, start: async () => ({}), stop: async () => {} };
}

function redisPlace(): Place {
  let server: TestRedis | undefined;
  return {
    missing: redisMissing,
    shared: true,
    start: async () => {
      server = await startRedis();
      return { redisUrl: server.url };
    },
    stop: async () => server?.stop(),
  };
}

const PLACES: Record<string, () => Place> = { memory: memoryPlace, redis: redisPlace };

const NOW = Date.parse('2026-11-05T13:20:00Z');
const pro: Plan = { name: 'pro', perHour: 10, perMonth: 15, models: 'all' };
const oldIds = createCallerIds('an old secret');
const newIds = createCallerIds('a new secret', ['an old secret']);
const newestIds = createCallerIds('a newer secret', ['a new secret', 'an old secret']);

let keys = 0;
const newKey = () => ApiKey.parse(`sk-${++keys}`)!;
const newCaller = (): Caller => oldIds.callerOf(newKey());
const left = (allowance: Allowance) => allowance.windows.map((window) => window.remaining);

for (const [name, open] of Object.entries(LIMIT_BACKENDS)) {
  const place = PLACES[name]!();
  describeWithServer(place.missing, `limits in ${name}`, () => {
    let settings: Partial<LimitBackendOptions> = {};
    const opened: LimitBackend[] = [];
    const fresh = async () => {
      const backend = await open({ now: () => NOW, whenAway: 'refuse', clockHandedIn: true, ...settings });
      opened.push(backend);
      return backend;
    };

    beforeAll(async () => {
      settings = await place.start();
    });
    afterEach(async () => {
      for (const backend of opened.splice(0)) await backend.close();
    });
    afterAll(() => place.stop());

    it('gives places until one window is full, and says what is left of both', async () => {
      const backend = await fresh();
      const caller = newCaller();
      for (let taken = 1; taken <= 10; taken++) {
        const attempt = await backend.reserve(caller, pro, NOW);
        expect(attempt.passed).toBe(true);
        expect(left(attempt.allowance)).toEqual([10 - taken, 15 - taken]);
      }
      const refused = await backend.reserve(caller, pro, NOW);
      expect(refused.passed).toBe(false);
      expect(refused.allowance).toEqual({
        plan: 'pro',
        windows: [
          { name: 'hour', limit: 10, remaining: 0, reset: Date.parse('2026-11-05T14:00:00Z') / 1000 },
          { name: 'month', limit: 15, remaining: 5, reset: Date.parse('2026-12-01T00:00:00Z') / 1000 },
        ],
      });
      expect((await backend.reserve(newCaller(), pro, NOW)).passed).toBe(true);
    });

    it('takes nothing from either window where one is full', async () => {
      const backend = await fresh();
      const caller = newCaller();
      const monthFull: Plan = { ...pro, perMonth: 3 };
      for (let i = 0; i < 8; i++) await backend.reserve(caller, monthFull, NOW);
      expect(left(await backend.peek(caller, pro, NOW))).toEqual([7, 12]);
    });

    it('gives nothing anew where the clock is set back, and goes on at the next turn', async () => {
      const backend = await fresh();
      for (const [setBack, next] of [
        ['2026-11-05T11:20:00Z', '2026-11-05T12:00:00Z'],
        ['2026-11-04T13:20:00Z', '2026-11-04T14:00:00Z'],
        ['2026-10-05T13:20:00Z', '2026-10-05T14:00:00Z'],
      ] as const) {
        const caller = newCaller();
        for (let taken = 0; taken < 10; taken++) await backend.reserve(caller, pro, NOW);
        const back = Date.parse(setBack);
        expect(left(await backend.peek(caller, pro, back))).toEqual([0, 5]);
        for (let attempt = 0; attempt < 20; attempt++) {
          expect((await backend.reserve(caller, pro, back)).passed).toBe(false);
        }
        const { allowance } = await backend.reserve(caller, pro, Date.parse(next));
        expect(left(allowance)).toEqual([9, 4]);
        expect(allowance.windows[0]!.reset).toBe((Date.parse(next) + 3_600_000) / 1000);
      }
    });

    it('gives no window twice where the clock is set back over its turn', async () => {
      const backend = await fresh();
      const caller = newCaller();
      const turn = Date.parse('2026-12-01T00:00:00Z');
      for (let taken = 0; taken < 10; taken++) await backend.reserve(caller, pro, turn + 2_000);
      for (const nowMs of [turn - 2_000, turn - 1, turn, turn + 3_599_999]) {
        const refused = await backend.reserve(caller, pro, nowMs);
        expect([refused.passed, left(refused.allowance)]).toEqual([false, [0, 5]]);
        expect(refused.allowance.windows[0]!.reset).toBe(turn / 1000 + 3_600);
      }
      const passed = await backend.reserve(caller, pro, turn + 3_600_000);
      expect([passed.passed, left(passed.allowance)]).toEqual([true, [9, 4]]);
    });

    it('keeps nobody out for long after the clock was far ahead for a while', async () => {
      const backend = await fresh();
      const caller = newCaller();
      const ahead = Date.parse('2030-06-01T00:00:00Z');
      const held = await Promise.all(Array.from({ length: 10 }, () => backend.reserve(caller, pro, ahead)));
      expect((await backend.reserve(caller, pro, NOW)).passed).toBe(false);
      // What was taken while it was ahead is given back into windows that are no longer counted in.
      await held[0]!.release(NOW);
      const nextHour = Date.parse('2026-11-05T14:00:00Z');
      expect((await backend.reserve(caller, pro, nextHour)).passed).toBe(true);
      const nextMonth = await backend.reserve(caller, pro, Date.parse('2026-12-01T00:00:00Z'));
      expect(left(nextMonth.allowance)).toEqual([9, 14]);
    });

    it('begins a new hour at its turn, and a new month at its own', async () => {
      const backend = await fresh();
      const caller = newCaller();
      const at = async (time: string) =>
        left((await backend.reserve(caller, pro, Date.parse(time))).allowance);
      expect(await at('2026-11-30T22:59:59.999Z')).toEqual([9, 14]);
      expect(await at('2026-11-30T23:00:00.000Z')).toEqual([9, 13]);
      expect(await at('2026-11-30T23:59:59.999Z')).toEqual([8, 12]);
      expect(await at('2026-12-01T00:00:00.000Z')).toEqual([9, 14]);
      expect(await at('2027-01-01T00:00:00.000Z')).toEqual([9, 14]);
      expect(await at('2028-02-29T12:00:00.000Z')).toEqual([9, 14]);
      expect(await at('2028-02-29T13:00:00.000Z')).toEqual([9, 13]);
      expect(await at('2028-03-01T13:00:00.000Z')).toEqual([9, 14]);
    });

    it('knows the month of any hour', async () => {
      const backend = await fresh();
      const second = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2060-01-01') });
      await fc.assert(
        fc.asyncProperty(second, async (nowMs) => {
          const { allowance } = await backend.reserve(newCaller(), pro, nowMs);
          const date = new Date(nowMs);
          expect(allowance.windows[1]?.reset).toBe(
            Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / 1000,
          );
          const lastMs = (allowance.windows[1]?.reset ?? 0) * 1000 - 1;
          const caller = newCaller();
          await backend.reserve(caller, pro, nowMs);
          expect(left(await backend.peek(caller, pro, lastMs))[1]).toBe(14);
          expect(left(await backend.peek(caller, pro, lastMs + 1))[1]).toBe(15);
        }),
        { numRuns: 50 },
      );
    });

    it('gives a place back once, and only one that was taken', async () => {
      const backend = await fresh();
      const caller = newCaller();
      const one: Plan = { ...pro, perHour: 1 };
      const held = await backend.reserve(caller, one, NOW);
      const refused = await backend.reserve(caller, one, NOW);
      expect(left(await refused.release(NOW))).toEqual([0, 14]);
      expect(left(await held.release(NOW))).toEqual([1, 15]);
      const again = await backend.reserve(caller, one, NOW);
      expect(again.passed).toBe(true);
      await Promise.all([held.release(NOW), held.release(NOW), refused.release(NOW)]);
      expect(left(await backend.peek(caller, one, NOW))).toEqual([0, 14]);
    });

    it('gives back into the windows that the place was taken from, also after they turned', async () => {
      const backend = await fresh();
      const caller = newCaller();
      const lastHour = Date.parse('2026-11-30T22:59:59Z');
      const nextHour = lastHour + 2000;
      const nextMonth = Date.parse('2026-12-01T00:00:01Z');
      const early = await backend.reserve(caller, pro, lastHour);
      const late = await backend.reserve(caller, pro, nextHour);
      expect(left(await early.release(nextHour))).toEqual([9, 14]);
      await backend.reserve(caller, pro, nextMonth);
      expect(left(await late.release(nextMonth))).toEqual([9, 14]);
    });

    it('looks without spending', async () => {
      const backend = await fresh();
      const caller = newCaller();
      for (let i = 0; i < 20; i++) expect(left(await backend.peek(caller, pro, NOW))).toEqual([10, 15]);
    });

    it('counts both windows where the plan limits one', async () => {
      const backend = await fresh();
      const caller = newCaller();
      const hourly: Plan = { name: 'hourly', perHour: 5, models: 'all' };
      const monthly: Plan = { name: 'monthly', perMonth: 5, models: 'all' };
      expect(left((await backend.reserve(caller, hourly, NOW)).allowance)).toEqual([4]);
      expect(left((await backend.reserve(caller, monthly, NOW)).allowance)).toEqual([3]);
      expect(left(await backend.peek(caller, pro, NOW))).toEqual([8, 13]);
    });

    it('lets exactly the limit pass of a thousand that ask at once', async () => {
      const backend = await fresh();
      const caller = newCaller();
      const plan: Plan = { ...pro, perHour: 100, perMonth: 1000 };
      const attempts = await Promise.all(
        Array.from({ length: 1000 }, () => backend.reserve(caller, plan, NOW)),
      );
      expect(attempts.filter((attempt) => attempt.passed)).toHaveLength(100);
    });

    it('is always what a plain count says, whatever is taken and given back in whatever order', async () => {
      const backend = await fresh();
      const steps = fc.array(fc.oneof(fc.constant('take' as const), fc.nat(30)), { maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(steps, async (script) => {
          const caller = newCaller();
          const held: Awaited<ReturnType<LimitBackend['reserve']>>[] = [];
          let count = 0;
          for (const step of script) {
            if (step === 'take') {
              const attempt = await backend.reserve(caller, pro, NOW);
              expect(attempt.passed).toBe(count < 10);
              if (attempt.passed) count++;
              held.push(attempt);
              continue;
            }
            const [attempt] = held.splice(step % Math.max(1, held.length), 1);
            if (attempt?.passed) count--;
            await attempt?.release(NOW);
            expect(left(await backend.peek(caller, pro, NOW))).toEqual([10 - count, 15 - count]);
          }
        }),
        { numRuns: 40 },
      );
    });

    it('starts no count anew where a secret is replaced', async () => {
      const backend = await fresh();
      const key = newKey();
      for (let i = 0; i < 4; i++) await backend.reserve(oldIds.callerOf(key), pro, NOW);
      expect(left(await backend.peek(newIds.callerOf(key), pro, NOW))).toEqual([6, 11]);
      const held = await backend.reserve(newIds.callerOf(key), pro, NOW);
      expect(left(held.allowance)).toEqual([5, 10]);
      expect(left((await backend.reserve(newestIds.callerOf(key), pro, NOW)).allowance)).toEqual([4, 9]);
      const onlyNew = createCallerIds('a newer secret').callerOf(key);
      expect(left(await backend.peek(onlyNew, pro, NOW))).toEqual([4, 9]);
    });

    it('counts a minute: exactly its requests pass, tokens are added, and the next begins anew', async () => {
      const { minutes } = await fresh();
      const caller = newCaller();
      const limits = { requestsPerMinute: 20, tokensPerMinute: 500 };
      const all = await Promise.all(Array.from({ length: 200 }, () => minutes.take(caller, limits, NOW)));
      expect(all.filter(({ passed }) => passed)).toHaveLength(20);
      const minute = NOW / 60_000;
      await minutes.giveBack(caller, minute);
      await minutes.giveBack(caller, minute - 1);
      expect(await minutes.peek(caller, NOW)).toMatchObject({ minute, requests: 19, tokens: 0 });
      await minutes.spend(caller, 499, NOW);
      expect((await minutes.take(caller, limits, NOW)).passed).toBe(true);
      await minutes.giveBack(caller, minute);
      await minutes.spend(caller, 1, NOW + 59_999);
      expect(await minutes.take(caller, limits, NOW)).toEqual({
        passed: false,
        minute,
        requests: 19,
        tokens: 500,
      });
      expect((await minutes.take(caller, { requestsPerMinute: 20 }, NOW)).passed).toBe(true);
      expect((await minutes.take(newCaller(), limits, NOW)).passed).toBe(true);
      const next = await minutes.take(caller, limits, NOW + 60_000);
      expect(next).toEqual({ passed: true, minute: minute + 1, requests: 1, tokens: 0 });
    });

    it('counts a minute under one id while a secret is replaced', async () => {
      const { minutes } = await fresh();
      const key = newKey();
      await minutes.take(oldIds.callerOf(key), { requestsPerMinute: 1 }, NOW);
      expect((await minutes.take(newIds.callerOf(key), { requestsPerMinute: 1 }, NOW)).passed).toBe(false);
    });

    if (!place.shared) return;
    describe('shared by replicas', () => {
      it('counts minutes together', async () => {
        const replicas = [await fresh(), await fresh()];
        const caller = newCaller();
        await replicas[0]!.minutes.spend(caller, 7, NOW);
        const taken = await replicas[1]!.minutes.take(caller, { tokensPerMinute: 8 }, NOW);
        expect(taken).toMatchObject({ passed: true, requests: 1, tokens: 7 });
      });

      it('lets exactly the limit pass of a thousand that ask at once', async () => {
        const replicas = [await fresh(), await fresh(), await fresh()];
        const caller = newCaller();
        const plan: Plan = { ...pro, perHour: 100, perMonth: 1000 };
        const asking = Array.from({ length: 1000 }, (_, i) => replicas[i % 3]!.reserve(caller, plan, NOW));
        expect((await Promise.all(asking)).filter((attempt) => attempt.passed)).toHaveLength(100);
      });

      it('fills up again what was given back, to exactly the limit', async () => {
        const replicas = [await fresh(), await fresh(), await fresh()];
        const caller = newCaller();
        const plan: Plan = { ...pro, perHour: 50, perMonth: 1000 };
        let kept = 0;
        const ask = async (i: number) => {
          const attempt = await replicas[i % 3]!.reserve(caller, plan, NOW);
          if (!attempt.passed) return;
          if (i % 4 === 0) await attempt.release(NOW);
          else kept++;
        };
        await Promise.all(Array.from({ length: 40 }, (_, i) => ask(i)));
        for (let i = 0; i < 300; i++) await ask(i);
        expect(kept).toBe(50);
        expect(left(await replicas[0]!.peek(caller, plan, NOW))[0]).toBe(0);
      });

      it('starts no count anew while some replicas know the new secret and some do not yet', async () => {
        const replicas = [await fresh(), await fresh()];
        const key = newKey();
        const callers = [oldIds.callerOf(key), newIds.callerOf(key)];
        let passed = 0;
        for (let i = 0; i < 24; i++) {
          const attempt = await replicas[i % 2]!.reserve(callers[i % 2]!, pro, NOW);
          if (!attempt.passed) continue;
          if (i % 5 === 0) await attempt.release(NOW);
          else passed++;
        }
        expect(passed).toBe(10);
        expect(
          left(await replicas[0]!.peek(createCallerIds('a new secret').callerOf(key), pro, NOW)),
        ).toEqual([0, 5]);
      });
    });
  });
}
