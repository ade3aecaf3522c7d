/** Whether a claim stands in a passage word for word, however its values are written. */
import type { Context } from './read-context.ts';
import type { ReadText } from './read-values.ts';
import { MARK } from './scan-tokens.ts';
import type { ReadValue } from './value.ts';

/** Stands for any value. */
const VALUE = '\u0000';
const SLOTS_BETWEEN = '\u0001';

function outline({ tokens, values }: ReadText, from: number, to: number): string {
  let line = SLOTS_BETWEEN;
  let next = values.findIndex((value) => value.to > from);
  if (next < 0) next = values.length;
  for (let at = from; at < to; at++) {
    const value = values[next];
    if (value !== undefined && value.from <= at) {
      line += VALUE + SLOTS_BETWEEN;
      at = value.to - 1;
      next += 1;
    } else if (tokens[at]!.kind !== MARK) line += tokens[at]!.key + SLOTS_BETWEEN;
  }
  return line;
}

/** Shorter claims stand in too many sentences. Tokens. */
const SHORTEST = 3;

/**
 * @returns the values of each sentence of the passage, or of all of it, that is the claim but for its values; they
 *   stand in the order of the claim's.
 */
export function verbatimValues(claim: ReadText, passage: Context): (readonly ReadValue[])[] {
  if (claim.tokens.length < SHORTEST) return [];
  const count = claim.values.length;
  let own: string | undefined;
  const isSame = (from: number, to: number): boolean => {
    own ??= outline(claim, 0, claim.tokens.length);
    return outline(passage, from, to) === own;
  };
  const found = passage.sentences.filter(
    ({ values, from, to, isQuestion }) => !isQuestion && values.length === count && isSame(from, to),
  );
  const { length } = passage.tokens;
  const whole =
    passage.sentences.length > 1 &&
    passage.values.length === count &&
    length <= 2 * claim.tokens.length &&
    isSame(0, length);
  return [...found.map(({ values }) => values), ...(whole ? [passage.values] : [])];
}
