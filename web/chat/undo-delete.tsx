import { Button } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { texts } from '../texts.ts';
import { type Deleted, finishDelete, undoDelete, useDeleted } from './delete-conversation.ts';

const SHOWN_MS = 8_000;

/** Reports what was deleted, as long as it can be undone. */
export function UndoDelete(): ReactElement {
  const deleted = useDeleted();
  return (
    <div className="toasts" role="status">
      {deleted.map((one) => (
        <Toast key={one.id} deleted={one} />
      ))}
    </div>
  );
}

/** Stays while the pointer or the focus is on it. */
function Toast({ deleted }: { deleted: Deleted }): ReactElement {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(finishDelete, SHOWN_MS, deleted);
    return () => clearTimeout(timer);
  }, [held, deleted]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here but to wait for its button.
    <div
      className="toast"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {texts.chat.deleted}
      <Button size="small" type="link" onClick={() => undoDelete(deleted)}>
        {texts.chat.undo}
      </Button>
    </div>
  );
}
