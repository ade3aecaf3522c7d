/** The operator's documents, from the admin API. */
import { look, type Page } from './admin.ts';
import { ask, queryOf, withBody } from './gateway.ts';

export interface Collection {
  /** `null`: the one without a name. */
  readonly name: string | null;
  readonly documents: number;
  readonly passages: number;
}

export interface ListedDocument {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  /** ISO 8601. */
  readonly published: string | null;
  readonly passages: number;
  readonly is_decision: boolean;
}

export interface FoundPassage {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly text: string;
}

export interface Addition {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly passages: number;
  /** Lines of JSON Lines that were left out, the first of them by name. */
  readonly failed: number;
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
}

/** @throws ApiFailure */
export const readCollections = (key: string, signal: AbortSignal): Promise<Page<Collection>> =>
  look('corpus', key, signal);

/** @param query '' is what is not asked for. @throws ApiFailure */
export const readDocuments = (
  key: string,
  query: {
    readonly collection: string;
    readonly contains: string;
    readonly after: string;
    readonly limit: string;
  },
  signal: AbortSignal,
): Promise<Page<ListedDocument>> => look(`corpus/documents?${queryOf(query)}`, key, signal);

/** @throws ApiFailure */
export const searchDocuments = (
  key: string,
  collection: string,
  query: string,
  signal: AbortSignal,
): Promise<Page<FoundPassage>> => look(`corpus/search?${queryOf({ collection, query })}`, key, signal);

/** @param what a file, or the address of a page. @throws ApiFailure */
export async function addDocument(
  key: string,
  collection: string,
  what: File | string,
  signal: AbortSignal,
): Promise<Addition> {
  const isLink = typeof what === 'string';
  const query = queryOf({ collection, name: isLink ? '' : what.name });
  const body = withBody(isLink ? { url: what } : what);
  return (await ask(`/admin/v1/corpus/documents?${query}`, key, signal, body)).json();
}

/** @throws ApiFailure */
export async function removeDocument(key: string, collection: string, id: string): Promise<void> {
  const query = queryOf({ collection, id });
  await ask(`/admin/v1/corpus/documents?${query}`, key, undefined, { method: 'DELETE' });
}
