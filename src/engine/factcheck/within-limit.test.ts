import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isTimeUp, withinLimit } from './within-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NEVER = new AbortController().signal;
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

it('gives what the work gives in time, and leaves nothing behind', async () => {
  const caller = new AbortController();
  const removed = vi.spyOn(caller.signal, 'removeEventListener');
  await expect(withinLimit(caller.signal, 100, async () => 'done')).resolves.toBe('done');
  expect(vi.getTimerCount()).toBe(0);
  expect(removed).toHaveBeenCalledTimes(1);
});

it('throws what the work throws', async () => {
  const error = new Error('broken');
  expect(await reasonOf(withinLimit(NEVER, 100, () => Promise.reject(error)))).toBe(error);
  expect(isTimeUp(error)).toBe(false);
});

it('ends work whose time is up, whether it heeds that or not', async () => {
  const heeding = (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
  for (const work of [heeding, () => new Promise(() => {})]) {
    const reason = reasonOf(withinLimit(NEVER, 100, work));
    let isOver = false;
    void reason.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(99);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isTimeUp(await reason)).toBe(true);
  }
});

it('ends with its caller, also with one that has ended before', async () => {
  const caller = new AbortController();
  const later = reasonOf(withinLimit(caller.signal, 100, () => new Promise(() => {})));
  const reason = new DOMException('Gone', 'AbortError');
  caller.abort(reason);
  expect(await later).toBe(reason);
  expect(await reasonOf(withinLimit(caller.signal, 100, () => new Promise(() => {})))).toBe(reason);
  expect(isTimeUp(reason)).toBe(false);
  expect(isTimeUp(Object.assign(new Error('late'), { name: 'TimeoutError' }))).toBe(false);
});
