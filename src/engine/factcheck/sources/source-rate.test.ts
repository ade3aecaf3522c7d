import { describe, expect, it } from 'vitest';
import { createSourceRate } from './source-rate.ts';

function rateOf(perSecond: number, burst?: number) {
  let time = 0;
  const rate = createSourceRate({ perSecond, ...(burst === undefined ? {} : { burst }), now: () => time });
  return { rate, pass: (milliseconds: number) => (time += milliseconds) };
}

describe('the rate of a source', () => {
  it('lets as many through at once as a second holds, then one at a time', () => {
    const { rate, pass } = rateOf(2);
    expect([rate.take(10_000), rate.take(10_000), rate.take(10_000), rate.take(10_000)]).toEqual([
      0, 0, 500, 1_000,
    ]);
    pass(10_000);
    expect([rate.take(0), rate.take(0), rate.take(0)]).toEqual([0, 0, undefined]);
  });

  it('never lets more through than agreed, however long one looks', () => {
    const { rate, pass } = rateOf(1.6, 10);
    let sent = 0;
    for (let tick = 0; tick < 600; tick++) {
      if (rate.take(0) === 0) sent += 1;
      pass(100);
    }
    expect(sent).toBeLessThanOrEqual(1.6 * 60 + 10);
    expect(sent).toBeGreaterThan(1.6 * 60);
  });

  it('may be slower than one a second', () => {
    const { rate, pass } = rateOf(0.5);
    expect([rate.take(0), rate.take(0)]).toEqual([0, undefined]);
    pass(2_000);
    expect(rate.take(0)).toBe(0);
  });

  it('takes no place for who would have to wait too long', () => {
    const { rate } = rateOf(1);
    expect([rate.take(0), rate.take(500), rate.take(500), rate.take(1_000)]).toEqual([
      0,
      undefined,
      undefined,
      1_000,
    ]);
  });

  it('pauses as long as a source asks for', () => {
    const { rate, pass } = rateOf(100);
    rate.pause(5_000);
    rate.pause(1_000);
    expect(rate.take(1_000)).toBeUndefined();
    expect(rate.take(6_000)).toBe(5_000);
    pass(5_000);
    expect(rate.take(0)).toBe(0);
  });
});
