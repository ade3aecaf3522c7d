/** A few hundred passages, searched in memory: no database, some tenths of a millisecond. */
import { type Collection, rankPassages } from './rank-passages.ts';
import { readTerms } from './read-terms.ts';
import { countTerms, type Passage, splitPassages } from './split-passages.ts';
import type { Candidate } from './term-pool.ts';
import { inverseFrequency } from './term-weight.ts';

export interface IndexedText {
  readonly title: string;
  readonly text: string;
}

/** A longer query is cut: a claim is a sentence. */
const LONGEST_QUERY = 2_000;
/** So many are ranked. */
const CANDIDATES = 50;

/** An index that is whole. */
export function createMemoryIndex<T extends IndexedText>(entries: readonly T[]) {
  const index = openMemoryIndex<T>();
  for (const entry of entries) index.add(entry);
  return index;
}

export type MemoryIndex<T extends IndexedText> = ReturnType<typeof openMemoryIndex<T>>;

/** An index that grows. */
export function openMemoryIndex<T extends IndexedText>() {
  const entries: T[] = [];
  const candidates: Candidate[] = [];
  const postings = new Map<string, number[]>();
  let count = 0;

  return {
    /** @param passages of the entry's text, where they are known. */
    add(entry: T, passages: readonly Passage[] = splitPassages(entry.text)): void {
      const document = entries.push(entry) - 1;
      const titleTerms = readTerms(entry.title);
      for (const { terms } of passages) {
        const key = candidates.length;
        candidates.push({ key, document, title: titleTerms.join(' '), body: terms });
        count += titleTerms.length + countTerms(terms);
        for (const term of new Set([...titleTerms, ...terms.split(' ')])) {
          const keys = postings.get(term);
          if (keys === undefined) postings.set(term, [key]);
          else keys.push(key);
        }
      }
    },

    /**
     * @returns the best first, at most `limit`; none where nothing shares a word with the query. Scores are above
     *   0, and comparable within one search alone.
     */
    search(query: string, limit: number): { readonly entry: T; readonly score: number }[] {
      const terms = readTerms(query.slice(0, LONGEST_QUERY));
      const frequencies = new Map<string, number>();
      const promise = new Map<number, number>();
      for (const term of new Set(terms)) {
        const keys = postings.get(term);
        if (keys === undefined) continue;
        frequencies.set(term, keys.length);
        const weight = inverseFrequency(candidates.length, keys.length);
        for (const key of keys) promise.set(key, (promise.get(key) ?? 0) + weight);
      }
      const collection: Collection = {
        passages: candidates.length,
        meanTerms: count / Math.max(1, candidates.length),
        frequencies,
      };
      const proposed = [...promise]
        .sort((a, b) => b[1] - a[1] || a[0] - b[0])
        .slice(0, CANDIDATES)
        .map(([key]) => candidates[key]!);
      return rankPassages(terms, proposed, collection)
        .slice(0, limit)
        .map(({ document, score }) => ({ entry: entries[document]!, score }));
    },
  };
}
