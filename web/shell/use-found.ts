/** Search in what a list does not hold itself: at once by names, a moment later by all that is said. */
import { useEffect, useState } from 'react';

export interface Searched<T> {
  /** What is found at once. */
  readonly nameOf: (entry: T) => string;
  /** What is read of an entry, in lower case. */
  readonly wordsOf: (entry: T) => Promise<string>;
}

/** @returns those that hold all the words that are typed, in their order; all of them where none are. */
export function useFound<T extends { readonly id: string }>(
  entries: readonly T[],
  typed: string,
  { nameOf, wordsOf }: Searched<T>,
): readonly T[] {
  const wanted = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const key = wanted.join(' ');
  const [found, setFound] = useState<{ key: string; ids: ReadonlySet<string> }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which words are wanted.
  useEffect(() => {
    if (key === '') return;
    let left = false;
    void (async () => {
      const ids = new Set<string>();
      // One after another: they are large.
      for (const entry of entries) {
        if (left) return;
        const words = `${nameOf(entry).toLowerCase()}\n${await wordsOf(entry)}`;
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
    const name = nameOf(entry).toLowerCase();
    return (found?.key === key && found.ids.has(entry.id)) || wanted.every((word) => name.includes(word));
  });
}
