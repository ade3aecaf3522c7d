/** What ranking has to know beside the candidates, as it travels to another thread. */
import type { Collection } from '../../corpus/rank-passages.ts';

export interface RankingTask {
  /** The query's, in order. */
  readonly terms: readonly string[];
  readonly collection: Collection;
  /** So many documents are wanted. */
  readonly limit: number;
}

export function writeTask({ terms, collection, limit }: RankingTask): string {
  return JSON.stringify({
    terms,
    collection: { ...collection, frequencies: [...collection.frequencies] },
    limit,
  });
}

export function readTask(text: string): RankingTask {
  const { terms, collection, limit } = JSON.parse(text);
  return { terms, collection: { ...collection, frequencies: new Map(collection.frequencies) }, limit };
}
