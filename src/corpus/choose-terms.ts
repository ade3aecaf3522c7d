/** Which of a query's terms an index is asked for. */

export interface ChosenTerms {
  /** A passage must have one of them. */
  readonly required: readonly string[];
  /** Common terms, which order the found passages where there are few required ones. */
  readonly helping: readonly string[];
}

/** So many terms are enough to order passages. */
const ENOUGH = 6;
/** A term that more of the passages have than this share says too little for what it costs. */
const TOO_COMMON = 0.25;

/**
 * A passage that is worth showing has one of the query's rarer terms; to look at all that have a common one
 * costs time and finds nothing better.
 *
 * @param terms each once.
 * @param passages how many there are.
 * @param budget how many passages may be looked at, where that leaves a term.
 * @returns the rarest terms that together stay within the budget; at least one where any is in a passage.
 */
export function chooseTerms(
  terms: readonly string[],
  frequencies: ReadonlyMap<string, number>,
  passages: number,
  budget: number,
): ChosenTerms {
  const known = terms
    .map((term) => ({ term, frequency: frequencies.get(term) ?? 0 }))
    .filter(({ frequency }) => frequency > 0)
    .sort((a, b) => a.frequency - b.frequency);
  let left = budget;
  const required = known.filter(({ frequency }, position) => {
    left -= frequency;
    return position === 0 || left >= 0;
  });
  const helping = known
    .slice(required.length, ENOUGH)
    .filter(({ frequency }) => frequency <= TOO_COMMON * passages);
  return { required: required.map(({ term }) => term), helping: helping.map(({ term }) => term) };
}
