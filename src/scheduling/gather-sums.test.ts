import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gatherSums } from './gather-sums.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const EVERY = 5_000;

/** @param away how many writes fail before one succeeds. */
function gather(away = 0) {
  const written: (readonly number[])[] = [];
  const onFailure = vi.fn();
  let left = away;
  const sums = gatherSums<number>({
    placeOf: (item) => String(item % 2),
    join: (one, other) => one + other,
    async write(items) {
      if (left-- > 0) throw new Error('away');
      written.push(items);
    },
    every: EVERY,
    onFailure,
  });
  return { sums, written, onFailure };
}

it('writes what has the same name as one, some time after the first of it', async () => {
  const { sums, written } = gather();
  for (const item of [1, 3, 2]) sums.gather(item);
  await vi.advanceTimersByTimeAsync(EVERY - 1);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([[4, 2]]);
});

it('tries again what could not be written, with what came meanwhile', async () => {
  const { sums, written, onFailure } = gather(1);
  sums.gather(1);
  await sums.flush();
  expect(onFailure).toHaveBeenCalledOnce();
  sums.gather(3);
  await vi.advanceTimersByTimeAsync(4 * EVERY);
  expect(written).toEqual([[4]]);
});

it('writes what is left where it is closed, and nothing afterwards', async () => {
  const { sums, written } = gather();
  sums.gather(1);
  await sums.close();
  expect(written).toEqual([[1]]);
  sums.gather(1);
  await vi.advanceTimersByTimeAsync(10 * EVERY);
  expect(written).toEqual([[1]]);
});

it('does not try again once it is closed', async () => {
  const { sums, written, onFailure } = gather(1);
  sums.gather(1);
  await sums.close();
  await vi.advanceTimersByTimeAsync(10 * EVERY);
  expect([onFailure.mock.calls.length, written]).toEqual([1, []]);
});
