import { Button } from 'antd';
import { type ReactElement, useDeferredValue, useState } from 'react';
import { type ListedDocument, readDocuments, removeDocument } from '../api/admin-corpus.ts';
import { pageAddress } from '../claims/page-address.ts';
import { SearchField } from '../shell/search-field.tsx';
import { useMayChange } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { AdminFailure } from './admin-failure.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Pager } from './pager.tsx';
import { useAdmin, useAdminDeed } from './use-admin.ts';

const { corpus: words } = texts;
const PAGE = '50';

/** What a collection holds, page by page, those that were added last first. */
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
  const [typed, setTyped] = useState('');
  const [pages, setPages] = useState<readonly string[]>(['']);
  const [removing, setRemoving] = useState<ListedDocument>();
  const deed = useAdminDeed(adminKey);
  const mayChange = useMayChange();
  const contains = useDeferredValue(typed.trim());
  const after = pages.at(-1) ?? '';
  const about = JSON.stringify([contains, after]);
  const { seen, failure } = useAdmin(
    adminKey,
    about,
    async (key, signal) => readDocuments(key, { collection, contains, after, limit: PAGE }, signal),
    undefined,
    edition,
  );
  const remove = async ({ id }: ListedDocument): Promise<void> => {
    if (!(await deed.run(() => removeDocument(adminKey, collection, id)))) return;
    setRemoving(undefined);
    if (seen?.data.length === 1 && pages.length > 1) setPages(pages.slice(0, -1));
    onRemoved();
  };
  return (
    <section className="panel" aria-label={words.documents}>
      <div className="page-head">
        <h2>{words.documents}</h2>
        <div className="corpus-filter">
          <SearchField
            label={words.filter}
            value={typed}
            onChange={(text) => {
              setTyped(text);
              setPages(['']);
            }}
          />
        </div>
      </div>
      <AdminFailure failure={failure} />
      {seen === undefined ? (
        failure === undefined && <p className="faint">{texts.loading}</p>
      ) : seen.data.length === 0 ? (
        <p className="faint">{contains === '' ? words.empty : words.nothingHolds(contains)}</p>
      ) : (
        <ul className="corpus-list" aria-label={words.documents}>
          {seen.data.map((document) => (
            <li key={document.id}>
              <About document={document} />
              {mayChange ? (
                <Button
                  size="small"
                  aria-label={words.removeOf(nameOf(document))}
                  onClick={() => setRemoving(document)}
                >
                  {words.remove}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <Pager pages={pages} next={seen?.next ?? null} onPages={setPages} />
      {removing === undefined ? null : (
        <ConfirmDialog
          title={words.removeSure(nameOf(removing))}
          more={words.removeMore}
          ok={words.remove}
          busy={deed.busy}
          failure={deed.failure}
          onOk={() => void remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
}

const nameOf = ({ title, id }: ListedDocument): string => (title === '' ? id : title);

function About({ document }: { document: ListedDocument }): ReactElement {
  const { id, url, published, passages, is_decision: isDecision } = document;
  const name = nameOf(document);
  const address = pageAddress(url ?? undefined);
  const facts = [
    ...(isDecision ? [words.decision] : []),
    words.passages(passages),
    ...(published === null ? [] : [published]),
    ...(name === id ? [] : [id]),
  ];
  return (
    <div>
      {address === undefined ? (
        <span className="corpus-name">{name}</span>
      ) : (
        <a className="corpus-name" href={address} target="_blank" rel="noreferrer noopener">
          {name}
        </a>
      )}
      <p className="faint small">{facts.join(' · ')}</p>
    </div>
  );
}
