import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitTokens } from './split-tokens.ts';

it('splits English into tokens of about four characters', () => {
  const text = 'The quick brown fox jumps over the lazy dog, and nobody ever asked it for an explanation.';
  const tokens = splitTokens(text);
  expect(tokens.slice(0, 4)).toEqual(['The', ' quick', ' brown', ' fox']);
  expect(text.length / tokens.length).toBeGreaterThan(3);
  expect(text.length / tokens.length).toBeLessThan(5.5);
});

it('makes up every text again, and never splits a code point', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const tokens = splitTokens(text);
      expect(tokens.join('')).toBe(text);
      for (const token of tokens) {
        expect(token).not.toBe('');
        expect(token.isWellFormed()).toBe(true);
      }
    }),
  );
});
