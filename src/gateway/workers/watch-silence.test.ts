import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSilence } from './watch-silence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watchOne() {
  const said: unknown[] = [];
  let answer = (): void => {};
  const end = watchSilence({
    ask: () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
    setSilent: (isSilent) => said.push(isSilent),
    giveUp: () => said.push('given up'),
  });
  return { said, answer: () => answer(), end };
}

it('says nothing of one that answers', async () => {
  const { said, answer } = watchOne();
  for (let second = 0; second < 100; second++) {
    answer();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(said).toEqual([]);
});

it('says once that one is silent, once that it answers again, and gives it up after half a minute', async () => {
  const { said, answer, end } = watchOne();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(said).toEqual([true]);
  answer();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(said).toEqual([true, false, true]);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(said).toEqual([true, false, true, 'given up']);
  end();
});
