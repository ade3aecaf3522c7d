/** Search in texts and claims of checks, which the list does not hold. */
import { useEffect, useState } from 'react';
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

/** @returns those that hold all the words, in their order: at once by their names, a moment later by all they say. */
export function useFound(entries: readonly Entry[], typed: string): readonly Entry[] {
  const wanted = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const key = wanted.join(' ');
  const [found, setFound] = useState<{ key: string; ids: ReadonlySet<string> }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which words are wanted.
  useEffect(() => {
    if (key === '') return;
    let left = false;
    void (async () => {
      const ids = new Set<string>();
      // One after another: checks are large.
      for (const entry of entries) {
        if (left) return;
        const words = `${nameCheck(entry).toLowerCase()}\n${await wordsOf(entry)}`;
        if (wanted.every((word) => words.includes(word))) ids.add(entry.id);
      }
      if (!left) setFound({ key, ids });
    })();
    return () => {
      left = true;
    };
  }, [key, entries]);
  if (key === '') return entries;
  return entries.filter((entry) => {
    const name = nameCheck(entry).toLowerCase();
    return (found?.key === key && found.ids.has(entry.id)) || wanted.every((word) => name.includes(word));
  });
}
