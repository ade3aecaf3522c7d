/** What a character that is put in costs: names are cut short more often than they are misspelt. */
const PUT_IN = 0.3;

/**
 * Levenshtein's, with weights: 1 for each character that is left out or replaced, 0.3 for each that is put in.
 *
 * @param from what somebody wrote. @param to a name that may be meant.
 */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at * PUT_IN);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] as number) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + PUT_IN));
    }
    row = next;
  }
  return row[to.length] as number;
}
