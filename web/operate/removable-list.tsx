/** What the gateway keeps, page by page, to be looked at and removed. */
import { Button } from 'antd';
import { type ReactElement, useDeferredValue, useState } from 'react';
import type { Page } from '../api/admin.ts';
import { SearchField } from '../shell/search-field.tsx';
import { useMayChange } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { AdminFailure } from './admin-failure.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Pager } from './pager.tsx';
import { useAdmin, useAdminDeed } from './use-admin.ts';
import './corpus.css';

/** What a page of a list is asked for by. */
export interface PageQuery {
  /** `next` of the page before; `''` for the first one. */
  readonly after: string;
  /** What was typed into the list's filter; `''` where it has none. */
  readonly contains: string;
}

interface Props<T> {
  readonly adminKey: string;
  readonly words: {
    readonly title: string;
    readonly none: string;
    readonly remove: string;
    readonly removeOf: (name: string) => string;
    readonly removeSure: (name: string) => string;
    readonly removeMore: string;
  };
  readonly read: (adminKey: string, query: PageQuery, signal: AbortSignal) => Promise<Page<T>>;
  readonly remove: (adminKey: string, id: string) => Promise<void>;
  readonly nameOf: (item: T) => string;
  readonly factsOf: (item: T) => string;
  /** Where it can be read, if it can. */
  readonly addressOf?: (item: T) => string | undefined;
  /** Words of the list's filter, where it has one. */
  readonly filter?: { readonly label: string; readonly none: (contains: string) => string };
  /** Changes whenever the list may have. */
  readonly edition?: string;
  /** Sees to it that `edition` changes; the list is read anew where it is absent. */
  readonly onRemoved?: () => void;
}

export function RemovableList<T extends { readonly id: string }>(props: Props<T>): ReactElement {
  const { adminKey, words, filter, onRemoved } = props;
  const [typed, setTyped] = useState('');
  const [pages, setPages] = useState<readonly string[]>(['']);
  const [removing, setRemoving] = useState<T>();
  const deed = useAdminDeed(adminKey);
  const mayChange = useMayChange();
  const contains = useDeferredValue(typed.trim());
  const after = pages.at(-1) ?? '';
  const { seen, failure, refresh } = useAdmin(
    adminKey,
    JSON.stringify([contains, after]),
    (key, signal) => props.read(key, { after, contains }, signal),
    undefined,
    props.edition,
  );
  const remove = async ({ id }: T): Promise<void> => {
    if (!(await deed.run(() => props.remove(adminKey, id)))) return;
    setRemoving(undefined);
    if (seen?.data.length === 1 && pages.length > 1) setPages(pages.slice(0, -1));
    else if (onRemoved === undefined) refresh();
    onRemoved?.();
  };
  return (
    <section className="panel" aria-label={words.title}>
      {filter === undefined ? (
        <h2>{words.title}</h2>
      ) : (
        <div className="page-head">
          <h2>{words.title}</h2>
          <div className="corpus-filter">
            <SearchField
              label={filter.label}
              value={typed}
              onChange={(text) => {
                setTyped(text);
                setPages(['']);
              }}
            />
          </div>
        </div>
      )}
      <AdminFailure failure={failure} />
      {seen === undefined ? (
        failure === undefined && <p className="faint">{texts.loading}</p>
      ) : seen.data.length === 0 ? (
        <p className="faint">
          {filter === undefined || contains === '' ? words.none : filter.none(contains)}
        </p>
      ) : (
        <ul className="corpus-list" aria-label={words.title}>
          {seen.data.map((item) => {
            const name = props.nameOf(item);
            return (
              <li key={item.id}>
                <div>
                  <Name name={name} address={props.addressOf?.(item)} />
                  <p className="faint small">{props.factsOf(item)}</p>
                </div>
                {mayChange ? (
                  <Button size="small" aria-label={words.removeOf(name)} onClick={() => setRemoving(item)}>
                    {words.remove}
                  </Button>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
      <Pager pages={pages} next={seen?.next ?? null} onPages={setPages} />
      {removing === undefined ? null : (
        <ConfirmDialog
          title={words.removeSure(props.nameOf(removing))}
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

function Name({ name, address }: { name: string; address: string | undefined }): ReactElement {
  return address === undefined ? (
    <span className="corpus-name">{name}</span>
  ) : (
    <a className="corpus-name" href={address} target="_blank" rel="noreferrer noopener">
      {name}
    </a>
  );
}
