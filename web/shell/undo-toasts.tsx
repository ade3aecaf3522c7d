import { Button } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { createStore, useStore } from '../state/create-store.ts';
import { texts } from '../texts.ts';

const SHOWN_MS = 8_000;

/** Something that was done, and can be undone for a while. */
interface Undoable {
  readonly id: string;
  /** What was done. */
  readonly text: string;
  readonly undo: () => void;
  /** Called when it can no longer be undone. */
  readonly finish: () => void;
}

const store = createStore<readonly Undoable[]>([]);

export function offerUndo(undoable: Undoable): void {
  store.set((all) => [...all, undoable]);
}

/** Takes the way back off the page: it was gone, or it is no longer needed. */
export function withdrawUndo(id: string): void {
  store.set((all) => all.filter((one) => one.id !== id));
}

/** Reports what was deleted, as long as it can be undone. */
export function UndoToasts(): ReactElement {
  const all = useStore(store, (undoable) => undoable);
  return (
    <div className="toasts" role="status">
      {all.map((one) => (
        <Toast key={one.id} undoable={one} />
      ))}
    </div>
  );
}

/** Stays while the pointer or the focus is on it. */
function Toast({ undoable }: { undoable: Undoable }): ReactElement {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => {
      withdrawUndo(undoable.id);
      undoable.finish();
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, undoable]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here but to wait for its button.
    <div
      className="toast"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {undoable.text}
      <Button
        size="small"
        type="link"
        onClick={() => {
          withdrawUndo(undoable.id);
          undoable.undo();
        }}
      >
        {texts.undo}
      </Button>
    </div>
  );
}
