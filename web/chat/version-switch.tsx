import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import type { Message } from './conversation.ts';

/** Which of a message's versions is shown, and the way to the others. */
export function VersionSwitch({
  message: { id, versions },
  disabled,
  onChoose,
}: {
  message: Message;
  disabled: boolean;
  onChoose: (id: string, version: number) => void;
}): ReactElement | null {
  if (versions === undefined) return null;
  const { at, others } = versions;
  const words = texts.chat;
  const step = (to: number, label: string, icon: ReactElement): ReactElement => (
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={label}
      disabled={disabled || to < 0 || to > others.length}
      onClick={() => onChoose(id, to)}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <span className="version-switch" role="group" aria-label={words.version(at + 1, others.length + 1)}>
      {step(at - 1, words.previousVersion, <LeftOutlined aria-hidden />)}
      <span className="faint version-count">
        {at + 1} / {others.length + 1}
      </span>
      {step(at + 1, words.nextVersion, <RightOutlined aria-hidden />)}
    </span>
  );
}
