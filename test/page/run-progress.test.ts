/** What is said of a run: how far it is, and how much of it cost nothing because it was known. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../web/api/types.ts';
import type { Result } from '../../web/evaluate/measure-row.ts';
import { progressOf } from '../../web/evaluate/run.ts';

const claim = (more: Partial<Claim>): Claim =>
  ({ id: 'claim-1', text: 'It is so.', verdict: 'supported', ...more }) as Claim;
const result = (tokens: number, ...claims: Claim[]): Result => ({
  ...{ scored: [], verdict: undefined, confidence: undefined },
  ...{ tokens, claims },
});

describe('progressOf', () => {
  it('counts rows whose verdicts a model has given before, and no others', () => {
    const results = [
      result(0, claim({ judged_by: 'judge-1' })),
      result(700, claim({ judged_by: 'judge-1' })),
      result(0, claim({ judged_by: 'local' })),
      result(0, claim({})),
      result(0, claim({ judged_by: 'judge-1', checked: false })),
      result(0),
      undefined,
    ];
    expect(progressOf(results)).toEqual({
      finished: 6,
      failed: 0,
      tokens: 700,
      fromMemory: 1,
      cost: undefined,
    });
  });

  it('says what was paid where that is known of all that took tokens', () => {
    const priced = { ...result(700), cost: 0.25 };
    const costOf = (...results: Result[]) => progressOf(results).cost;
    expect(costOf(priced, { ...result(300), cost: 0.5 }, result(0))).toBe(0.75);
    expect(costOf(priced, result(300))).toBeUndefined();
    expect(costOf(result(0))).toBeUndefined();
  });
});
