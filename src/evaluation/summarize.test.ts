import { describe, expect, it } from 'vitest';
import type { ScoredClaim } from '../domain/evaluation.ts';
import { tokenF1 } from '../engine/text/similarity.ts';
import { formatSummary } from './format-summary.ts';
import { seededRandom } from './seeded-random.ts';
import { createSummarizer } from './summarize.ts';

const row = (claim: string, score: number): ScoredClaim => ({
  claim_id: claim,
  original_text: '',
  extracted_claim: claim,
  accuracy: score,
  completeness: score,
  coherence: 1,
  confidence: 0.8,
  category: 'event',
  verifiable: score > 0.5,
  added: [],
  missing: [],
  faults: [],
  timestamp: 0,
});

function summarize() {
  const summarizer = createSummarizer({ similarity: tokenF1, threshold: 0.5, random: seededRandom(1) });
  for (let i = 0; i < 50; i++) {
    summarizer.add({
      rows: [row('the tower is high', 1), row('ships sail', i % 2)],
      scorer: i === 0 ? 'mixed' : 'local',
      reference: ['the tower is high', 'birds fly'],
    });
  }
  summarizer.add({ rows: [], scorer: 'local' });
  return summarizer.summarize();
}

describe('a summary', () => {
  it('has means over claims, with intervals that hold them', () => {
    const summary = summarize();
    expect(summary).toMatchObject({
      texts: 51,
      claims: 100,
      verifiable: 75,
      scorers: { local: 49, mixed: 1, model: 0 },
    });
    const { accuracy, coherence } = summary.scores;
    expect(accuracy.mean).toBe(0.75);
    expect(accuracy.deviation).toBeCloseTo(Math.sqrt(0.1875));
    expect(accuracy.low).toBeLessThan(0.75);
    expect(accuracy.high).toBeGreaterThan(0.75);
    expect(accuracy.high - accuracy.low).toBeLessThan(0.2);
    expect(coherence).toEqual({ mean: 1, deviation: 0, low: 1, high: 1 });
    expect(summary.histograms.accuracy).toEqual([25, 0, 0, 0, 0, 0, 0, 0, 0, 75]);
  });

  it('compares with references where there are some', () => {
    const { comparison } = summarize();
    expect(comparison).toMatchObject({
      texts: 50,
      counts: { matched: 50, extracted: 100, reference: 100 },
      micro: { precision: 0.5, recall: 0.5, f1: 0.5 },
      macro: { precision: 0.5, recall: 0.5, f1: 0.5 },
      similarity: 1,
    });
    expect(comparison!.curve).toHaveLength(10);
  });

  it('is the same in each run', () => {
    expect(summarize()).toEqual(summarize());
  });

  it('can be printed, of nothing too', () => {
    const nothing = createSummarizer({ similarity: tokenF1, threshold: 0.5, random: () => 0 }).summarize();
    for (const summary of [summarize(), nothing]) {
      const text = formatSummary(summary, { judge: 'a <judge>', extractor: 'b', matcher: 'token F1' });
      expect(text).not.toMatch(/NaN|undefined|Infinity/);
    }
  });
});
