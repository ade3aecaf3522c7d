import { expect, it } from 'vitest';
import { openLimitBackend } from './registry.ts';

const options = { now: () => 0, whenAway: 'refuse' } as const;

it('requests are counted in memory, unless there is a Redis', async () => {
  const memory = await openLimitBackend(options);
  expect(await memory.serves()).toBe(true);
  await memory.close();
  // Nothing listens there.
  const redis = await openLimitBackend({ ...options, redisUrl: 'redis://127.0.0.1:1' });
  expect(await redis.serves()).toBe(false);
  await redis.close();
});
