import type { ReactElement } from 'react';
import { type ListedDocument, readDocuments, removeDocument } from '../api/admin-corpus.ts';
import { pageAddress } from '../claims/page-address.ts';
import { texts } from '../texts.ts';
import { RemovableList } from './removable-list.tsx';

const { corpus: words } = texts;
const PAGE = '50';
const LIST = { ...words, title: words.documents, none: words.empty };
const FILTER = { label: words.filter, none: words.nothingHolds };

/** What a collection holds, those that were added last first. */
export function DocumentList({
  adminKey,
  collection,
  edition,
  onRemoved,
}: {
  adminKey: string;
  collection: string;
  /** Changes whenever the collection may have. */
  edition: string;
  onRemoved: () => void;
}): ReactElement {
  return (
    <RemovableList
      adminKey={adminKey}
      words={LIST}
      filter={FILTER}
      edition={edition}
      read={(key, query, signal) => readDocuments(key, { collection, limit: PAGE, ...query }, signal)}
      remove={(key, id) => removeDocument(key, collection, id)}
      nameOf={nameOf}
      factsOf={factsOf}
      addressOf={({ url }) => pageAddress(url ?? undefined)}
      onRemoved={onRemoved}
    />
  );
}

const nameOf = ({ title, id }: ListedDocument): string => (title === '' ? id : title);

function factsOf(document: ListedDocument): string {
  const { id, published, passages, is_decision: isDecision } = document;
  return [
    ...(isDecision ? [words.decision] : []),
    words.passages(passages),
    ...(published === null ? [] : [published]),
    ...(nameOf(document) === id ? [] : [id]),
  ].join(' · ');
}
