/** Whether a claim stands in a passage word for word, however its values are written. */
import type { Context } from './read-context.ts';
import type { ReadText } from './read-values.ts';
import { MARK } from './scan-tokens.ts';

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

/** Values are not compared. @returns whether the claim is one sentence of the passage, or a run of them. */
export function isVerbatim(claim: ReadText, passage: Context): boolean {
  if (claim.tokens.length < SHORTEST) return false;
  const own = outline(claim, 0, claim.tokens.length);
  const first = passage.sentences.some(({ from, to }) => outline(passage, from, to) === own);
  return (
    first ||
    (claim.tokens.length <= passage.tokens.length && outline(passage, 0, passage.tokens.length) === own)
  );
}
