import { Button, Modal } from 'antd';
import { type ReactElement, useState } from 'react';
import type { NewKey } from '../api/admin-keys.ts';
import { copyText } from '../chat/copy-text.ts';
import { texts } from '../texts.ts';

const { issuedKeys: words } = texts;

/** Shows a key, this once. A slip of the pointer does not close it. */
export function NewSecretDialog({ fresh, onClose }: { fresh: NewKey; onClose: () => void }): ReactElement {
  const [copied, setCopied] = useState<boolean>();
  return (
    <Modal
      open
      title={words.shown(fresh.note ?? fresh.id)}
      mask={{ closable: false }}
      keyboard={false}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{texts.keys.done}</Button>}
    >
      <p>{words.shownOnce}</p>
      <div className="keys-secret">
        <code>{fresh.key}</code>
        <Button type="primary" autoFocus onClick={() => void copyText(fresh.key).then(setCopied)}>
          {copied === true ? texts.chat.copied : words.copy}
        </Button>
      </div>
      <p role="status" className="small">
        {copied === undefined ? '' : copied ? texts.chat.copied : words.notCopied}
      </p>
    </Modal>
  );
}
