import { expect, it } from 'vitest';
import { rememberOutcomes } from './remember-outcomes.ts';

const FAILURE = { source: 'brave', fault: 'key', message: 'no', milliseconds: 1 } as const;

it('knows how the last search of a source went, and no more of what comes from the cache or is not asked', () => {
  let now = 1_000;
  const told: string[] = [];
  const { watch, lastOf } = rememberOutcomes(
    { onAnswer: ({ source }) => told.push(`${source} answered`), onFailure: ({ fault }) => told.push(fault) },
    () => now,
  );
  expect(lastOf('brave')).toBeUndefined();
  watch.onAnswer?.({ source: 'brave', cached: true });
  expect(lastOf('brave')).toBeUndefined();
  watch.onFailure?.({ ...FAILURE, asked: true });
  now = 2_000;
  watch.onFailure?.({ ...FAILURE, asked: false });
  watch.onAnswer?.({ source: 'brave', cached: true });
  expect(lastOf('brave')).toEqual({ at: 1_000, fault: 'key' });
  watch.onAnswer?.({ source: 'brave', cached: false });
  expect(lastOf('brave')).toEqual({ at: 2_000 });
  expect(told).toEqual(['brave answered', 'key', 'key', 'brave answered', 'brave answered']);
});
