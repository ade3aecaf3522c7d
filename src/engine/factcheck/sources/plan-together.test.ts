import { expect, it } from 'vitest';
import { planTogether } from './plan-together.ts';

const word = (lexeme: string, share: number) => ({ lexeme, share });

it('asks for a rare word alone, then for common ones together, and last for any', () => {
  const words = [word("'of'", 0.9), word("'bridg'", 0.02), word("'sunderholm'", 0.0001), word("'open'", 0.1)];
  expect(planTogether(words, 100_000)).toEqual([
    { query: "(('sunderholm'))", isLast: false },
    { query: "(('bridg') & ('open'))", isLast: false },
    { query: "(('of')) | (('bridg')) | (('sunderholm')) | (('open'))", isLast: true },
  ]);
});

it('takes three where two are too often together', () => {
  const words = [word("'a'", 0.1), word("'b'", 0.1), word("'c'", 0.1)];
  expect(planTogether(words, 100_000).map(({ query }) => query)).toEqual([
    "(('a') & ('b') & ('c'))",
    "(('a')) | (('b')) | (('c'))",
  ]);
});

it('asks for any word of a small table at once', () => {
  expect(planTogether([word("'a'", 0.5), word("'b'", 0.5)], 100)).toHaveLength(2);
  expect(planTogether([word("'a'", 0.5)], 100)[0]).toEqual({ query: "(('a'))", isLast: false });
});
