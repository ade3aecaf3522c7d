import { describe, expect, it } from 'vitest';
import { createBreaker } from './source-breaker.ts';

function breakerOf() {
  let time = 0;
  const breaker = createBreaker({ failures: 3, pause: 30_000, now: () => time });
  return { breaker, pass: (milliseconds: number) => (time += milliseconds) };
}
const DOWN = { fault: 'unreachable', message: 'cannot be reached' } as const;

describe('a source that fails', () => {
  it('is left alone after some failures in a row, and tried again by one search', () => {
    const { breaker, pass } = breakerOf();
    for (let failure = 0; failure < 3; failure++) {
      expect(breaker.refusal()).toBeUndefined();
      breaker.failed(DOWN);
    }
    expect(breaker.refusal()).toEqual({
      fault: 'unreachable',
      message: 'left alone for another 30 s: cannot be reached',
    });
    pass(29_999);
    expect(breaker.refusal()).toBeDefined();
    pass(1);
    expect(breaker.refusal()).toBeUndefined();
    expect(breaker.refusal()).toBeDefined();
    breaker.failed(DOWN);
    pass(29_000);
    expect(breaker.refusal()).toBeDefined();
    pass(1_000);
    expect(breaker.refusal()).toBeUndefined();
    breaker.succeeded();
    expect(breaker.refusal()).toBeUndefined();
    expect(breaker.refusal()).toBeUndefined();
  });

  it('starts anew after every success', () => {
    const { breaker } = breakerOf();
    for (let round = 0; round < 5; round++) {
      breaker.failed(DOWN);
      breaker.failed(DOWN);
      breaker.succeeded();
    }
    expect(breaker.refusal()).toBeUndefined();
  });

  it('is left alone at once where its key is not accepted', () => {
    const { breaker } = breakerOf();
    breaker.failed({ fault: 'key', message: 'the key is not accepted (401)' });
    expect(breaker.refusal()?.fault).toBe('key');
  });

  it('is not blamed for callers who left, nor for its limits', () => {
    const { breaker } = breakerOf();
    for (let failure = 0; failure < 9; failure++) {
      breaker.failed({ fault: 'aborted', message: 'gone' });
      breaker.failed({ fault: 'limited', message: 'too fast' });
    }
    expect(breaker.refusal()).toBeUndefined();
  });
});
