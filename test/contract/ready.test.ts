/** Contract, section 10: /ready is 503 wherever chats would be refused. Beside it: open-requests.test.ts, operation.test.ts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { redisMissing, startRedis, type TestRedis } from '../servers/start-redis.ts';

describeWithServer(redisMissing, 'without the Redis that limits are counted in', () => {
  let redis: TestRedis;
  const gateways = new Map<'allow' | 'refuse', Gateway>();
  beforeAll(async () => {
    redis = await startRedis();
    for (const whenAway of ['allow', 'refuse'] as const) {
      const env = { REDIS_URL: redis.url, CLAIMGATE_SECRET: 'a-secret-for-tests', CLAIMGATE_SANDBOX: 'all' };
      gateways.set(
        whenAway,
        await startGateway({ env, yaml: `limits: { when_redis_is_away: ${whenAway} }` }),
      );
    }
  });
  afterAll(async () => {
    await Promise.all([...gateways.values()].map((gateway) => gateway.stop()));
    await redis.stop();
  });

  /** What a load balancer is answered, and then what a caller is. */
  async function look(whenAway: 'allow' | 'refuse'): Promise<{ ready: number; chat: number }> {
    const { url, chat } = gateways.get(whenAway) as Gateway;
    const ready = await fetch(`${url}/ready`);
    expect(await ready.json()).toEqual({ ready: ready.status === 200 });
    if (ready.status === 503) expect(ready.headers.get('retry-after')).toBe('1');
    return { ready: ready.status, chat: (await chat({}, { authorization: 'Bearer sk-ready' })).status };
  }
  const served = { ready: 200, chat: 200 };
  const refused = { ready: 503, chat: 503 };

  it.each([
    ['that is gone', () => redis.kill(), () => redis.start()],
    ['that has fallen silent, before any chat has found out', () => redis.freeze(), () => redis.thaw()],
  ])('%s', async (_how, goAway, comeBack) => {
    expect([await look('allow'), await look('refuse')]).toEqual([served, served]);
    await goAway();
    expect(await look('refuse')).toEqual(refused);
    expect(await look('allow')).toEqual(served);
    await comeBack();
    await expect.poll(() => look('refuse'), { timeout: 60_000 }).toEqual(served);
  });
});
