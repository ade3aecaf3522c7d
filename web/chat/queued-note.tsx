import { Button } from 'antd';
import type { ReactElement } from 'react';
import { texts } from '../texts.ts';

/** A message that waits for the end of the answer, with a way to take it back. */
export function QueuedNote({
  text,
  onSendNow,
  onTakeBack,
}: {
  text: string | undefined;
  onSendNow: () => void;
  onTakeBack: () => void;
}): ReactElement {
  const words = texts.chat;
  return (
    <div className="queued" role="status">
      {text === undefined ? null : (
        <div className="queued-note">
          <p>
            <strong>{words.queued}</strong> <span>{text}</span>
          </p>
          <Button size="small" onClick={onSendNow}>
            {words.sendNow}
          </Button>
          <Button size="small" onClick={onTakeBack}>
            {words.takeBack}
          </Button>
        </div>
      )}
    </div>
  );
}
