/** The operator's own documents as a source of evidence, by collections. */
import { StoreBusy } from '../../../domain/store-busy.ts';
import { type HeldPassage, NO_DOCUMENTS, type SearchableCorpus } from '../../corpus/searchable-corpus.ts';
import { isSameClaim } from '../reviews/same-claim.ts';
import {
  type EvidenceQuery,
  type EvidenceSource,
  NOTHING_HELD,
  type RetrievedItem,
  SourceError,
} from './source.ts';

/** The source that the documents without a collection are. */
export const CORPUS = 'corpus';
/** Passages of one document: the best one of a long page is not always the one that decides. */
const PER_DOCUMENT = 2;
/** So many more are looked at: decisions on claims that are like the one asked about, and not the same. */
const DECISIONS = 16;

/** @param name of the source, as `collectionOfSource` reads it. */
export function createCorpusSource(corpus: SearchableCorpus, name: string = CORPUS): EvidenceSource {
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
      item = toItem(name, passage);
      items.set(passage, item);
    }
    return item;
  };
  return {
    name,
    reach: 'local',
    isEmpty,
    edition: () => corpus.edition(),
    find(query: EvidenceQuery): readonly RetrievedItem[] | undefined {
      const found = corpus.find(query.text, query.limit + DECISIONS, PER_DOCUMENT);
      return found === NO_DOCUMENTS ? NOTHING_HELD : found && chooseFor(query, found).map(itemOf);
    },
    async search(query: EvidenceQuery, signal: AbortSignal): Promise<readonly RetrievedItem[]> {
      try {
        const hits = await corpus.search(query.text, query.limit + DECISIONS, signal, PER_DOCUMENT);
        signal.throwIfAborted();
        if (hits === NO_DOCUMENTS) return NOTHING_HELD;
        return chooseFor(query, hits).map((hit) => toItem(name, hit));
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof StoreBusy) throw new SourceError(name, 'limited', error.message, error);
        throw new SourceError(name, 'unreachable', 'the database could not be asked', error);
      }
    },
  };
}

/** Decisions on other claims say nothing of this one. */
function chooseFor<T extends HeldPassage>(
  { text, language, limit }: EvidenceQuery,
  found: readonly T[],
): readonly T[] {
  return found
    .filter(({ review }) => review === undefined || isSameClaim(text, review.claim, language))
    .slice(0, limit);
}

function toItem(
  source: string,
  { title, url, text, published, similarity, review }: HeldPassage & { similarity?: number },
): RetrievedItem {
  return {
    ...{ source, title, url, text },
    ...(published === undefined ? {} : { published }),
    ...(similarity === undefined ? {} : { similarity }),
    ...(review === undefined ? {} : { kind: 'fact_check' as const, review }),
  };
}
