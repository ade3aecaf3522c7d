import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithServer } from '../../../test/servers/find-server.ts';
import { redisMissing, startRedis, type TestRedis } from '../../../test/servers/start-redis.ts';
import {
  createMemoryEvidenceCache,
  createSharedEvidenceCache,
  type EvidenceCache,
} from '../../engine/factcheck/sources/evidence-cache.ts';
import type { RetrievedItem } from '../../engine/factcheck/sources/source.ts';
import { openRedisShelf } from './open-shelf.ts';

const ITEM: RetrievedItem = {
  source: 'wikipedia',
  title: 'Eiffel Tower — “la dame de fer”',
  url: 'https://en.wikipedia.org/wiki/Eiffel_Tower',
  text: 'Completed in 1889.\nエッフェル塔',
};

describe('the evidence cache of one process', () => {
  it('is its memory', async () => {
    const cache = createMemoryEvidenceCache({ now: () => performance.now() });
    await cache.set('key', [ITEM]);
    expect(await cache.get('key')).toEqual([ITEM]);
  });
});

describeWithServer(redisMissing, 'the evidence cache of several replicas', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  /** Redis takes a moment to be found again. */
  async function untilKept(cache: EvidenceCache, key: string) {
    await expect
      .poll(async () => {
        await cache.set(key, [ITEM]);
        return cache.get(key);
      })
      .toEqual([ITEM]);
  }

  it('is shared in Redis, and gone for a while where Redis is away', async () => {
    const shelves = [openRedisShelf(redis.url), openRedisShelf(redis.url)];
    const [one, other] = shelves.map(createSharedEvidenceCache) as [EvidenceCache, EvidenceCache];
    // The first commands wait for the connection.
    await one.set('key', [ITEM]);
    expect(await other.get('key')).toEqual([ITEM]);
    await redis.kill();
    const began = performance.now();
    await one.set('key', [ITEM]);
    expect(await one.get('key')).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2_000);
    await redis.start();
    await untilKept(one, 'key');
    await Promise.all(shelves.map((shelf) => shelf.close()));
  });
});
