/** The page matches claims as the command line does. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokenF1 } from '../../src/engine/text/similarity.ts';
import { compareClaims, matchClaims } from '../../src/evaluation/compare/match-claims.ts';
import { countMatched } from '../../web/evaluate/match-claims.ts';

const word = fc.constantFrom(
  'the',
  'The',
  'tower',
  'is',
  'tall',
  '1,500',
  '1990s',
  '高',
  '塔高',
  'été',
  "it's",
);
const claim = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const claims = fc.array(claim, { maxLength: 6 });

it('finds as many pairs as the gateway’s own matching', () => {
  fc.assert(
    fc.property(claims, claims, (extracted, reference) => {
      const similarities = compareClaims(extracted, reference, tokenF1);
      expect(countMatched(extracted, reference)).toBe(
        matchClaims(similarities, reference.length, 0.5).matched,
      );
    }),
    { numRuns: 300 },
  );
});

it('gives up a pair for two others', () => {
  expect(countMatched(['a b c d', 'a b x y'], ['a b c y', 'c d e f'])).toBe(2);
});
