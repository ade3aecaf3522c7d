/** What models cost. */
import type { Model, Price, Rates } from '../../domain/catalogue.ts';
import type { Usage } from '../../domain/chat.ts';

/** Of US dollars a million tokens: billionths of a dollar a token. */
export const NANOS_A_TOKEN: number = 1_000;
/** Of US dollars a thousand searches: billionths of a dollar a search. */
const NANOS_A_SEARCH = 1_000_000;

/** Billionths of a dollar: far above what is lost in computing, far below what a token costs. */
const INEXACT = 0.001;

/** How many times the usual price is paid. */
export interface PriceFactors {
  readonly priceFactor: number;
  /** Of its input, for what is written to the provider's cache. */
  readonly cacheWriteFactor: number;
}

/**
 * @returns what a call cost, in billionths of a US dollar, rounded up; what was read from a cache counts in full where its
 *   price is not known.
 */
export function nanosOf(
  price: Price,
  { promptTokens, completionTokens, cachedTokens = 0, cacheWriteTokens = 0, searches = 0 }: Usage,
  { priceFactor, cacheWriteFactor }: PriceFactors,
): number {
  const { input, output, cachedInput = input } = priceFor(price, promptTokens);
  const read = Math.min(cachedTokens, promptTokens);
  const full = promptTokens - read + cacheWriteTokens * (cacheWriteFactor - 1);
  const tokens = (full * input + read * cachedInput + completionTokens * output) * priceFactor;
  const nanos = tokens * NANOS_A_TOKEN + searches * (price.search ?? 0) * NANOS_A_SEARCH;
  // Decimal prices are not exact in binary: no whole number is rounded up.
  return Math.ceil(nanos - INEXACT);
}

/** @returns the usage of a call with what it cost; without where the price of the model is not known. */
export function withNanos(usage: Usage, price: Price | undefined, factors: PriceFactors): Usage {
  return price === undefined ? usage : { ...usage, nanos: nanosOf(price, usage, factors) };
}

/** US dollars a million tokens, as it holds for a prompt of so many tokens. */
export function priceFor({ longPrompt, ...base }: Price, promptTokens: number): Rates {
  return longPrompt !== undefined && promptTokens > longPrompt.above ? longPrompt : base;
}

/**
 * A price that is not known, as the dearest that is: of the listed models of its tier, where there are any with a price,
 * else of all. A budget that is spent by it is spent too early rather than too late.
 *
 * @param tier absent for a model that the catalogue does not list: all tiers are looked at.
 * @returns absent where no price is known at all.
 */
export function dearestPrice(models: Iterable<Model>, tier: Model['tier'] | undefined): Price | undefined {
  const priced = [...models].filter(({ price }) => price !== undefined);
  const same = priced.filter((model) => tier === undefined || model.tier === tier);
  const prices = (same.length > 0 ? same : priced).map(({ price }) => price!);
  if (prices.length === 0) return undefined;
  const rates = prices.map(dearestRate);
  return {
    input: Math.max(...rates.map(({ input }) => input)),
    output: Math.max(...rates.map(({ output }) => output)),
    search: Math.max(...prices.map(({ search = 0 }) => search)),
  };
}

function dearestRate({ longPrompt, ...base }: Price): Rates {
  if (longPrompt === undefined) return base;
  return { input: Math.max(base.input, longPrompt.input), output: Math.max(base.output, longPrompt.output) };
}
