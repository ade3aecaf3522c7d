import { type ReactElement, useDeferredValue, useEffect, useState } from 'react';
import { SearchField } from '../shell/search-field.tsx';
import { useFound } from '../shell/use-found.ts';
import { texts } from '../texts.ts';
import { CheckEntry } from './check-entry.tsx';
import { readShelf, useEntries } from './check-shelf.ts';
import { useCheck } from './check-store.ts';
import { SEARCHED_CHECKS } from './search-checks.ts';
import './check-menu.css';

/** The checks of this browser: search, open, rename, delete. */
export function CheckMenu({ onLeave }: { onLeave: () => void }): ReactElement {
  const entries = useEntries();
  const openId = useCheck(({ id }) => id);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const found = useFound(entries, wanted, SEARCHED_CHECKS);
  const { check: words } = texts;
  useEffect(() => void readShelf(), []);
  return (
    <section className="shelf" aria-label={words.checks} tabIndex={-1}>
      {entries.length === 0 ? null : <SearchField label={words.search} value={typed} onChange={setTyped} />}
      {found.length === 0 ? (
        <p className="faint small">{entries.length === 0 ? words.noChecks : words.nothingFound}</p>
      ) : (
        <ul>
          {found.map((entry) => (
            <CheckEntry key={entry.id} entry={entry} current={entry.id === openId} onLeave={onLeave} />
          ))}
        </ul>
      )}
    </section>
  );
}
