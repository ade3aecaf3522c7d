import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { memo, type ReactElement, useRef, useState } from 'react';
import { COUNTS } from '../claims/name-counts.ts';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { RenameField } from '../shell/rename-field.tsx';
import { addressOfCheck } from '../shell/views.ts';
import { texts } from '../texts.ts';
import { deleteCheck } from './delete-check.ts';
import { type Entry, nameCheck } from './kept-check.ts';
import { renameCheck } from './rename-check.ts';

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
  const { check: words } = texts;
  const { id, updated } = entry;
  const name = nameCheck(entry);
  const [renaming, setRenaming] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  if (renaming) {
    return (
      <li className={current ? 'current' : ''}>
        <RenameField
          label={words.renameLabel}
          title={name}
          onDone={(title) => {
            setRenaming(false);
            if (title !== undefined && title !== name) void renameCheck(id, title);
            requestAnimationFrame(() => link.current?.focus());
          }}
        />
      </li>
    );
  }
  const actions: Readonly<Record<string, () => void>> = {
    rename: () => setRenaming(true),
    delete: () => {
      // The entry goes with the focus on it: the list takes that over.
      link.current?.closest<HTMLElement>('.shelf')?.focus();
      void deleteCheck(id);
    },
  };
  return (
    <li className={current ? 'current' : ''}>
      <a
        ref={link}
        href={addressOfCheck(id)}
        aria-current={current ? 'page' : undefined}
        className="check-entry"
        onClick={onLeave}
      >
        <span className="shelf-title">{name}</span>
        <span className="check-entry-more">
          <span className="faint">{words.when(new Date(updated))}</span>
          <Counts counts={entry.counts} />
        </span>
      </a>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'rename', label: words.rename },
            { key: 'delete', label: words.remove, danger: true },
          ],
          onClick: ({ key }) => actions[key]?.(),
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<EllipsisOutlined aria-hidden />}
          aria-label={`${words.menu}: ${name}`}
        />
      </Dropdown>
    </li>
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
