import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeTexts, readTexts, scoreFound } from '../../bench/claims/score-kinds.ts';
import { detectClaims } from '../../src/engine/claims/detect.ts';

describe('claims of a few words, as people type them', () => {
  it('are found, and little else is', () => {
    const judged = judgeTexts(readTexts(path.join(import.meta.dirname, 'short.txt')), detectClaims);
    expect(judged.length).toBeGreaterThan(200);
    const { precision, recall } = scoreFound(judged);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.8);
  });
});
