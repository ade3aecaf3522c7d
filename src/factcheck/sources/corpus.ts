/** The operator's own documents as a source of evidence. */
import { type Corpus, NO_DOCUMENTS } from '../../store/corpus/corpus.ts';
import { StoreBusy } from '../../store/database.ts';
import {
  type EvidenceQuery,
  type EvidenceSource,
  NOTHING_HELD,
  type RetrievedItem,
  SourceError,
} from './source.ts';

const NAME = 'corpus';
/** Passages of one document: the best one of a long page is not always the one that decides. */
const PER_DOCUMENT = 2;

export function createCorpusSource(corpus: Corpus): EvidenceSource {
  let asking: Promise<boolean> | undefined;
  /** However many ask at once, the database is asked once. */
  const isEmpty = (): Promise<boolean> => {
    asking ??= corpus.isEmpty().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return {
    name: NAME,
    reach: 'local',
    isEmpty,
    async search({ text, limit }: EvidenceQuery, signal: AbortSignal): Promise<readonly RetrievedItem[]> {
      try {
        const hits = await corpus.search(text, limit, signal, PER_DOCUMENT);
        signal.throwIfAborted();
        if (hits === NO_DOCUMENTS) return NOTHING_HELD;
        return hits.map(({ title, url, text, published }) => ({
          source: NAME,
          title,
          url,
          text,
          ...(published === undefined ? {} : { published }),
        }));
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof StoreBusy) throw new SourceError(NAME, 'limited', error.message, error);
        throw new SourceError(NAME, 'unreachable', 'the database could not be asked', error);
      }
    },
  };
}
