/** In a run over many texts, a claim that was not checked is no verdict. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../web/api/types.ts';
import { judgeRow, type Result } from '../../web/evaluate/measure-row.ts';
import { countVerdicts } from '../../web/evaluate/summarize-run.ts';

const CLAIM = { text: 'It is tall.', confidence: 0.9 } as Claim;
const SUPPORTED: Claim = { ...CLAIM, verdict: 'supported', verdict_confidence: 0.8 };
const UNCHECKED: Claim = {
  ...CLAIM,
  verdict: 'not_enough_evidence',
  checked: false,
  verdict_confidence: 0.25,
};

describe('a row with claims that were not checked', () => {
  it('has the verdict and the confidence of those that were', () => {
    expect(judgeRow([UNCHECKED, SUPPORTED])).toEqual({ verdict: 'supported', confidence: 0.8 });
    expect(judgeRow([UNCHECKED])).toEqual({ verdict: undefined, confidence: undefined });
  });

  it('counts them apart', () => {
    const results = [{ claims: [UNCHECKED, SUPPORTED] } as unknown as Result, undefined];
    expect(countVerdicts(results)).toEqual({
      supported: 1,
      refuted: 0,
      conflicting: 0,
      not_enough_evidence: 0,
      found: 1,
    });
  });
});

describe('a row with several claims', () => {
  it('has the worst verdict, and the confidence of the claims that have it', () => {
    const refuted = (sure: number): Claim => ({ ...CLAIM, verdict: 'refuted', verdict_confidence: sure });
    const row = judgeRow([SUPPORTED, refuted(0.9), refuted(0.7)]);
    expect(row).toEqual({ verdict: 'refuted', confidence: expect.closeTo(0.8) });
    const unsure: Claim = { ...CLAIM, verdict: 'not_enough_evidence', verdict_confidence: 0.4 };
    const conflicting: Claim = { ...CLAIM, verdict: 'conflicting', verdict_confidence: 0.6 };
    expect(judgeRow([SUPPORTED, unsure]).verdict).toBe('not_enough_evidence');
    expect(judgeRow([unsure, conflicting]).verdict).toBe('conflicting');
    expect(judgeRow([])).toEqual({ verdict: undefined, confidence: undefined });
  });
});
