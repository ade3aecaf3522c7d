import { describe, expect, it } from 'vitest';
import { gatherWrites } from './gather-writes.ts';

describe('gathered writes', () => {
  it('go out together while one is under way, in order, so many at once', async () => {
    const batches: number[][] = [];
    const add = gatherWrites<number, number>({
      write: async (items) => {
        batches.push([...items]);
        await new Promise((resolve) => setImmediate(resolve));
        return items.map((item) => item * 2);
      },
      most: 4,
      every: 0,
    });
    const results = await Promise.all([1, 2, 3, 4, 5, 6].map(add));
    expect(results).toEqual([2, 4, 6, 8, 10, 12]);
    expect(batches).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
    expect(await add(7)).toBe(14);
  });

  it('fail for those alone whose write fails', async () => {
    const add = gatherWrites<number, number>({
      write: async (items) => {
        if (items.includes(1)) throw new Error('away');
        return [...items];
      },
      most: 2,
      every: 0,
    });
    const outcomes = await Promise.allSettled([0, 1, 2].map(add));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(await add(3)).toBe(3);
  });

  it('leave a while between two writes, unless there is enough for one', async () => {
    const batches: number[] = [];
    const add = gatherWrites<number, number>({
      write: async (items) => {
        batches.push(items.length);
        return [...items];
      },
      most: 50,
      every: 40,
    });
    await add(0);
    const slow = Promise.all([1, 2].map(add));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const more = add(3);
    await Promise.all([slow, more]);
    expect(batches).toEqual([1, 3]);
  });
});
