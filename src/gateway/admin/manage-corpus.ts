/** Adds and removes the operator's documents, and shows what is there. Each change is in the audit log. */
import type { ListedDocument } from '../store/corpus/list-documents.ts';
import type { Store } from '../store/store.ts';
import { type Actor, type Auditor, changesBetween } from './auditor.ts';

type Corpus = Store['corpus'];
type CorpusDocument = Parameters<Corpus['add']>[0][number];
type Added = Awaited<ReturnType<Corpus['add']>>;

export interface ManageCorpusOptions {
  readonly store: Pick<Store, 'corpus' | 'collections'>;
  readonly auditor: Auditor;
}

/** Ids that an entry of the audit log names. */
const MOST_NAMED = 20;

export type CorpusManagement = ReturnType<typeof createCorpusManagement>;

/** @param collection its name; '' is the one without. */
export function openCorpus(
  { corpus, collections }: ManageCorpusOptions['store'],
  collection: string,
): Corpus {
  return collection === '' ? corpus : collections.open(collection);
}

/** In all of it, '' is the collection without a name. */
export function createCorpusManagement({ store, auditor }: ManageCorpusOptions) {
  const open = (collection: string): Corpus => openCorpus(store, collection);
  const describe = (collection: string, ids: readonly string[]) => ({
    collection: collection === '' ? null : collection,
    documents: ids.length,
    ids: ids.slice(0, MOST_NAMED),
  });
  return {
    /** All collections that were ever filled, that without a name first. */
    async collections() {
      const [unnamed, named] = await Promise.all([store.corpus.size(), store.collections.list()]);
      return [{ name: null, ...unnamed }, ...named];
    },

    page: (collection: string, query: Parameters<Corpus['page']>[0]) => open(collection).page(query),

    /** Passages as a claim would find them, the best first: one of a document. */
    search: (collection: string, query: string, limit: number, signal: AbortSignal) =>
      open(collection).search(query, limit, signal),

    /** @param batch no more than is well added in one go: see `batchOf`. @returns counts. */
    add(collection: string, batch: readonly CorpusDocument[], actor: Actor): Promise<Added> {
      const ids = batch.map(({ id }) => id);
      const changes = changesBetween({}, describe(collection, ids));
      return open(collection).add(batch, [auditor.entry(actor, 'corpus.add', { changes })]);
    },

    /** @returns whether it was there. */
    async remove(collection: string, id: string, actor: Actor): Promise<boolean> {
      const changes = changesBetween(describe(collection, [id]), {});
      const entry = auditor.entry(actor, 'corpus.remove', { changes });
      return (await open(collection).remove([id], [entry])) > 0;
    },
  };
}

export function describeDocument({ id, title, url, published, passages, isDecision }: ListedDocument) {
  return {
    id,
    title,
    url: url === '' ? null : url,
    published: published ?? null,
    passages,
    is_decision: isDecision,
  };
}
