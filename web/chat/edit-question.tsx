import { Button, Input } from 'antd';
import type { ReactElement } from 'react';
import { texts } from '../texts.ts';

/** An earlier message while it is being edited. Nothing is sent while an answer is being written. */
export function EditQuestion({
  draft,
  busy,
  onChange,
  onCancel,
  onSend,
}: {
  draft: string;
  busy: boolean;
  onChange: (text: string) => void;
  onCancel: () => void;
  onSend: (text: string) => void;
}): ReactElement {
  const words = texts.chat;
  const send = (): void => {
    if (!busy && draft.trim() !== '') onSend(draft.trim());
  };
  return (
    <article className="message question editing">
      <Input.TextArea
        aria-label={words.editLabel}
        autoFocus
        autoSize={{ minRows: 2, maxRows: 12 }}
        value={draft}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="message-tools">
        {busy ? <span className="faint small">{words.editBusy}</span> : null}
        <Button size="small" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button size="small" type="primary" disabled={busy} onClick={send}>
          {words.editSend}
        </Button>
      </div>
    </article>
  );
}
