/** Extracted claims beside reference claims: similarities, the matching, and what follows from it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meteor, SIMILARITIES, tokenF1 } from '../../engine/text/similarity.ts';
import { assign } from './assign.ts';
import { compareClaims, matchClaims, qualityOf } from './match-claims.ts';

describe('similarity', () => {
  it('is 1 for the same words, and 0 for none in common', () => {
    for (const similarity of Object.values(SIMILARITIES)) {
      expect(similarity('The tower is high.', 'the TOWER is high')).toBeGreaterThan(0.98);
      expect(similarity('The tower is high.', 'Ships sail')).toBe(0);
      expect(similarity('', '')).toBe(1);
      expect(similarity('', 'a')).toBe(0);
      expect(similarity('東京は首都', '東京は首都')).toBeGreaterThan(0.98);
    }
  });

  it('counts words as often as both have them', () => {
    expect(tokenF1('a a b', 'a b b')).toBeCloseTo(2 / 3);
    expect(tokenF1('Rome is big', 'Rome is big and old')).toBeCloseTo(0.75);
  });

  it('is METEOR as its paper defines it: recall first, stems, and a price for fragments', () => {
    // Six of six words in one chunk: 1 - 0.5 * (1/6)^3.
    expect(meteor('the cat sat on the mat', 'the cat sat on the mat')).toBeCloseTo(0.9977, 4);
    // The same words as three chunks: "on the mat", "sat", "the cat".
    expect(meteor('on the mat sat the cat', 'the cat sat on the mat')).toBeCloseTo(1 - 0.5 * (3 / 6) ** 3, 4);
    // Precision 1, recall 1/2: F = PR / (0.9 P + 0.1 R) = 0.5263; two words, one chunk.
    expect(meteor('the cat', 'the cat was sat')).toBeCloseTo((0.5 / 0.95) * (1 - 0.5 / 8), 4);
    expect(meteor('he played guitars', 'he plays guitar')).toBeGreaterThan(0.9);
  });

  it('stays between 0 and 1 whatever the texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        for (const similarity of Object.values(SIMILARITIES)) {
          const value = similarity(a, b);
          expect(value >= 0 && value <= 1).toBe(true);
        }
      }),
    );
  });
});

describe('the assignment', () => {
  it('is the best there is', () => {
    const best = (
      weights: readonly (readonly number[])[],
      row = 0,
      taken: readonly number[] = [],
    ): number => {
      if (row === weights.length || taken.length === weights[0]!.length) return 0;
      const without =
        weights.length > weights[0]!.length ? best(weights, row + 1, taken) : Number.NEGATIVE_INFINITY;
      return Math.max(
        without,
        ...weights[row]!.map((weight, column) =>
          taken.includes(column)
            ? Number.NEGATIVE_INFINITY
            : weight + best(weights, row + 1, [...taken, column]),
        ),
      );
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.nat(9)),
        (rows, columns, numbers) => {
          const weights = Array.from({ length: rows }, () =>
            Array.from({ length: columns }, () => numbers.next().value as number),
          );
          const assigned = assign(weights);
          const used = assigned.filter((column) => column >= 0);
          expect(new Set(used).size).toBe(used.length);
          expect(used).toHaveLength(Math.min(rows, columns));
          const sum = assigned.reduce(
            (total, column, row) => total + (column < 0 ? 0 : weights[row]![column]!),
            0,
          );
          expect(sum).toBe(best(weights));
        },
      ),
    );
  });

  it('takes hundreds on each side in no time', () => {
    const weights = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 300 }, (_, column) => ((row * 7 + column * 13) % 101) / 101),
    );
    expect(new Set(assign(weights)).size).toBe(300);
  });

  it('is empty where a side is', () => {
    expect(assign([])).toEqual([]);
    expect(assign([[], []])).toEqual([-1, -1]);
  });
});

describe('the matching', () => {
  it('finds the most pairs, where the first best would block others', () => {
    // Greedily, the first takes the reference that the second alone could have had.
    const matching = matchClaims(
      [
        [0.9, 0.6],
        [0.8, 0.1],
      ],
      2,
      0.5,
    );
    expect(matching).toMatchObject({ matched: 2, pairs: [1, 0] });
  });

  it('pairs nothing below the threshold', () => {
    expect(matchClaims([[0.4]], 1, 0.5)).toMatchObject({ matched: 0, pairs: [-1] });
    expect(matchClaims([], 3, 0.5)).toMatchObject({ matched: 0, extracted: 0, reference: 3 });
    expect(matchClaims([[], []], 0, 0.5)).toMatchObject({ matched: 0, extracted: 2, reference: 0 });
  });

  it('gives precision, recall and F1', () => {
    const extracted = ['Marie Curie was born in Warsaw.', 'Marie Curie liked tea.'];
    const reference = ['Marie Curie was born in Warsaw.', 'Marie Curie won a prize.', 'She died in 1934.'];
    const matching = matchClaims(compareClaims(extracted, reference, tokenF1), reference.length, 0.6);
    expect(qualityOf(matching)).toEqual({ precision: 1 / 2, recall: 1 / 3, f1: 0.4 });
    expect(qualityOf({ matched: 0, extracted: 0, reference: 0 })).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(qualityOf({ matched: 0, extracted: 0, reference: 2 })).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});
