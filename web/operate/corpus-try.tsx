import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { type FoundPassage, searchDocuments } from '../api/admin-corpus.ts';
import { texts } from '../texts.ts';
import { AdminFailure } from './admin-failure.tsx';
import { useAdminDeed } from './use-admin.ts';

const { corpus: words } = texts;
/** Milliseconds that an answer is waited for. */
const LONGEST = 30_000;

/** The passages that a claim would find in a collection. */
export function TryCorpus({ adminKey, collection }: { adminKey: string; collection: string }): ReactElement {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<readonly FoundPassage[]>();
  const { busy, failure, run } = useAdminDeed(adminKey);
  const search = (): Promise<boolean> =>
    run(async () => {
      const signal = AbortSignal.timeout(LONGEST);
      setFound((await searchDocuments(adminKey, collection, query.trim(), signal)).data);
    });
  return (
    <section className="panel corpus-try" aria-label={words.find}>
      <h2>{words.find}</h2>
      <p className="faint small">{words.findMore}</p>
      <form
        className="operate-ways"
        onSubmit={(event) => {
          event.preventDefault();
          if (query.trim() !== '') void search();
        }}
      >
        <Input
          aria-label={words.query}
          placeholder={words.query}
          maxLength={1_000}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <Button htmlType="submit" loading={busy} disabled={query.trim() === ''}>
          {words.search}
        </Button>
      </form>
      <AdminFailure failure={failure} />
      {found === undefined ? null : (
        <>
          <p role="status" className="small faint">
            {words.found(found.length)}
          </p>
          <ol className="corpus-list" aria-label={words.passagesFound}>
            {found.map(({ id, title, text }) => (
              <li key={id}>
                <div>
                  <span className="corpus-name">{title === '' ? id : title}</span>
                  <p className="small corpus-passage">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
