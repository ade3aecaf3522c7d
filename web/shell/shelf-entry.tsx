import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { RenameField } from './rename-field.tsx';

interface Props {
  readonly name: string;
  /** What is renamed: nothing, where the name only stands in for one. */
  readonly title?: string;
  readonly href: string;
  readonly current: boolean;
  readonly className?: string;
  readonly words: {
    readonly menu: string;
    readonly rename: string;
    readonly renameLabel: string;
    readonly remove: string;
  };
  readonly onOpen: () => void;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
  /** Absent where it cannot be exported by itself. */
  readonly exporting?: { readonly label: string; readonly onExport: () => void };
  readonly children: ReactNode;
}

/** An entry of the list at the side: opened, renamed, deleted. */
export function ShelfEntry({
  name,
  title = name,
  href,
  current,
  className,
  words,
  exporting,
  ...props
}: Props): ReactElement {
  const [renaming, setRenaming] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const actions: Readonly<Record<string, (() => void) | undefined>> = {
    rename: () => setRenaming(true),
    export: exporting?.onExport,
    delete: () => {
      // The entry goes with the focus on it: the list takes that over.
      link.current?.closest<HTMLElement>('.shelf')?.focus();
      props.onRemove();
    },
  };
  return (
    <li className={current ? 'current' : ''}>
      {renaming ? (
        <RenameField
          label={words.renameLabel}
          title={title}
          onDone={(changed) => {
            setRenaming(false);
            if (changed !== undefined) props.onRename(changed);
            requestAnimationFrame(() => link.current?.focus());
          }}
        />
      ) : (
        <>
          <a
            ref={link}
            href={href}
            aria-current={current ? 'page' : undefined}
            className={className}
            onClick={props.onOpen}
          >
            {props.children}
          </a>
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'rename', label: words.rename },
                ...(exporting === undefined ? [] : [{ key: 'export', label: exporting.label }]),
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
        </>
      )}
    </li>
  );
}
