/** The operator's own documents: what is there, what is added, and what a claim would find. */
import { type ReactElement, useState } from 'react';
import { readCollections } from '../api/admin-corpus.ts';
import { useMayChange } from '../state/admin-key.ts';
import { AdminFailure } from './admin-failure.tsx';
import { AddDocuments } from './corpus-add.tsx';
import { useAdditions } from './corpus-additions.ts';
import { CollectionChoice } from './corpus-collection.tsx';
import { DocumentList } from './corpus-documents.tsx';
import { TryCorpus } from './corpus-try.tsx';
import { useAdmin } from './use-admin.ts';
import './corpus.css';

export function CorpusSection({ adminKey }: { adminKey: string }): ReactElement {
  const [collection, setCollection] = useState('');
  const [changes, setChanges] = useState(0);
  const mayChange = useMayChange();
  const added = useAdditions().filter(({ state }) => state.kind === 'added').length;
  const edition = `${added} ${changes}`;
  const { seen, failure } = useAdmin(adminKey, 'collections', readCollections, undefined, edition);
  return (
    <>
      <AdminFailure failure={failure} />
      <CollectionChoice collections={seen?.data ?? []} chosen={collection} onChoose={setCollection} />
      <div className="corpus-above">
        {mayChange ? <AddDocuments adminKey={adminKey} collection={collection} /> : null}
        <TryCorpus key={collection} adminKey={adminKey} collection={collection} />
      </div>
      <DocumentList
        key={collection}
        adminKey={adminKey}
        collection={collection}
        edition={edition}
        onRemoved={() => setChanges((count) => count + 1)}
      />
    </>
  );
}
