import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemOf } from '../judge/judge-in-tests.ts';
import { chooseItems, type HearsayItem, mergeItems, type ShownItem } from './choose-items.ts';
import { excerptOf } from './quote-evidence.ts';

const CLAIM = 'The Great Wall is visible from the Moon.';
const ranked = (relevance: number, text = `Text ${relevance}.`) => ({ item: itemOf(text), relevance });
const shownOf = (text: string, length: number): ShownItem => ({
  ...{ item: itemOf(text), relevance: 1, excerpt: 'x'.repeat(length), start: 0, hash: text },
});
const texts = (items: ReturnType<typeof chooseItems>): string[] => items.map(({ item }) => item.text);

describe('what the judge is shown', () => {
  it('is the best of what bears on the claim', () => {
    const many = Array.from({ length: 14 }, (_, at) => ranked(1 - at / 100));
    expect(texts(chooseItems(CLAIM, many))).toEqual(texts(chooseItems(CLAIM, many.slice(0, 12))));
    expect(chooseItems(CLAIM, many)).toHaveLength(12);
    expect(chooseItems(CLAIM, [ranked(0.15)])).toEqual([]);
  });

  it('is nothing where no item surely bears on the claim, and with one that does what is beside it', () => {
    const beside = [ranked(0.33), ranked(0.3), ranked(0.2), ranked(0.1)];
    expect(chooseItems(CLAIM, beside)).toEqual([]);
    expect(chooseItems(CLAIM, [ranked(0.34)])).toHaveLength(1);
    const found = [...beside, ranked(0.8)];
    expect(texts(chooseItems(CLAIM, found))).toEqual(['Text 0.33.', 'Text 0.3.', 'Text 0.2.', 'Text 0.8.']);
  });

  it('is what the request itself brought first, where it bears on the claim at all', () => {
    const own = (relevance: number) => ({ item: itemOf('Own.', { passage: 1 }), relevance });
    expect(texts(chooseItems(CLAIM, [ranked(0.9), own(0.25)]))).toEqual(['Own.', 'Text 0.9.']);
    expect(chooseItems(CLAIM, [own(0.25)])).toHaveLength(1);
    expect(chooseItems(CLAIM, [own(0.15)])).toEqual([]);
  });

  it('is of the starter corpus only what surely bears on it', () => {
    const ofStarter = (relevance: number) => ({ item: itemOf('A', { source: 'starter' }), relevance });
    expect(chooseItems(CLAIM, [ofStarter(0.42)])).toEqual([]);
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
      'Newest.',
      'Text 1.',
      'Text 0.9.',
      'Text 0.8.',
    ]);
    expect(chooseItems(CLAIM, [ranked(1), ranked(0.9)], known)).toEqual([]);
  });

  it('keeps room for what was known, however long the new items are', () => {
    const long = (from: string) => [1, 2, 3, 4, 5].map((at) => ranked(1, `${from} ${at}. `.repeat(300)));
    const known = chooseItems(CLAIM, long('Old'));
    const chosen = chooseItems(CLAIM, long('New'), known);
    expect(chosen[0]?.excerpt).toMatch(/^New/);
    expect(chosen.at(-1)?.excerpt).toMatch(/^Old/);
    expect(chosen.reduce((sum, { excerpt }) => sum + excerpt.length, 0)).toBeLessThanOrEqual(8_000);
  });

  it.each([
    [2_000, ['New.', 'Old 1.', 'Old 2.']],
    [2_001, ['New.', 'Old 1.', 'Old 3.']],
  ])('has of what was known half of the room at most (%i)', (length, chosen) => {
    const known = [2_000, length, 1_000, 1].map((units, at) => shownOf(`Old ${at + 1}.`, units));
    expect(texts(chooseItems(CLAIM, [ranked(1, 'New.')], known))).toEqual(chosen);
  });

  it('is each item once', () => {
    const found = [ranked(1, 'A.'), ranked(0.9, 'B.'), ranked(0.8, 'A.')];
    expect(texts(chooseItems(CLAIM, found))).toEqual(['A.', 'B.']);
  });

  it('is of a page without text what somebody says of it, and nothing where nobody does', () => {
    const hearsay: HearsayItem = { ...itemOf(''), text: '', hearsay: 'x'.repeat(1_300) };
    const [shown, ...others] = chooseItems(CLAIM, [ranked(1, ''), { item: hearsay, relevance: 0.9 }]);
    expect(shown?.excerpt).toMatch(/^No text of this page was retrieved\. .*: x{1200}$/);
    expect([shown?.start, others]).toEqual([0, []]);
  });

  it('is of several statements the best of each in turn, each item once, as it was shown first', () => {
    const [a, b, c, d] = ['A.', 'B.', 'C.', 'D.'].map((text) => shownOf(text, 10));
    const again = { ...a!, excerpt: 'Another part.' };
    expect(
      mergeItems([
        [a!, b!, c!],
        [d!, again],
      ]),
    ).toEqual([a, d, b, c]);
    const one = [a!, b!];
    expect(mergeItems([one])).toBe(one);
    expect(mergeItems([])).toEqual([]);
  });

  it('has for several statements twelve items at most, and of one all that was chosen', () => {
    const lists = ['a', 'b'].map((list) => Array.from({ length: 7 }, (_, at) => shownOf(`${list}${at}`, 10)));
    expect(texts(mergeItems(lists))).toEqual([0, 1, 2, 3, 4, 5].flatMap((at) => [`a${at}`, `b${at}`]));
    expect(texts(mergeItems([lists[0]!, []]))).toEqual(texts(lists[0]!));
    const long = [shownOf('a', 9_000), shownOf('b', 9_000)];
    expect(mergeItems([long])).toBe(long);
    expect(texts(mergeItems([long, []]))).toEqual(['a']);
  });

  it.each([
    [6_000, 2],
    [6_001, 1],
  ])('has for several statements a room of its own (%i)', (length, count) => {
    expect(mergeItems([[shownOf('A.', 6_000)], [shownOf('B.', length)]])).toHaveLength(count);
  });

  it('has more of what comes first, and room for many items behind it', () => {
    const pages = Array.from({ length: 8 }, (_, at) => ranked(1, `Page ${at} is on walls. `.repeat(200)));
    const lengths = chooseItems(CLAIM, pages).map(({ excerpt }) => excerpt.length);
    expect(lengths.length).toBeGreaterThanOrEqual(6);
    expect(lengths[0]).toBeGreaterThan(2_300);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
  });

  it('is, of a long text, the whole sentences around what bears on the claim', () => {
    const noise = 'Cats sleep most of the day and hunt at night. '.repeat(60);
    const text = `${noise}The Great Wall is not visible from the Moon. ${noise}`;
    const { excerpt, start } = excerptOf(text, CLAIM);
    expect(excerpt).toContain('The Great Wall is not visible from the Moon.');
    expect(excerpt.length).toBeLessThanOrEqual(2_400);
    expect(excerpt).toMatch(/^Cats.*\.$/);
    const [before = '', behind = ''] = excerpt.split('The Great Wall is not visible from the Moon.');
    expect(Math.min(before.length, behind.length)).toBeGreaterThan(1_000);
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
        expect(items.reduce((sum, one) => sum + one.excerpt.length, 0)).toBeLessThanOrEqual(8_000);
      }),
    );
  });
});
