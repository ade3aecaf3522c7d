import { DatabaseOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { nameSource } from '../claims/source-names.ts';
import { texts } from '../texts.ts';
import { needSourceList, useSourceList } from './source-store.ts';
import { useAsked } from './use-asked.ts';
import './sources.css';

const SourceList = lazy(() =>
  import('./source-list.tsx').then(({ SourceList: list }) => ({ default: list })),
);

const { sourcePicker: words } = texts;
/** Letters of names that stand on the button; more of them are counted. */
const ROOM = 24;

/** Which sources of evidence are asked, to be chosen where a model is. */
export function SourcePicker(): ReactElement | null {
  const list = useSourceList();
  const { sources } = useAsked();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => void needSourceList(), []);
  if (list === undefined) return null;
  const names = sources.map(({ name }) => nameSource(name)).join(', ');
  const counted = words.button(sources.length);
  const fits = names !== '' && names.length <= ROOM;
  const change = (next: boolean): void => {
    if (next) void needSourceList({ again: true });
    setOpen(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from wherever in it one is.
    <span
      ref={place}
      className="source-picker"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        place.current?.querySelector('button')?.focus();
      }}
    >
      <Popover
        trigger="click"
        open={open}
        onOpenChange={change}
        // Beside the button, so that Tab leads from it into the list.
        getPopupContainer={() => place.current ?? document.body}
        placement="topLeft"
        // On a phone it goes as far aside as it must.
        align={{ overflow: { shiftX: true, adjustY: true } }}
        arrow={false}
        content={
          <Suspense fallback={texts.loading}>
            <SourceList list={list} />
          </Suspense>
        }
      >
        <Button
          type="text"
          icon={<DatabaseOutlined aria-hidden />}
          aria-label={fits ? words.button(names) : [counted, names].filter(Boolean).join(', ')}
          aria-expanded={open}
          aria-haspopup="dialog"
        >
          <span className="wide-only source-names">{fits ? names : counted}</span>
        </Button>
      </Popover>
    </span>
  );
}
