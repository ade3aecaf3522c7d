/** A few hundred passages, searched in memory: no database, some tenths of a millisecond. */
import { type Joined, joinRankings } from './join-rankings.ts';
import { bestPlaces } from './keep-best.ts';
import { PassageTable } from './passage-table.ts';
import { type Collection, type Ranked, rankPool, weighTerms } from './rank-passages.ts';
import { readTerms } from './read-terms.ts';
import { type Passage, splitPassages } from './split-passages.ts';
import { inverseFrequency } from './term-weight.ts';

interface IndexedText {
  readonly title: string;
  readonly text: string;
}

/** A longer query is cut: a claim is a sentence. */
const LONGEST_QUERY = 2_000;
/** So many are ranked. */
const CANDIDATES = 50;

/** An index that is whole. */
export function createMemoryIndex<T extends IndexedText>(entries: readonly T[]) {
  const index = openMemoryIndex<T>(true);
  for (const entry of entries) index.add(entry);
  return index;
}

export type MemoryIndex<T extends IndexedText> = ReturnType<typeof openMemoryIndex<T>>;

/**
 * An index that grows.
 *
 * @param isKept see `PassageTable`.
 */
export function openMemoryIndex<T extends IndexedText>(isKept = false) {
  const entries: T[] = [];
  const table = new PassageTable(isKept);
  const join = (
    ranked: readonly Ranked[],
    similarities: ReadonlyMap<number, number>,
    weights: ReadonlyMap<string, number>,
  ): Joined[] => {
    const places = new Set([...ranked.map(({ key }) => key), ...similarities.keys()]);
    const near = [...places].map((key) => ({
      ...{ key, document: table.documentOf(key), similarity: similarities.get(key) },
    }));
    return joinRankings(ranked, near, weights);
  };

  return {
    /** @param passages of the entry's text, where they are known. */
    add(entry: T, passages: readonly Passage[] = splitPassages(entry.text)): void {
      const document = entries.push(entry) - 1;
      const title = readTerms(entry.title).join(' ');
      for (const { terms } of passages) table.add(table.size, document, title, terms);
    },

    /**
     * @param similarities of passages to the query, as cosines, by their place in the order of addition; by words alone
     *   where it is absent.
     * @returns the best first, at most `limit`; none where nothing shares a word with the query. Scores are above
     *   0, and comparable within one search alone.
     */
    search(
      query: string,
      limit: number,
      similarities?: ReadonlyMap<number, number>,
    ): { readonly entry: T; readonly score: number; readonly similarity?: number }[] {
      const terms = readTerms(query.slice(0, LONGEST_QUERY));
      const frequencies = new Map<string, number>();
      const promise = new Float64Array(table.size);
      const found: number[] = [];
      for (const term of new Set(terms)) {
        const { places } = table.postingsOf(term);
        if (places.length === 0) continue;
        frequencies.set(term, places.length);
        const weight = inverseFrequency(table.size, places.length);
        for (const place of places) {
          if (promise[place] === 0) found.push(place);
          promise[place]! += weight;
        }
      }
      const collection: Collection = { passages: table.size, meanTerms: table.meanTerms, frequencies };
      const proposed = bestPlaces(found, promise, CANDIDATES);
      const weights = weighTerms(terms, collection);
      const perDocument = similarities === undefined ? 1 : CANDIDATES;
      const ranked = table.withPool(weights, proposed, (pool) =>
        rankPool(pool, weights, collection, perDocument),
      );
      const joined = similarities === undefined ? ranked : join(ranked, similarities, weights);
      return joined
        .slice(0, limit)
        .map(({ key: _key, document, ...found }) => ({ entry: entries[document]!, ...found }));
    },
  };
}
