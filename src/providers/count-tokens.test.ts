import { describe, expect, it } from 'vitest';
import { mostTokens } from './count-tokens.ts';

/** Texts, and how many tokens o200k_base and cl100k_base make of them, the greater of both. */
const COUNTED: readonly (readonly [text: string, tokens: number])[] = [
  ['', 0],
  ['Hello', 1],
  ['Hello there, how are you?', 7],
  ['antidisestablishmentarianism', 6],
  ['1234567890', 4],
  ['a b c d e f', 6],
  ['const x = (y) => y?.z ?? {};', 14],
];

describe('mostTokens', () => {
  it.each(COUNTED)('%j has no more than that', (text, tokens) => {
    expect(mostTokens(text)).toBeGreaterThanOrEqual(tokens);
  });

  it('is at most about three times what English has', () => {
    const text = 'The quick brown fox jumps over the lazy dog near the river bank. '.repeat(100);
    expect(mostTokens(text)).toBeLessThan(text.length * 0.6);
  });

  it.each([
    '巴黎是法国的首都',
    'パリはフランスの首都',
    '파리는 프랑스의 수도',
    'Париж — столица',
    'باريس',
    'पेरिस',
    '🦊🦊',
  ])('counts a token for each character of %s at least', (text) => {
    expect(mostTokens(text)).toBeGreaterThanOrEqual([...text.replaceAll(' ', '')].length);
  });

  it('never counts more than a token a byte, for whatever text', () => {
    for (const text of ['aB1_ \n\t', 'é', '漢', '🦊', 'x'.repeat(99), '  \n  ', 'ẞ'])
      expect(mostTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
  });
});
