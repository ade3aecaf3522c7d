import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STANCES, VERDICTS } from '../../../domain/claim.ts';
import { calibrate, findCalibration, loadCalibrations, readCalibration } from '../judge/calibration.ts';
import { PROMPT_VERSION } from '../judge/compose-question.ts';
import { agreeable, claimOf, openTestVerifier, simulateJudge } from '../judge/judge-in-tests.ts';
import { confidenceOf, type WeighedItem } from './confidence.ts';

const item = (rest: Partial<WeighedItem> = {}): WeighedItem => ({
  source: 'wikipedia',
  relevance: 0.8,
  rank: 0,
  stance: 'supports',
  hearsay: false,
  ...rest,
});

describe('the confidence of a verdict', () => {
  it('grows with the judge’s own, the relevance, the source and the number of items that agree', () => {
    const base = confidenceOf('supported', 0.8, [item()]);
    expect(confidenceOf('supported', 0.9, [item()])).toBeGreaterThan(base);
    expect(confidenceOf('supported', 0.8, [item(), item({ rank: 1 })])).toBeGreaterThan(base);
    for (const weaker of [
      item({ hearsay: true }),
      item({ relevance: 0.5 }),
      item({ rank: 3 }),
      item({ source: 'brave' }),
    ]) {
      expect(confidenceOf('supported', 0.8, [weaker])).toBeLessThan(base);
    }
    for (const stronger of ['google-fact-check', 'context', 'corpus', 'pubmed']) {
      expect(confidenceOf('supported', 0.8, [item({ source: stronger })])).toBeGreaterThan(base);
    }
    for (const equal of ['starter', 'crossref', 'openalex']) {
      expect(confidenceOf('supported', 0.8, [item({ source: equal })])).toBe(base);
    }
    expect(confidenceOf('supported', 0.8, [item(), item({ rank: 1, stance: 'refutes' })])).toBeLessThan(base);
    expect(confidenceOf('supported', undefined, [item()])).toBeLessThan(base);
  });

  it('falls little by the place of an item: the fifth weighs half as much as the first', () => {
    const fifth = confidenceOf('supported', 0.8, [item({ rank: 4 })]);
    expect(fifth).toBeCloseTo(confidenceOf('supported', 0.8, [item({ relevance: 0.4 })]), 6);
  });

  it('is greatest for conflicting evidence where both sides weigh the same', () => {
    const even = confidenceOf('conflicting', 0.8, [item(), item({ stance: 'refutes' })]);
    expect(
      confidenceOf('conflicting', 0.8, [item(), item({ stance: 'refutes', relevance: 0.2 })]),
    ).toBeLessThan(even);
  });

  it('that nothing is known falls where items take a side after all', () => {
    const none = confidenceOf('not_enough_evidence', 0.7, [item({ stance: 'neutral' })]);
    expect(confidenceOf('not_enough_evidence', 0.7, [item()])).toBeLessThan(none);
  });

  it('stays within its bounds, whatever comes', () => {
    const some = fc.array(
      fc.record({
        source: fc.string(),
        relevance: fc.double({ min: 0, max: 1, noNaN: true }),
        rank: fc.nat(20),
        stance: fc.constantFrom(...STANCES),
        hearsay: fc.boolean(),
      }),
    );
    const probability = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(...VERDICTS), probability, some, (verdict, told, items) => {
        const confidence = confidenceOf(verdict, told, items);
        expect(confidence).toBeGreaterThanOrEqual(0.02);
        expect(confidence).toBeLessThanOrEqual(0.98);
      }),
    );
  });
});

const CALIBRATION = {
  judge: 'openai/judge-1',
  prompt: PROMPT_VERSION,
  decided: { slope: 0.5, offset: -1 },
  undecided: { slope: 1, offset: 0 },
  fitted: { claims: 1_000, ece_raw: 0.2, ece: 0.03 },
};

describe('a calibration', () => {
  it('moves the confidence along its line, and says so', async () => {
    const raw = openTestVerifier(simulateJudge(agreeable));
    const calibrated = openTestVerifier(simulateJudge(agreeable), {
      calibrations: [readCalibration(structuredClone(CALIBRATION))],
    });
    for (const verifier of [raw, calibrated]) verifier.add(claimOf('Water is wet.'));
    const before = await raw.finish();
    const after = await calibrated.finish();
    expect([before.calibrated, after.calibrated]).toEqual([false, true]);
    const was = before.claims[0]?.verdict_confidence ?? 0;
    const is = after.claims[0]?.verdict_confidence ?? 0;
    expect(is).toBeCloseTo(calibrate(was, 'supported', CALIBRATION), 3);
    expect(is).toBeLessThan(was);
  });

  it('holds for its judge and the wording it was fitted with', () => {
    expect(findCalibration([CALIBRATION], 'openai/judge-1')).toBe(CALIBRATION);
    expect(findCalibration([CALIBRATION], 'openai/judge-2')).toBeUndefined();
    expect(findCalibration([{ ...CALIBRATION, prompt: 'judge.v0' }], 'openai/judge-1')).toBeUndefined();
  });

  it('is found in its directory, which need not be there; what is no calibration is named', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'calibrations-'));
    try {
      expect(loadCalibrations(path.join(directory, 'none'))).toEqual([]);
      writeFileSync(path.join(directory, 'judge.json'), JSON.stringify(CALIBRATION));
      writeFileSync(path.join(directory, 'notes.txt'), 'no calibration');
      expect(loadCalibrations(directory)).toEqual([CALIBRATION]);
      writeFileSync(path.join(directory, 'other.json'), '{}');
      expect(() => loadCalibrations(directory)).toThrow(/other\.json: judge/);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('that cannot be read is named', () => {
    expect(() => readCalibration({ ...CALIBRATION, decided: { slope: 'x' } })).toThrow('decided.slope');
    expect(() => readCalibration(null)).toThrow('the calibration must be an object');
  });
});
