import { describe, expect, it } from 'vitest';
import { falseAlarms, judgeTexts, readTexts, scoreFound } from '../../bench/claims/score-kinds.ts';
import { detectClaims } from '../../src/engine/claims/detect.ts';

const texts = readTexts();
const judged = judgeTexts(texts, detectClaims);

describe('claims in texts of many kinds', () => {
  it('are read from the file as they stand in it', () => {
    expect(judged.length).toBeGreaterThan(1000);
    for (const { text, sentences } of texts) {
      for (const { start, text: sentence } of sentences) {
        expect(text.slice(start, start + sentence.length)).toBe(sentence);
      }
    }
  });

  it('are found, and little else is', () => {
    const { precision, recall } = scoreFound(judged);
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.93);
  });

  it.each(['selftalk', 'announcement', 'hedge', 'wish', 'advice', 'opinion', 'instruction'])(
    'are seldom seen in what is none: %s',
    (reason) => {
      expect(falseAlarms(judged, reason)).toBeLessThanOrEqual(0.25);
    },
  );
});
