import { describe, expect, it } from 'vitest';
import type { Model, Price } from '../../domain/catalogue.ts';
import { dearestPrice, priceFor } from './price.ts';

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

describe('a price that is not known', () => {
  const model = (tier: string, price?: Price) =>
    ({ tier, ...(price === undefined ? {} : { price }) }) as Model;
  const models = [
    model('basic', { input: 1, output: 9 }),
    model('basic', LONG),
    model('premium', { input: 7, output: 2 }),
    model('basic'),
  ];

  it.each<[string, Model['tier'] | undefined, object]>([
    ['of its tier, for prompts of any length', 'basic' as Model['tier'], { input: 2, output: 9 }],
    ['of another tier', 'premium' as Model['tier'], { input: 7, output: 2 }],
    ['of all where its tier has none', 'standard' as Model['tier'], { input: 7, output: 9 }],
    ['of all where it has no tier', undefined, { input: 7, output: 9 }],
  ])('is the dearest %s', (_of, tier, expected) => {
    expect(dearestPrice(models, tier)).toEqual(expected);
  });

  it('counts the dearer of both prices of one model', () => {
    expect(dearestPrice([model('basic', LONG)], undefined)).toEqual({ input: 2, output: 4 });
  });

  it('is absent where no price is known', () => {
    expect(dearestPrice([model('basic')], undefined)).toBeUndefined();
    expect(dearestPrice([], undefined)).toBeUndefined();
  });
});
