/** From claim to claim by keys, as in a mail reader. */
import { Modal } from 'antd';
import { type ReactElement, useLayoutEffect, useState } from 'react';
import type { ShownClaim } from '../claims/claim-state.ts';
import type { Distinct } from '../claims/distinct-claims.ts';
import { texts } from '../texts.ts';

const { keys: words } = texts.filters;

/** Where keys are letters. */
const WRITTEN_IN =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="listbox"]';

export function ClaimKeys({
  shown,
  selected,
  onGo,
  onOpen,
}: {
  shown: readonly Distinct<ShownClaim>[];
  selected: string | undefined;
  /** Goes to a claim's card. */
  onGo: (key: string) => void;
  /** Goes to its place in the text. */
  onOpen: (key: string) => void;
}): ReactElement {
  const [open, setOpen] = useState(false);
  // At once: the next key may follow before anything is painted.
  useLayoutEffect(() => {
    const at = shown.findIndex(({ places }) => places.some(({ key }) => key === selected));
    const go = (index: number): void => {
      const next = shown[Math.max(0, Math.min(shown.length - 1, index))];
      if (next !== undefined) onGo(next.places[0].key);
    };
    const listen = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(WRITTEN_IN) !== null) return;
      if (event.key === 'j') go(at + 1);
      else if (event.key === 'k') go(at - 1);
      else if (event.key === 'o' && at !== -1 && selected !== undefined) onOpen(selected);
      else if (event.key === '?') setOpen(true);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [shown, selected, onGo, onOpen]);
  return (
    <Modal open={open} footer={null} title={words.title} onCancel={() => setOpen(false)} destroyOnHidden>
      <dl className="claim-keys">
        {words.list.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
