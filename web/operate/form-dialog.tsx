import { Modal } from 'antd';
import { type ReactElement, type ReactNode, useId } from 'react';
import type { FailureFacts } from '../api/failure.ts';
import { texts } from '../texts.ts';
import { AdminFailure } from './admin-failure.tsx';

/** A form that is sent by its button and by Enter, with what went wrong below it. */
export function FormDialog({
  title,
  ok,
  busy,
  failure,
  onSend,
  onClose,
  children,
}: {
  readonly title: string;
  readonly ok: string;
  readonly busy: boolean;
  readonly failure: FailureFacts | undefined;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const form = useId();
  return (
    <Modal
      open
      title={title}
      okText={ok}
      cancelText={texts.chat.cancel}
      okButtonProps={{ htmlType: 'submit', form, loading: busy }}
      onCancel={onClose}
    >
      <form
        id={form}
        className="keys-fields"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        {children}
      </form>
      <AdminFailure failure={failure} />
    </Modal>
  );
}
