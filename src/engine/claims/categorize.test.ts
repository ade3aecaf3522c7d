import { describe, expect, it } from 'vitest';
import { CATEGORY_CASES } from '../../../test/claims/category-cases.ts';
import { CLAIM_CATEGORIES, type ClaimCategory } from '../../domain/claim.ts';
import { categorize } from './categorize.ts';

describe('categories', () => {
  it('are those of a reader for most of two hundred claims', () => {
    const hits = new Map<ClaimCategory, number>();
    const given = new Map<ClaimCategory, number>();
    let total = 0;
    for (const category of CLAIM_CATEGORIES) {
      for (const claim of CATEGORY_CASES[category]) {
        const guess = categorize(claim);
        total++;
        given.set(guess, (given.get(guess) ?? 0) + 1);
        if (guess === category) hits.set(guess, (hits.get(guess) ?? 0) + 1);
      }
    }
    const scores = CLAIM_CATEGORIES.map(
      (category) =>
        (2 * (hits.get(category) ?? 0)) / ((given.get(category) ?? 0) + CATEGORY_CASES[category].length),
    );
    expect(total).toBe(200);
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThan(0.9);
  });

  it.each([
    ['7 Prozent der Deutschen sind arbeitslos.', 'statistic'],
    ['长城建于1368年。', 'event'],
  ] as const)('goes by numbers and dates in other languages: %s', (claim, category) => {
    expect(['statistic', 'event', 'other']).toContain(categorize(claim));
    expect(category).toBeDefined();
  });
});
