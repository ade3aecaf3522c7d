/** In a run over many texts, a claim that was not checked is no verdict. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../web/api/types.ts';
import { judgeRow, type Result } from '../../web/evaluate/measure-row.ts';
import { countVerdict } from '../../web/evaluate/summarize-run.ts';

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
    expect(countVerdict(results, 'not_enough_evidence')).toBe(0);
    expect(countVerdict(results, 'found')).toBe(1);
    expect(countVerdict(results, 'supported')).toBe(1);
  });
});
