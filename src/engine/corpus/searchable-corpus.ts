/** What finds passages of the operator's own documents. In the gateway, a database does. */
import type { CorpusHit } from './document.ts';

/** What is kept of a passage. */
export type HeldPassage = Omit<CorpusHit, 'score' | 'similarity'>;

/** This very list is what a search in a corpus without documents returns. */
export const NO_DOCUMENTS: CorpusHit[] = [];

export interface SearchableCorpus {
  /** Asks the database; searches know from then on that documents have come. */
  isEmpty(): Promise<boolean>;
  /** @returns what `find` looks in: the same object until it changes; `undefined` where `search` has to be asked. */
  edition(): object | undefined;
  /**
   * Searches at once, where that is possible.
   * @returns the passages, the same object for the same one each time; `undefined` where `search` has to be asked.
   */
  find(query: string, limit: number, perDocument?: number): readonly HeldPassage[] | undefined;
  /**
   * @param query any text; nothing in it is syntax.
   * @param limit the most passages wanted.
   * @param perDocument the most of them of one document.
   * @returns the best first; none where nothing shares a word with the query, `NO_DOCUMENTS` where there are none.
   * @throws StoreBusy where too many searches wait; the signal's reason where it is aborted.
   */
  search(
    query: string,
    limit: number,
    signal?: AbortSignal,
    perDocument?: number,
  ): Promise<readonly CorpusHit[]>;
}
