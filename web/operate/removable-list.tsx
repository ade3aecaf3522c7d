/** What callers keep at the gateway for others, to be looked at and removed. */
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Page } from '../api/admin.ts';
import { useMayChange } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { AdminFailure } from './admin-failure.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Pager } from './pager.tsx';
import { useAdmin, useAdminDeed } from './use-admin.ts';
import './corpus.css';

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
  /** A page of them. @param after `next` of the page before; `''` for the first one. */
  readonly read: (adminKey: string, after: string, signal: AbortSignal) => Promise<Page<T>>;
  readonly remove: (adminKey: string, id: string) => Promise<void>;
  readonly nameOf: (item: T) => string;
  readonly factsOf: (item: T) => string;
  /** Where it can be read, if it can. */
  readonly pathOf?: (item: T) => string;
}

export function RemovableList<T extends { readonly id: string }>(props: Props<T>): ReactElement {
  const { adminKey, words, nameOf, pathOf } = props;
  const [pages, setPages] = useState<readonly string[]>(['']);
  const [removing, setRemoving] = useState<T>();
  const deed = useAdminDeed(adminKey);
  const mayChange = useMayChange();
  const after = pages.at(-1) ?? '';
  const { seen, failure, refresh } = useAdmin(adminKey, after, (key, signal) =>
    props.read(key, after, signal),
  );
  const remove = async ({ id }: T): Promise<void> => {
    if (!(await deed.run(() => props.remove(adminKey, id)))) return;
    setRemoving(undefined);
    if (seen?.data.length === 1 && pages.length > 1) setPages(pages.slice(0, -1));
    else refresh();
  };
  return (
    <section className="panel" aria-label={words.title}>
      <h2>{words.title}</h2>
      <AdminFailure failure={failure} />
      {seen === undefined ? (
        failure === undefined && <p className="faint">{texts.loading}</p>
      ) : seen.data.length === 0 ? (
        <p className="faint">{words.none}</p>
      ) : (
        <ul className="corpus-list" aria-label={words.title}>
          {seen.data.map((item) => (
            <li key={item.id}>
              <div>
                {pathOf === undefined ? (
                  <span className="corpus-name">{nameOf(item)}</span>
                ) : (
                  <a className="corpus-name" href={pathOf(item)} target="_blank" rel="noreferrer noopener">
                    {nameOf(item)}
                  </a>
                )}
                <p className="faint small">{props.factsOf(item)}</p>
              </div>
              {mayChange ? (
                <Button
                  size="small"
                  aria-label={words.removeOf(nameOf(item))}
                  onClick={() => setRemoving(item)}
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
