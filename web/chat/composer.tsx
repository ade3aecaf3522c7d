import { ArrowUpOutlined, BorderOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Input, Tooltip } from 'antd';
import { memo, type ReactElement, useEffect, useRef, useState } from 'react';
import { SourcePicker } from '../sources/source-picker.tsx';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { sendText } from './ask-chosen.ts';
import { changeDraft, queueDraft, takeBackQueued, useDraft } from './drafts.ts';
import { KeysButton } from './keys-button.tsx';
import { ModelPicker } from './model-picker.tsx';
import { QueuedNote } from './queued-note.tsx';
import { sendQueuedNow, stop } from './running-answers.ts';

interface ComposerProps {
  readonly conversation: string;
  /** The name of its draft. */
  readonly draft: string;
  readonly running: boolean;
  /** Whether what is sent waits for the end of the answer that is being written. */
  readonly queues: boolean;
  readonly onKeys: () => void;
  readonly onSettings: () => void;
}

/** Where one writes. It has the focus when the page opens. */
export const Composer = memo(function Composer({
  conversation,
  draft,
  running,
  queues,
  onKeys,
  onSettings,
}: ComposerProps): ReactElement {
  const { text, queued } = useDraft(draft);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus({ preventScroll: true }), []);
  const choice = useChoice();
  /** What is sent before the models are known goes out as soon as they are. */
  const [early, setEarly] = useState(false);
  const ready = choice !== undefined;
  const send = (): void => {
    const said = text.trim();
    if (said === '') return;
    if (queues) {
      queueDraft(draft);
      return;
    }
    setEarly(!ready);
    if (!ready) return;
    changeDraft(draft, { text: '' });
    sendText(conversation, said);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the models' being there is what is waited for.
  useEffect(() => {
    if (early && ready) send();
  }, [ready]);
  return (
    <form
      ref={form}
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <QueuedNote
        text={queued}
        onSendNow={() => sendQueuedNow(conversation)}
        onTakeBack={() => {
          takeBackQueued(draft);
          form.current?.querySelector('textarea')?.focus();
        }}
      />
      <Input.TextArea
        aria-label={texts.chat.composer}
        placeholder={texts.chat.placeholder}
        variant="borderless"
        autoSize={{ minRows: 1, maxRows: 10 }}
        value={text}
        onChange={(event) => {
          changeDraft(draft, { text: event.target.value });
          setEarly(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="composer-bar">
        <ModelPicker />
        <SourcePicker />
        <KeysButton onKeys={onKeys} />
        <Tooltip title={texts.settings.title}>
          <Button
            type="text"
            icon={<SettingOutlined aria-hidden />}
            aria-label={texts.settings.button}
            onClick={onSettings}
          />
        </Tooltip>
        <span className="spring" />
        {running ? (
          <Tooltip title={texts.chat.stop}>
            <Button
              shape="circle"
              type={text.trim() === '' ? 'primary' : 'default'}
              icon={<BorderOutlined aria-hidden />}
              aria-label={texts.chat.stop}
              onClick={() => stop(conversation)}
            />
          </Tooltip>
        ) : null}
        {running && text.trim() === '' ? null : (
          <Tooltip title={texts.chat.hint}>
            <Button
              shape="circle"
              type="primary"
              htmlType="submit"
              icon={<ArrowUpOutlined aria-hidden />}
              aria-label={texts.chat.send}
              disabled={text.trim() === ''}
              loading={early}
            />
          </Tooltip>
        )}
      </div>
    </form>
  );
});
