/** Search in texts and claims of checks, which the list does not hold. */
import type { Searched } from '../shell/use-found.ts';
import { readCheck } from './check-rows.ts';
import { type Entry, nameCheck, searchable } from './kept-check.ts';

/** What was read of each check, as long as it has not changed since. */
const known = new Map<string, { readonly updated: number; readonly words: string }>();

async function wordsOf({ id, updated }: Entry): Promise<string> {
  const before = known.get(id);
  if (before?.updated === updated) return before.words;
  const check = await readCheck(id);
  const words = check === undefined ? '' : searchable(check);
  known.set(id, { updated, words });
  return words;
}

export const SEARCHED_CHECKS: Searched<Entry> = { nameOf: nameCheck, wordsOf };
