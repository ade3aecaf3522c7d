/** The operator's own documents as a source of evidence. */
import { StoreBusy } from '../../../domain/store-busy.ts';
import { type HeldPassage, NO_DOCUMENTS, type SearchableCorpus } from '../../corpus/searchable-corpus.ts';
import {
  type EvidenceQuery,
  type EvidenceSource,
  NOTHING_HELD,
  type RetrievedItem,
  SourceError,
} from './source.ts';

export const CORPUS = 'corpus';
/** Passages of one document: the best one of a long page is not always the one that decides. */
const PER_DOCUMENT = 2;

export function createCorpusSource(corpus: SearchableCorpus): EvidenceSource {
  let asking: Promise<boolean> | undefined;
  /** However many ask at once, the database is asked once. */
  const isEmpty = (): Promise<boolean> => {
    asking ??= corpus.isEmpty().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  /** A passage that is held in memory is one item, however often it is found. */
  const items = new WeakMap<object, RetrievedItem>();
  const itemOf = (passage: HeldPassage): RetrievedItem => {
    let item = items.get(passage);
    if (item === undefined) {
      item = toItem(passage);
      items.set(passage, item);
    }
    return item;
  };
  return {
    name: CORPUS,
    reach: 'local',
    isEmpty,
    edition: () => corpus.edition(),
    find({ text, limit }: EvidenceQuery): readonly RetrievedItem[] | undefined {
      const found = corpus.find(text, limit, PER_DOCUMENT);
      return found === NO_DOCUMENTS ? NOTHING_HELD : found?.map(itemOf);
    },
    async search({ text, limit }: EvidenceQuery, signal: AbortSignal): Promise<readonly RetrievedItem[]> {
      try {
        const hits = await corpus.search(text, limit, signal, PER_DOCUMENT);
        signal.throwIfAborted();
        if (hits === NO_DOCUMENTS) return NOTHING_HELD;
        return hits.map(toItem);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof StoreBusy) throw new SourceError(CORPUS, 'limited', error.message, error);
        throw new SourceError(CORPUS, 'unreachable', 'the database could not be asked', error);
      }
    },
  };
}

function toItem({ title, url, text, published }: HeldPassage): RetrievedItem {
  return { source: CORPUS, title, url, text, ...(published === undefined ? {} : { published }) };
}
