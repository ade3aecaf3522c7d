import { describe, expect, it } from 'vitest';
import { estimateTokens, mostTokens } from './count-tokens.ts';

/** Texts, and how many tokens o200k_base and cl100k_base make of them, the greater of both. */
const COUNTED: readonly (readonly [text: string, tokens: number])[] = [
  ['', 0],
  ['Hello', 1],
  ['Hello there, how are you?', 7],
  ['antidisestablishmentarianism', 6],
  ['1234567890', 4],
  ['a b c d e f', 6],
  ['const x = (y) => y?.z ?? {};', 12],
  ['巴黎是法国的首都和最大城市,也是法国的政治、经济、文化中心。埃菲尔铁塔建于一八八九年,高三百三十米。', 61],
  ['서울은 대한민국의 수도이며 약 천만 명이 살고 있다. 한강이 도시를 가로질러 흐른다.', 49],
  ['Η Αθήνα είναι η πρωτεύουσα και η μεγαλύτερη πόλη της Ελλάδας.', 55],
  ['ירושלים היא עיר הבירה של מדינת ישראל והעיר הגדולה ביותר בה.', 53],
  ['አዲስ አበባ የኢትዮጵያ ዋና ከተማ ናት።', 60],
  ['Die Donaudampfschifffahrtsgesellschaft wurde im Jahre 1829 gegründet und beförderte Fahrgäste.', 33],
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

  it.each([
    ['a', 1],
    ['z', 1],
    ['zz', 1],
    ['aaa', 2],
    ['az az', 2],
    ['a  b', 3],
    ['   ', 2],
    ['camelCase', 5],
    ['AZ', 2],
    ['Aa', 1],
    ['Zz', 1],
    ['@a', 2],
    ['[a', 2],
    ['a 1', 2],
    ['a \u007f', 2],
    ['a \u0080', 3],
    ['{`[@', 4],
    ['12', 2],
    ['\u007f', 1],
    ['a'.repeat(20), 10],
    ['a'.repeat(21), 13],
    ['a'.repeat(24), 15],
    ['é', 1],
    ['a é', 3],
    ['\u0080', 1],
    ['\u07ff', 1],
    ['\u0800', 3],
    ['\u2fff', 3],
    ['\u3000', 2],
    ['\u9fff', 2],
    ['\ua000', 3],
    ['\uac00', 2],
    ['\ud7a3', 2],
    ['\ud7a4', 3],
    ['🦊', 4],
    ['\ue000', 3],
    ['\uff00', 2],
    ['\uffef', 2],
    ['\ufff0', 3],
  ])('%j has %i', (text, tokens) => {
    expect(mostTokens(text)).toBe(tokens);
  });

  it('never counts more than a token a byte, for whatever text', () => {
    for (const text of ['aB1_ \n\t', 'é', '漢', '🦊', 'x'.repeat(99), '  \n  ', 'ẞ'])
      expect(mostTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
  });
});

describe('estimateTokens', () => {
  /** Twenty times each, as o200k_base counts them. */
  it.each([
    ['The quick brown fox jumps over the lazy dog near the river bank. ', 281],
    ['export function add(left: number, right: number): number {\n  return left + right;\n}\n', 400],
    ['{"city":"Paris","temperature":14.5,"conditions":["rain","wind"]}', 360],
  ])('is within two fifths of what a tokenizer counts: %j', (text, tokens) => {
    const ratio = estimateTokens(text.repeat(20)) / tokens;
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });
});
