import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Gate } from './gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('lets those in that wait, in order, and refuses one that has waited too long', async () => {
  const gate = new Gate(1, 9, () => new Error('too long'), 100);
  const done: string[] = [];
  const work = (name: string, milliseconds: number) =>
    gate
      .run(() => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)))
      .then(
        () => done.push(name),
        (error: Error) => done.push(`${name}: ${error.message}`),
      );
  const all = [work('one', 60), work('two', 60), work('three', 60)];
  await vi.advanceTimersByTimeAsync(99);
  expect(done).toEqual(['one']);
  await vi.advanceTimersByTimeAsync(300);
  await Promise.all(all);
  expect(done).toEqual(['one', 'three: too long', 'two']);
  // Nothing is left of who was refused.
  await gate.enter();
});
