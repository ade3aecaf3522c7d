/** What models cost. */
import type { Model, Price } from '../../domain/catalogue.ts';

/** US dollars a million tokens, as it holds for a prompt of so many tokens. */
export function priceFor(
  { longPrompt, ...base }: Price,
  promptTokens: number,
): Pick<Price, 'input' | 'output'> {
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
  const of = (same.length > 0 ? same : priced).map(({ price }) => dearestRate(price!));
  if (of.length === 0) return undefined;
  return {
    input: Math.max(...of.map(({ input }) => input)),
    output: Math.max(...of.map(({ output }) => output)),
  };
}

function dearestRate({ longPrompt, ...base }: Price): Pick<Price, 'input' | 'output'> {
  if (longPrompt === undefined) return base;
  return { input: Math.max(base.input, longPrompt.input), output: Math.max(base.output, longPrompt.output) };
}
