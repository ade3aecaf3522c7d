import { ArrowUpOutlined, BorderOutlined, PaperClipOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Input, Tooltip } from 'antd';
import { memo, type ReactElement, useEffect, useRef, useState } from 'react';
import { FileButton } from '../shell/file-button.tsx';
import { useFocusAtFirst } from '../shell/use-focus-at-first.ts';
import { SourcePicker } from '../sources/source-picker.tsx';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { sendText } from './ask-chosen.ts';
import { Attaching } from './attachment-list.tsx';
import { ACCEPTED, attach, takeAttachments, useAttaching } from './attachments.ts';
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

/** How the field grows with what is written. */
const ROOM = { minRows: 1, maxRows: 10 } as const;

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
  const { pictures, documents, reading } = useAttaching(draft);
  const hasFiles = pictures.length + documents.length > 0;
  const take = (files: Iterable<File>): void => void attach(draft, [...files]);
  const form = useRef<HTMLFormElement>(null);
  useFocusAtFirst(() => form.current?.querySelector('textarea'));
  const choice = useChoice();
  /** What is sent before the models are known goes out as soon as they are. */
  const [early, setEarly] = useState(false);
  const ready = choice !== undefined;
  const said = text.trim();
  // What is attached waits for a message of its own.
  const held = said === '' || reading > 0 || (queues && hasFiles);
  const send = (): void => {
    if (held) return;
    if (queues) {
      queueDraft(draft);
      return;
    }
    setEarly(!ready);
    if (!ready) return;
    changeDraft(draft, { text: '' });
    sendText(conversation, said, takeAttachments(draft));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the models' being there is what is waited for.
  useEffect(() => {
    if (early && ready) send();
  }, [ready]);
  return (
    <form
      ref={form}
      className="composer"
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        take(event.clipboardData.files);
      }}
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
      <Attaching draft={draft} />
      <Input.TextArea
        aria-label={texts.chat.composer}
        placeholder={texts.chat.placeholder}
        variant="borderless"
        rows={1}
        // An empty one has its height without being measured, which would lay the view out while it is drawn.
        autoSize={text === '' ? false : ROOM}
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
        <Tooltip title={texts.chat.attach.button}>
          <FileButton
            type="text"
            icon={<PaperClipOutlined aria-hidden />}
            aria-label={texts.chat.attach.button}
            multiple
            accept={ACCEPTED}
            onFiles={take}
          />
        </Tooltip>
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
              disabled={held}
              loading={early}
            />
          </Tooltip>
        )}
      </div>
    </form>
  );
});
