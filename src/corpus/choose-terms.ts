/** Which of a query's terms an index is asked for. */

/** So many different terms of a query are used, the rarest. */
export const MOST_TERMS = 32;

/**
 * A passage that is worth showing has one of the query's rarer terms; the common ones only cost time, and
 * are weighed when the found passages are ranked.
 *
 * @param terms each once.
 * @param budget how many passages may be looked at.
 * @returns the rarest terms that together stay within the budget; at least one where any is in a passage.
 */
export function chooseTerms(
  terms: readonly string[],
  frequencies: ReadonlyMap<string, number>,
  budget: number,
): string[] {
  const known = terms
    .map((term) => ({ term, frequency: frequencies.get(term) ?? 0 }))
    .filter(({ frequency }) => frequency > 0)
    .sort((a, b) => a.frequency - b.frequency)
    .slice(0, MOST_TERMS);
  let left = budget;
  return known
    .filter(({ frequency }, position) => {
      left -= frequency;
      return position === 0 || left >= 0;
    })
    .map(({ term }) => term);
}
