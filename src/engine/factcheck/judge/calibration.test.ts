import { describe, expect, it } from 'vitest';
import {
  type Calibration,
  calibrate,
  findCalibration,
  judgeName,
  loadCalibrations,
  readCalibration,
} from './calibration.ts';
import { PROMPT_VERSION } from './compose-question.ts';

const CALIBRATION: Calibration = {
  judge: 'a/b',
  prompt: PROMPT_VERSION,
  decided: { slope: 2, offset: 0 },
  undecided: { slope: 1, offset: 1 },
  fitted: { claims: 10, ece_raw: 0.2, ece: 0.1 },
};

describe('calibrate', () => {
  it('draws one line for what takes a side, and one for what does not', () => {
    expect(calibrate(0.5, 'supported', CALIBRATION)).toBeCloseTo(0.5, 10);
    expect(calibrate(0.8, 'refuted', CALIBRATION)).toBeCloseTo(16 / 17, 10);
    expect(calibrate(0.5, 'not_enough_evidence', CALIBRATION)).toBeCloseTo(1 / (1 + Math.exp(-1)), 10);
    expect(calibrate(0.5, 'conflicting', CALIBRATION)).toBeCloseTo(0.5, 10);
  });

  it('is never sure', () => {
    expect(calibrate(0.999, 'supported', CALIBRATION)).toBe(0.99);
    expect(calibrate(0.001, 'supported', CALIBRATION)).toBe(0.01);
  });
});

describe('a calibration', () => {
  it('is found by its judge and its wording', () => {
    const others = [
      { ...CALIBRATION, prompt: 'judge.v0' },
      { ...CALIBRATION, judge: 'a/c' },
    ];
    expect(findCalibration([...others, CALIBRATION], 'a/b')).toBe(CALIBRATION);
    expect(findCalibration(others, 'a/b')).toBeUndefined();
  });

  it('is of a model as its provider calls it; of the sandbox for all', () => {
    const model = { id: 'x/y', provider: 'a', wireId: 'b' };
    const name = (sandbox: boolean) =>
      judgeName({ endpoint: { sandbox }, model } as Parameters<typeof judgeName>[0]);
    expect(name(false)).toBe('a/b');
    expect(name(true)).toBe('sandbox');
  });

  it('says what is wrong with it', () => {
    expect(readCalibration(CALIBRATION)).toEqual(CALIBRATION);
    expect(() => readCalibration({ ...CALIBRATION, decided: { slope: 1, offset: '1' } })).toThrow(
      /^decided\.offset: /,
    );
    expect(() => readCalibration([])).toThrow('the calibration must be an object');
  });

  it('need not be there', () => {
    expect(loadCalibrations('/nowhere/at/all')).toEqual([]);
  });
});
