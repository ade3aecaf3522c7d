import { Modal } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { FailureFacts } from '../api/failure.ts';
import { texts } from '../texts.ts';
import { AdminFailure } from './admin-failure.tsx';

/** Asks before what cannot be undone. */
export function ConfirmDialog({
  title,
  more,
  ok,
  busy,
  failure,
  onOk,
  onClose,
  children,
}: {
  title: string;
  /** What happens then. */
  more: string;
  ok: string;
  busy: boolean;
  failure: FailureFacts | undefined;
  onOk: () => void;
  onClose: () => void;
  /** What is to be chosen. */
  children?: ReactNode;
}): ReactElement {
  return (
    <Modal
      open
      title={title}
      okText={ok}
      cancelText={texts.chat.cancel}
      okButtonProps={{ loading: busy }}
      onOk={onOk}
      onCancel={onClose}
    >
      <p>{more}</p>
      {children}
      <AdminFailure failure={failure} />
    </Modal>
  );
}
