import { describe, expect, it } from 'vitest';
import { calibrationError, fitCalibration, type Trial } from '../../bench/verify/fit-calibration.ts';
import { readCalibration } from '../../src/engine/factcheck/judge/calibration.ts';

/** Verdicts that are right less often than their confidence says, in a fixed order. */
function overconfident(count: number): Trial[] {
  return Array.from({ length: count }, (_, index) => {
    const raw = 0.55 + 0.4 * ((index * 37) % 100) * 0.01;
    const truth = 0.5 + (raw - 0.5) * 0.5;
    return {
      raw,
      verdict: index % 3 === 0 ? 'not_enough_evidence' : 'refuted',
      right: ((index * 61) % 97) / 97 < truth,
    };
  });
}

describe('fitting a calibration', () => {
  it('brings the confidence of claims that were left out closer to how often verdicts are right', () => {
    const calibration = fitCalibration('openai/judge-1', overconfident(2_000));
    expect(calibration.fitted.ece_raw).toBeGreaterThan(0.09);
    expect(calibration.fitted.ece).toBeLessThan(0.04);
    expect(readCalibration(JSON.parse(JSON.stringify(calibration)))).toEqual(calibration);
  });

  it('leaves things as they are where there is next to nothing to go by', () => {
    for (const few of [[], overconfident(1)]) {
      const { decided, undecided } = fitCalibration('j', few);
      for (const { slope, offset } of [decided, undecided]) {
        expect(Math.abs(slope - 1)).toBeLessThan(0.3);
        expect(Math.abs(offset)).toBeLessThan(0.3);
      }
    }
  });

  it('measures the expected calibration error', () => {
    const sure = (right: boolean) => ({ confidence: 0.9, right });
    expect(calibrationError([sure(true), sure(false)])).toBeCloseTo(0.4);
    expect(calibrationError([])).toBe(0);
  });
});
