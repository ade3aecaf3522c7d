/** The most tokens that a request may cost that is passed on. */
import { mostTokens } from '../../../models/providers/count-tokens.ts';
import type { MostCost } from '../../../models/upstream/most-cost.ts';

/** Of completions (platform.openai.com/docs/api-reference/completions): `max_tokens` where it is absent. */
const USUAL_OUTPUT = 16;

const NO_TOKENS: MostCost = {
  ...{ input: 0, output: 0, choices: 1, priceFactor: 1, cacheWriteFactor: 1 },
  isChosen: true,
};

/** @param fields of the body; without any, nothing is known beforehand. */
export function mostOfPassed(fields: Readonly<Record<string, unknown>>): MostCost {
  const { input, prompt, suffix } = fields;
  const texts = [input, prompt, suffix].filter((text) => text !== undefined);
  const tokens = texts.reduce<number>((sum, text) => sum + tokensIn(text), 0);
  if (prompt === undefined) return { ...NO_TOKENS, input: tokens };
  const answers = Math.max(countOf(fields.n, 1), countOf(fields.best_of, 1));
  return {
    ...NO_TOKENS,
    input: tokens,
    output: countOf(fields.max_tokens, USUAL_OUTPUT),
    choices: answers * promptsIn(prompt),
  };
}

/** A text, a list of tokens, or a list of either. */
function tokensIn(value: unknown): number {
  if (typeof value === 'number') return 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + tokensIn(one), 0);
  return mostTokens(typeof value === 'string' ? value : JSON.stringify(value));
}

function promptsIn(prompt: unknown): number {
  return Array.isArray(prompt) && typeof prompt[0] !== 'number' ? Math.max(1, prompt.length) : 1;
}

function countOf(value: unknown, usual: number): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : usual;
}
