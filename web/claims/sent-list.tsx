import { type ReactElement, useState } from 'react';
import type { Search } from '../api/types.ts';
import { texts } from '../texts.ts';
import { nameSource } from './source-names.ts';

/** Shown at once. */
const FEW = 3;

/** What was really sent to sources outside, and to which. Plain text: a query leads nowhere. */
export function SentList({
  searches = [],
}: {
  searches?: readonly Search[] | undefined;
}): ReactElement | null {
  const [all, setAll] = useState(false);
  if (searches.length === 0) return null;
  const shown = all ? searches : searches.slice(0, FEW);
  const more = searches.length - shown.length;
  const { claims: words } = texts;
  return (
    <div className="sent">
      <ul aria-label={words.sentTitle}>
        {shown.map(({ query, sources }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: searches are only ever added at the end.
          <li key={index} dir="auto">
            {words.sent(sources.map(nameSource).join(', '), query)}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <button type="button" className="text-button" onClick={() => setAll(true)}>
          {words.sentMore(more)}
        </button>
      ) : null}
    </div>
  );
}
