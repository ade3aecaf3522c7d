import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithServer } from '../../test/servers/find-server.ts';
import { redisMissing, startRedis, type TestRedis } from '../../test/servers/start-redis.ts';
import type { RetrievedItem } from '../factcheck/sources/source.ts';
import { openEvidenceCache } from './open-evidence-cache.ts';

const ITEM: RetrievedItem = {
  source: 'wikipedia',
  title: 'Eiffel Tower — “la dame de fer”',
  url: 'https://en.wikipedia.org/wiki/Eiffel_Tower',
  text: 'Completed in 1889.\nエッフェル塔',
};

describe('the evidence cache of one process', () => {
  it('is its memory', async () => {
    const { cache, close } = openEvidenceCache({});
    await cache.set('key', [ITEM]);
    expect(await cache.get('key')).toEqual([ITEM]);
    await close();
  });
});

describeWithServer(redisMissing, 'the evidence cache of several replicas', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  /** Redis takes a moment to be connected to. */
  async function untilKept(cache: ReturnType<typeof openEvidenceCache>['cache'], key: string) {
    await expect
      .poll(async () => {
        await cache.set(key, [ITEM]);
        return cache.get(key);
      })
      .toEqual([ITEM]);
  }

  it('is shared in Redis, and gone for a while where Redis is away', async () => {
    const [one, other] = [
      openEvidenceCache({ redisUrl: redis.url }),
      openEvidenceCache({ redisUrl: redis.url }),
    ];
    await untilKept(one.cache, 'key');
    await expect.poll(() => other.cache.get('key')).toEqual([ITEM]);
    await redis.kill();
    const began = performance.now();
    await one.cache.set('key', [ITEM]);
    expect(await one.cache.get('key')).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2_000);
    await redis.start();
    await untilKept(one.cache, 'key');
    await Promise.all([one.close(), other.close()]);
  });
});
