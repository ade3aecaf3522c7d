import { describe, expect, it } from 'vitest';
import type { RetrievedItem } from '../sources/source.ts';
import { excerptOf, quoteExcerpt, quoteFor, quoteItem, widenToSentences } from './quote-evidence.ts';

const TEXT = 'Cats sleep long. Dogs bark loudly. Birds sing in trees. Fish swim.';
/** A sentence of so many characters. */
const sentence = (length: number, words = 'Other words stand here') =>
  `${words} ${'x'.repeat(length - words.length - 2)}.`;

describe('a quote', () => {
  it.each([
    ['Dogs bark.', 'Dogs bark loudly. Birds sing in trees.'],
    ['Fish swim.', 'Fish swim.'],
    // None of them: the first.
    ['Horses neigh.', 'Cats sleep long. Dogs bark loudly.'],
    ['', 'Cats sleep long. Dogs bark loudly.'],
  ])('for %j', (claim, quote) => expect(quoteFor(TEXT, claim)).toBe(quote));

  it('is what shares a number before what shares a word', () => {
    const text = 'The tower stands. In all 324 came. Nothing else.';
    expect(quoteFor(text, 'The tower has 324 stairs.')).toBe('In all 324 came. Nothing else.');
  });

  it('is the first of those that share as much', () => {
    expect(quoteFor('Cats one. Cats two. Cats three.', 'Cats')).toBe('Cats one. Cats two.');
  });

  it('has the next sentence where both are 400 characters at most', () => {
    const quote = (length: number) =>
      quoteFor(`${sentence(200, 'Cats sleep')} ${sentence(length)}`, 'Cats sleep.').length;
    expect([quote(199), quote(200)]).toEqual([400, 200]);
  });

  it('is the whole text where that has no sentence', () => {
    expect(quoteFor('', 'Cats')).toBe('');
    expect(quoteFor(' Cats sleep ', 'Cats')).toBe('Cats sleep');
  });

  it('of an item is the same for the same claim, and another for another', () => {
    const item: RetrievedItem = { source: 'a', title: '', url: '', text: TEXT };
    expect(quoteItem(item, 'Fish swim.')).toBe('Fish swim.');
    expect(quoteItem(item, 'Fish swim.')).toBe('Fish swim.');
    expect(quoteItem(item, 'Birds sing.')).toBe('Birds sing in trees. Fish swim.');
    expect(quoteItem(item, '')).toBe('Cats sleep long. Dogs bark loudly.');
  });
});

describe('an excerpt', () => {
  it('is the whole text where there is room', () => {
    expect(excerptOf(TEXT, 'Cats', TEXT.length)).toEqual({ excerpt: TEXT, start: 0 });
    expect(excerptOf('x'.repeat(2_400), 'Cats').excerpt).toHaveLength(2_400);
  });

  it.each([
    ['Fish swim.', 20, 'Fish swim.', 56],
    ['Birds sing.', 21, 'Birds sing in trees.', 35],
    ['Birds sing.', 40, 'Birds sing in trees. Fish swim.', 35],
    ['Dogs bark. Birds sing.', 40, 'Dogs bark loudly. Birds sing in trees.', 17],
    ['Dogs bark.', 34, 'Cats sleep long. Dogs bark loudly.', 0],
    ['Dogs bark.', 38, 'Dogs bark loudly. Birds sing in trees.', 17],
    ['Horses neigh.', 20, 'Cats sleep long.', 0],
    ['Fish swim.', 31, 'Birds sing in trees. Fish swim.', 35],
    ['Fish swim.', 30, 'Fish swim.', 56],
  ])('for %j of %i characters is %j', (claim, longest, excerpt, start) => {
    expect(excerptOf(TEXT, claim, longest)).toEqual({ excerpt, start });
  });

  it('of one sentence is 3,000 characters at most', () => {
    const text = `${'cats '.repeat(300)}${'dogs '.repeat(700)}`;
    expect(excerptOf(text, 'dogs', 100).excerpt.length).toBeLessThanOrEqual(3_000);
  });
});

describe('a quote of an excerpt', () => {
  const excerpt = { excerpt: TEXT.slice(17), start: 17 };

  it('is chosen by the judge’s words where they are there', () => {
    expect(quoteExcerpt(TEXT, excerpt, 'Dogs bark.', 'Fish swim')).toBe('Fish swim.');
    expect(quoteExcerpt(TEXT, excerpt, 'Dogs bark.', 'Horses neigh')).toBe(
      'Dogs bark loudly. Birds sing in trees.',
    );
    expect(quoteExcerpt(TEXT, excerpt, 'Dogs bark.', '')).toBe('Dogs bark loudly. Birds sing in trees.');
  });

  it('takes them as they are where they are several sentences', () => {
    const two = 'Dogs bark loudly. Birds sing in trees. Fish swim.';
    expect(TEXT).toContain(two);
    expect(quoteExcerpt(TEXT, excerpt, 'Birds sing.', two)).toBe(two);
    expect(quoteExcerpt(TEXT, excerpt, 'Birds sing.', two.replace(' loudly', ''))).not.toBe(two);
  });

  it('takes them where three of five are there', () => {
    expect(quoteExcerpt(TEXT, excerpt, 'Dogs bark.', 'fish swim trees horse neigh')).toBe('Fish swim.');
    expect(quoteExcerpt(TEXT, excerpt, 'Dogs bark.', 'fish swim horse neigh snort')).toMatch(/^Dogs/);
  });

  it('is nothing where there is no text', () => {
    expect(quoteExcerpt('', { excerpt: '', start: 0 }, 'Dogs', 'Dogs')).toBe('');
  });
});

describe('a slice widened to its sentences', () => {
  it.each([
    [0, 1, 'Cats sleep long.'],
    [5, 5, 'Cats sleep long.'],
    [15, 16, 'Cats sleep long.'],
    [16, 17, 'Dogs bark loudly.'],
    [15, 18, 'Cats sleep long. Dogs bark loudly.'],
    [17, 34, 'Dogs bark loudly.'],
    [17, 35, 'Dogs bark loudly.'],
    [17, 36, 'Dogs bark loudly. Birds sing in trees.'],
    [-5, -1, 'Cats sleep long.'],
    [900, 950, 'Fish swim.'],
    [60, 50, 'Fish swim.'],
    [1, 0, 'Cats sleep long.'],
  ])('%i to %i is %j', (start, end, widened) => expect(widenToSentences(TEXT, start, end)).toBe(widened));

  it('is the slice where there is no sentence', () => {
    expect(widenToSentences('   ', 0, 2)).toBe('  ');
    expect(widenToSentences('', 0, 2)).toBe('');
  });

  it('joins what was cut for its length, and nothing that ends', () => {
    const long = 'cats and dogs '.repeat(300).trim();
    expect(widenToSentences(`${long}.`, 0, 1)).toBe(`${long}.`);
    expect(widenToSentences(`${long}.`, 4_000, 4_001)).toBe(`${long}.`);
  });
});
