import { memo, type ReactElement } from 'react';
import { COUNTS } from '../claims/name-counts.ts';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { ShelfEntry } from '../shell/shelf-entry.tsx';
import { addressOfCheck } from '../shell/views.ts';
import { texts } from '../texts.ts';
import { deleteCheck } from './delete-check.ts';
import { type Entry, nameCheck } from './kept-check.ts';
import { renameCheck } from './rename-check.ts';

const { check: words } = texts;

/** A check of the list, with its day and what it came to, and what can be done with it. */
export const CheckEntry = memo(function CheckEntry({
  entry,
  current,
  onLeave,
}: {
  entry: Entry;
  current: boolean;
  onLeave: () => void;
}): ReactElement {
  const { id, updated, counts } = entry;
  const name = nameCheck(entry);
  return (
    <ShelfEntry
      {...{ name, current, words }}
      href={addressOfCheck(id)}
      className="check-entry"
      onOpen={onLeave}
      onRename={(title) => {
        if (title !== name) void renameCheck(id, title);
      }}
      onRemove={() => void deleteCheck(id)}
    >
      <span className="shelf-title">{name}</span>
      <span className="check-entry-more">
        <span className="faint">{words.when(new Date(updated))}</span>
        <Counts counts={counts} />
      </span>
    </ShelfEntry>
  );
});

/** So many of each verdict: a mark and a number for the eye, in words for a screen reader. */
function Counts({ counts }: Pick<Entry, 'counts'>): ReactElement[] {
  return COUNTS.flatMap(([state, say]) => {
    const count = counts[state] ?? 0;
    if (count === 0) return [];
    return (
      <span key={state} title={say(count)}>
        <VerdictMark state={state} size={13} /> <span aria-hidden="true">{count}</span>
        <span className="unseen">, {say(count)}</span>
      </span>
    );
  });
}
