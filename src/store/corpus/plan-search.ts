/** What a search in the database and one in memory begin with. */
import { type ChosenTerms, chooseTerms } from '../../corpus/choose-terms.ts';
import type { Collection } from '../../corpus/rank-passages.ts';
import { readTerms } from '../../corpus/read-terms.ts';

/** A longer query is cut: a claim is a sentence. */
const LONGEST_QUERY = 2_000;
/** Passages that one search may look at. */
const BUDGET = 3_000;

/** @returns the query's terms, in order. */
export function readQuery(query: string): string[] {
  return readTerms(query.slice(0, LONGEST_QUERY));
}

/** @returns what the index is asked; `undefined` where no passage has a term of the query. */
export function planSearch(
  terms: readonly string[],
  { frequencies, passages }: Collection,
): ChosenTerms | undefined {
  const chosen = chooseTerms([...new Set(terms)], frequencies, passages, BUDGET);
  return chosen.required.length === 0 ? undefined : chosen;
}
