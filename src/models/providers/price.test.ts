import { describe, expect, it } from 'vitest';
import type { Model, Price } from '../../domain/catalogue.ts';
import { dearestPrice, nanosOf, priceFor } from './price.ts';

const LONG: Price = { input: 1, output: 4, longPrompt: { above: 200, input: 2, output: 3 } };

describe('the price of a call', () => {
  it.each([
    [199, 1],
    [200, 1],
    [201, 2],
  ])('with a prompt of %i tokens', (tokens, input) => {
    expect(priceFor(LONG, tokens)).toMatchObject({ input });
  });

  it('is the only one where long prompts cost the same', () => {
    expect(priceFor({ input: 1, output: 4 }, 1_000_000)).toEqual({ input: 1, output: 4 });
  });
});

describe('what a call costs', () => {
  const USUAL = { priceFactor: 1, cacheWriteFactor: 1.25 };
  const used = { promptTokens: 100, completionTokens: 10, cachedTokens: 60 };
  const price: Price = { input: 1, output: 4, cachedInput: 0.1 };

  it.each<[string, number, Price, Parameters<typeof nanosOf>[1], typeof USUAL]>([
    ['with what was read from a cache at its own price', 40_000 + 6_000 + 40_000, price, used, USUAL],
    ['in full where that price is not known', 140_000, { input: 1, output: 4 }, used, USUAL],
    [
      'with what was written to a cache',
      140_000 + 15_000,
      { input: 1, output: 4 },
      { ...used, cacheWriteTokens: 60 },
      USUAL,
    ],
    ['twice for faster answers', 2 * 86_000, price, used, { ...USUAL, priceFactor: 2 }],
    [
      'of a long prompt',
      40 * 2_000 + 60 * 500 + 30_000,
      { ...price, longPrompt: { above: 99, input: 2, output: 3, cachedInput: 0.5 } },
      used,
      USUAL,
    ],
    [
      'as a whole number where it is one',
      300,
      { input: 0.1, output: 1 },
      { promptTokens: 3, completionTokens: 0 },
      USUAL,
    ],
    [
      'with its searches, which cost no more where answers are faster',
      2 * 86_000 + 3 * 14_000_000,
      { ...price, search: 14 },
      { ...used, searches: 3 },
      { ...USUAL, priceFactor: 2 },
    ],
    ['with searches whose price is not known', 86_000, price, { ...used, searches: 3 }, USUAL],
    ['rounded up', 1, { input: 0.0001, output: 1 }, { promptTokens: 3, completionTokens: 0 }, USUAL],
    [
      'with no more from a cache than there was',
      110_000 - 60_000,
      price,
      { ...used, cachedTokens: 900 },
      USUAL,
    ],
  ])('%s', (_what, nanos, of, usage, factors) => {
    expect(nanosOf(of, usage, factors)).toBe(nanos);
  });
});

describe('a price that is not known', () => {
  const model = (tier: string, price?: Price) =>
    ({ tier, ...(price === undefined ? {} : { price }) }) as Model;
  const models = [
    model('basic', { input: 1, output: 9 }),
    model('basic', LONG),
    model('premium', { input: 7, output: 2, search: 14 }),
    model('basic'),
  ];

  it.each<[string, Model['tier'] | undefined, object]>([
    ['of its tier, for prompts of any length', 'basic' as Model['tier'], { input: 2, output: 9, search: 0 }],
    ['of another tier', 'premium' as Model['tier'], { input: 7, output: 2, search: 14 }],
    ['of all where its tier has none', 'standard' as Model['tier'], { input: 7, output: 9, search: 14 }],
    ['of all where it has no tier', undefined, { input: 7, output: 9, search: 14 }],
  ])('is the dearest %s', (_of, tier, expected) => {
    expect(dearestPrice(models, tier)).toEqual(expected);
  });

  it('counts the dearer of both prices of one model', () => {
    expect(dearestPrice([model('basic', LONG)], undefined)).toEqual({ input: 2, output: 4, search: 0 });
  });

  it('is absent where no price is known', () => {
    expect(dearestPrice([model('basic')], undefined)).toBeUndefined();
    expect(dearestPrice([], undefined)).toBeUndefined();
  });
});
