/** What happens when Redis goes away and comes back. What it does while it is there is in the conformance suite. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { awayFromTheHour } from '../../../../test/servers/away-from-the-hour.ts';
import { describeWithServer } from '../../../../test/servers/find-server.ts';
import { redisMissing, startRedis, type TestRedis } from '../../../../test/servers/start-redis.ts';
import { ApiKey } from '../../../domain/api-key.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { Allowance, Plan } from '../../../domain/plan.ts';
import { createCallerIds } from '../caller-id.ts';
import type { LimitBackend } from '../limit-backend.ts';
import { openRedisBackend, type RedisBackendOptions } from './redis.ts';

const plan: Plan = { name: 'pro', perHour: 100_000, perMonth: 100_000, models: 'all' };
const ids = createCallerIds('secret');
let keys = 0;
const newCaller = () => ids.callerOf(ApiKey.parse(`sk-canary-${++keys}`)!);
const spent = (allowance: Allowance) => allowance.windows.map((window) => window.limit - window.remaining);

describeWithServer(redisMissing, 'limits while Redis is away', () => {
  let redis: TestRedis;
  const events: string[] = [];
  const opened: LimitBackend[] = [];

  const open = async (options: Partial<RedisBackendOptions> = {}) => {
    const backend = await openRedisBackend({
      redisUrl: redis.url,
      whenAway: 'allow',
      onAway: () => events.push('away'),
      onBack: () => events.push('back'),
      ...options,
    });
    opened.push(backend);
    return backend;
  };
  const heard = (...expected: string[]) => expect.poll(() => events, { timeout: 5000 }).toEqual(expected);
  const reserve = (backend: LimitBackend, caller = newCaller()) => backend.reserve(caller, plan, Date.now());
  const peek = async (backend: LimitBackend, caller: ReturnType<typeof newCaller>) =>
    spent(await backend.peek(caller, plan, Date.now()));

  beforeAll(() => awayFromTheHour(30_000), 60_000);
  beforeEach(async () => {
    events.length = 0;
    redis = await startRedis();
  });
  afterEach(async () => {
    for (const backend of opened.splice(0)) await backend.close();
    await redis.stop();
  });
  afterAll(() => redis.stop());

  it('counts on from the last known state, and writes that to Redis when it is back', async () => {
    const [replica, other] = [await open(), await open({ onAway: () => {}, onBack: () => {} })];
    const caller = newCaller();
    for (let i = 0; i < 5; i++) await reserve(replica, caller);
    await redis.kill();
    for (let i = 0; i < 3; i++) expect((await reserve(replica, caller)).passed).toBe(true);
    expect(await peek(replica, caller)).toEqual([8, 8]);
    await redis.start();
    await heard('away', 'back');
    expect(spent((await reserve(replica, caller)).allowance)).toEqual([9, 9]);
    await expect.poll(() => peek(other, caller), { timeout: 5000 }).toEqual([9, 9]);
  });

  it('keeps nothing of a caller whose places were all given back, and counts on for the others', async () => {
    const replica = await open();
    const admin = await createClient({ url: redis.url }).connect();
    const names = async () =>
      ((await admin.sendCommand(['KEYS', 'claimgate:{*'])) as unknown as string[]).length;
    const kept = newCaller();
    await reserve(replica, kept);
    const before = await names();
    const attempts = await Promise.all(Array.from({ length: 50 }, () => reserve(replica)));
    const again = await reserve(replica, kept);
    expect(await names()).toBe(before + 3 * 50);
    await Promise.all([...attempts, again].map((attempt) => attempt.release(Date.now())));
    expect(await names()).toBe(before);
    expect(await peek(replica, kept)).toEqual([1, 1]);
    await admin.close();
  });

  it('counts a minute by itself, or refuses where it is to, and leaves nothing of places given back', async () => {
    const admin = await createClient({ url: redis.url }).connect();
    const [replica, strict] = [await open(), await open({ whenAway: 'refuse' })];
    const limits = { requestsPerMinute: 2 };
    const [caller, other] = [newCaller(), newCaller()];
    const { minute } = await replica.minutes.take(other, limits, Date.now());
    await replica.minutes.giveBack(other, minute);
    expect(await admin.sendCommand(['KEYS', 'claimgate:{*'])).toEqual([]);
    await admin.close();
    await redis.kill();
    // By the clock of the replica, which is held: the minute does not turn meanwhile.
    const now = Date.now();
    const passed = async () => (await replica.minutes.take(caller, limits, now)).passed;
    expect([await passed(), await passed(), await passed()]).toEqual([true, true, false]);
    await replica.minutes.spend(caller, 5, now);
    expect(await replica.minutes.peek(caller, now)).toMatchObject({ requests: 2, tokens: 5 });
    await replica.minutes.giveBack(caller, Math.floor(now / 60_000));
    expect(await passed()).toBe(true);
    await expect(strict.minutes.take(caller, limits, now)).rejects.toMatchObject({ code: 'unavailable' });
    await strict.minutes.spend(caller, 5, now);
  });

  it('still refuses what is over the limit as last known', async () => {
    const replica = await open();
    const caller = newCaller();
    const small: Plan = { ...plan, perHour: 5 };
    for (let i = 0; i < 4; i++) await replica.reserve(caller, small, Date.now());
    await redis.kill();
    const passed = [1, 2, 3].map(async () => (await replica.reserve(caller, small, Date.now())).passed);
    expect((await Promise.all(passed)).filter(Boolean)).toHaveLength(1);
  });

  it('keeps what it has written where Redis comes back with its data', async () => {
    await redis.stop();
    redis = await startRedis({ durable: true });
    const replica = await open();
    const caller = newCaller();
    for (let i = 0; i < 5; i++) await reserve(replica, caller);
    await redis.kill();
    for (let i = 0; i < 3; i++) await reserve(replica, caller);
    await redis.start();
    await heard('away', 'back');
    expect(await peek(replica, caller)).toEqual([8, 8]);
  });

  it('answers 503 instead where it is configured to refuse', async () => {
    const replica = await open({ whenAway: 'refuse' });
    const caller = newCaller();
    const held = await reserve(replica, caller);
    await redis.kill();
    const refusal = await reserve(replica, caller).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(GatewayError);
    expect(refusal).toMatchObject({ status: 503, code: 'unavailable', retryAfter: '1' });
    await expect(peek(replica, caller)).rejects.toMatchObject({ status: 503 });
    await held.release(Date.now());
    await redis.start();
    await heard('away', 'back');
    expect((await reserve(replica, caller)).passed).toBe(true);
  });

  it('waits for a silent Redis a moment, then for nobody, and counts nothing twice', async () => {
    const replica = await open();
    const caller = newCaller();
    await reserve(replica, caller);
    redis.freeze();
    const attempts = await Promise.all(Array.from({ length: 20 }, () => reserve(replica, caller)));
    expect(attempts.every((attempt) => attempt.passed)).toBe(true);
    expect(events).toEqual(['away']);
    for (let i = 0; i < 20; i++) await reserve(replica, caller);
    redis.thaw();
    await heard('away', 'back');
    await expect.poll(() => peek(replica, caller), { timeout: 5000 }).toEqual([41, 41]);
  });

  it('takes no long turn of its own for the silence of Redis', async () => {
    const backend = await open();
    const caller = newCaller();
    for (let turn = 1; turn <= 5; turn++) {
      const reserved = reserve(backend, caller);
      const until = performance.now() + 400;
      while (performance.now() < until);
      expect((await reserved).passed).toBe(true);
    }
    expect(await peek(backend, caller)).toEqual([5, 5]);
    expect(events).toEqual([]);
  });

  it('finds a Redis again that was silent for longer than its connection lasts', async () => {
    const replica = await open();
    const caller = newCaller();
    redis.freeze();
    await reserve(replica, caller);
    await sleep(3500);
    redis.thaw();
    await heard('away', 'back');
    expect((await reserve(replica, caller)).passed).toBe(true);
  }, 15_000);

  it('gives back a place that was taken before, while or after Redis was away', async () => {
    const replica = await open();
    const caller = newCaller();
    const before = await reserve(replica, caller);
    const beforeToo = await reserve(replica, caller);
    await redis.kill();
    const meanwhile = await reserve(replica, caller);
    const meanwhileToo = await reserve(replica, caller);
    expect(spent(await before.release(Date.now()))).toEqual([3, 3]);
    expect(spent(await meanwhile.release(Date.now()))).toEqual([2, 2]);
    await redis.start();
    await heard('away', 'back');
    await reserve(replica, caller);
    expect(await peek(replica, caller)).toEqual([3, 3]);
    await beforeToo.release(Date.now());
    expect(spent(await meanwhileToo.release(Date.now()))).toEqual([1, 1]);
  });

  it('writes every caller to Redis, however many there were', async () => {
    const replica = await open();
    await redis.kill();
    const callers = Array.from({ length: 8000 }, newCaller);
    for (const caller of callers) await reserve(replica, caller);
    await redis.start();
    await heard('away', 'back');
    const admin = await createClient({ url: redis.url }).connect();
    await expect.poll(() => admin.dbSize(), { timeout: 5000 }).toBe(2 * callers.length + 1);
    admin.destroy();
  });

  it('starts without Redis, and uses it once it is there', async () => {
    await redis.kill();
    const replica = await open();
    const caller = newCaller();
    for (let i = 0; i < 3; i++) expect((await reserve(replica, caller)).passed).toBe(true);
    await redis.start();
    await heard('away', 'back');
    const other = await open();
    expect(await peek(other, caller)).toEqual([3, 3]);
  });

  it('is the same through a Redis that may not write, or has forgotten the script', async () => {
    const replica = await open();
    const caller = newCaller();
    const admin = await createClient({ url: redis.url }).connect();
    await reserve(replica, caller);
    await admin.sendCommand(['SCRIPT', 'FLUSH']);
    expect(spent((await reserve(replica, caller)).allowance)).toEqual([2, 2]);
    expect(events).toEqual([]);
    await admin.sendCommand(['CONFIG', 'SET', 'maxmemory', '1']);
    expect(spent((await reserve(replica, caller)).allowance)).toEqual([3, 3]);
    expect(events).toEqual(['away']);
    await admin.sendCommand(['CONFIG', 'SET', 'maxmemory', '0']);
    await heard('away', 'back');
    expect(spent((await reserve(replica, caller)).allowance)).toEqual([4, 4]);
    admin.destroy();
  });

  it('comes through five kills under load without a failure, and counts each request', async () => {
    await redis.stop();
    redis = await startRedis({ durable: true });
    const replica = await open();
    const caller = newCaller();
    let asked = 0;
    let longestMs = 0;
    let stop = false;
    const load = async () => {
      while (!stop) {
        const before = performance.now();
        expect((await reserve(replica, caller)).passed).toBe(true);
        asked++;
        longestMs = Math.max(longestMs, performance.now() - before);
        await sleep(2);
      }
    };
    const loads = Promise.all(Array.from({ length: 20 }, load));
    for (let kill = 1; kill <= 5; kill++) {
      await sleep(200);
      await redis.kill();
      await sleep(200);
      await redis.start();
      await expect.poll(() => events.length, { timeout: 5000 }).toBe(2 * kill);
    }
    stop = true;
    await loads;
    // A kill may leave each of the twenty with a place that was taken twice, never with one too few.
    await expect.poll(async () => (await peek(replica, caller))[0]).toBeGreaterThanOrEqual(asked);
    expect((await peek(replica, caller))[0]).toBeLessThanOrEqual(asked + 100);
    expect(longestMs).toBeLessThan(2000);
  }, 40_000);

  it('never shows Redis a key', async () => {
    const monitor = await createClient({ url: redis.url }).connect();
    const seen: string[] = [];
    await monitor.monitor((line) => seen.push(line.toString()));
    const replica = await open({ redisUrl: redis.url.replace('redis:', 'valkey:') });
    const held = await reserve(replica);
    await peek(replica, newCaller());
    await held.release(Date.now());
    await expect.poll(() => seen.length).toBeGreaterThan(5);
    expect(seen.join('\n')).not.toContain('canary');
    monitor.destroy();
    const admin = await createClient({ url: redis.url }).connect();
    const names = (await admin.sendCommand(['KEYS', '*'])) as unknown as string[];
    expect(
      names.every((name) => /^claimgate:(probe|\{[\w-]{43}\}:((hour|month):\d{6}|latest))$/.test(name)),
    ).toBe(true);
    for (const name of names) expect(await admin.ttl(name)).toBeGreaterThan(0);
    admin.destroy();
  });
});
