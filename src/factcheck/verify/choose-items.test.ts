import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from '../quote-evidence.ts';
import { chooseItems } from './choose-items.ts';
import { itemOf } from './judge-in-tests.ts';

const CLAIM = 'The Great Wall is visible from the Moon.';
const ranked = (relevance: number, text = `Text ${relevance}.`) => ({ item: itemOf(text), relevance });
const texts = (items: ReturnType<typeof chooseItems>): string[] => items.map(({ item }) => item.text);

describe('what the judge is shown', () => {
  it('is the best of what bears on the claim', () => {
    const found = [1, 0.8, 0.5, 0.45, 0.42, 0.41, 0.3].map((relevance) => ranked(relevance));
    expect(texts(chooseItems(CLAIM, found))).toEqual([
      'Text 1.',
      'Text 0.8.',
      'Text 0.5.',
      'Text 0.45.',
      'Text 0.42.',
    ]);
    expect(chooseItems(CLAIM, [ranked(0.15)])).toEqual([]);
  });

  it('is of the starter corpus only what surely bears on it', () => {
    const ofStarter = (relevance: number) => ({ item: itemOf('A', { source: 'starter' }), relevance });
    expect(chooseItems(CLAIM, [ofStarter(0.35)])).toEqual([]);
    expect(chooseItems(CLAIM, [ofStarter(0.45)])).toHaveLength(1);
  });

  it('is what a further search found, before the best of what was known', () => {
    const known = chooseItems(
      CLAIM,
      [1, 0.9, 0.8, 0.7].map((relevance) => ranked(relevance)),
    );
    const found = [ranked(1), ranked(0.6, 'New.'), ranked(0.5, 'Newer.'), ranked(0.4, 'Newest.')];
    expect(texts(chooseItems(CLAIM, found, known))).toEqual([
      'New.',
      'Newer.',
      'Text 1.',
      'Text 0.9.',
      'Text 0.8.',
    ]);
    expect(chooseItems(CLAIM, [ranked(1), ranked(0.9)], known)).toEqual([]);
  });

  it('is, of a long text, the whole sentences around what bears on the claim', () => {
    const noise = 'Cats sleep most of the day and hunt at night. '.repeat(60);
    const text = `${noise}The Great Wall is not visible from the Moon. ${noise}`;
    const { excerpt, start } = excerptOf(text, CLAIM);
    expect(excerpt).toContain('The Great Wall is not visible from the Moon.');
    expect(excerpt.length).toBeLessThanOrEqual(1_200);
    expect(excerpt).toMatch(/^Cats.*\.$/);
    expect(text.slice(start, start + excerpt.length)).toBe(excerpt);
  });

  it('is never without end, and always a slice of the text', () => {
    const long = fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { maxLength: 30 });
    fc.assert(
      fc.property(long, fc.string(), fc.boolean(), (parts, claim, sentences) => {
        const text = parts.join(sentences ? '. ' : 'x'.repeat(200));
        const { excerpt, start } = excerptOf(text, claim);
        expect(text.slice(start, start + excerpt.length)).toBe(excerpt);
        expect(excerpt.length).toBeLessThanOrEqual(3_000);
        const items = chooseItems(claim, [ranked(1, text), ranked(1, `${text}2`), ranked(1, `${text}3`)]);
        expect(items.length).toBeGreaterThan(0);
        expect(items.reduce((sum, one) => sum + one.excerpt.length, 0)).toBeLessThanOrEqual(4_800);
      }),
    );
  });
});
