/** Probabilities of tokens, made up from the token alone: a sandbox has none. */
import type { JsonObject } from '../json.ts';

/** Writes the probabilities of some tokens. @param top how many alternatives are wanted. */
export type WriteLogprobs = (tokens: readonly string[], top: number) => unknown;

export const writeLogprobs: WriteLogprobs = (tokens, top) => ({
  content: tokens.map((token) => {
    const [first, ...others] = alternatives(token, Math.max(1, top));
    return { ...first, top_logprobs: top === 0 ? [] : [first, ...others] };
  }),
  refusal: null,
});

/** Together's form: lists side by side. */
export const writeLogprobLists: WriteLogprobs = (tokens, top) => {
  const all = tokens.map((token) => alternatives(token, Math.max(1, top)));
  return {
    tokens,
    token_logprobs: all.map(([first]) => first!.logprob),
    top_logprobs: all.map((list) => Object.fromEntries(list.map(({ token, logprob }) => [token, logprob]))),
  };
};

/** The token itself, and less probable ones. */
function alternatives(token: string, count: number): (JsonObject & { token: string; logprob: number })[] {
  return Array.from({ length: count }, (_, index) => {
    const other = index === 0 ? token : `${token}${index}`;
    return { token: other, logprob: -(index + 0.0625), bytes: [...Buffer.from(other)] };
  });
}
