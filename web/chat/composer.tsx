import { ArrowUpOutlined, BorderOutlined, KeyOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Input, Tooltip } from 'antd';
import { memo, type ReactElement, useEffect, useRef, useState } from 'react';
import { SourcePicker } from '../sources/source-picker.tsx';
import { keyKind, useKeys } from '../state/keys.ts';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { ModelPicker } from './model-picker.tsx';

export interface ComposerProps {
  readonly running: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
  readonly onKeys: () => void;
  readonly onSettings: () => void;
}

/** Where one writes. It has the focus when the page opens. */
export const Composer = memo(function Composer({
  running,
  onSend,
  onStop,
  onKeys,
  onSettings,
}: ComposerProps): ReactElement {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus({ preventScroll: true }), []);
  const choice = useChoice();
  const kind = keyKind(choice?.provider, useKeys());
  /** What is sent before the models are known goes out as soon as they are. */
  const [queued, setQueued] = useState(false);
  const ready = choice !== undefined;
  const send = (): void => {
    if (text.trim() === '') return;
    setQueued(!ready);
    if (!ready) return;
    onSend(text.trim());
    setText('');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the models' being there is what is waited for.
  useEffect(() => {
    if (queued && ready) send();
  }, [ready]);
  const keyWords = texts.keys[kind];
  return (
    <form
      ref={form}
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Input.TextArea
        aria-label={texts.chat.composer}
        placeholder={texts.chat.placeholder}
        variant="borderless"
        autoSize={{ minRows: 1, maxRows: 10 }}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setQueued(false);
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
        <Tooltip title={kind === 'sandbox' ? texts.chat.sandboxNote : texts.keys.title}>
          <Button
            type="text"
            icon={<KeyOutlined aria-hidden />}
            onClick={onKeys}
            aria-label={`${texts.keys.button}: ${keyWords}`}
          >
            <span className="wide-only">{keyWords}</span>
          </Button>
        </Tooltip>
        <Tooltip title={texts.settings.title}>
          <Button
            type="text"
            icon={<SettingOutlined aria-hidden />}
            aria-label={texts.settings.button}
            onClick={onSettings}
          />
        </Tooltip>
        <span className="spring" />
        {running && text.trim() === '' ? (
          <Tooltip title={texts.chat.stop}>
            <Button
              shape="circle"
              type="primary"
              icon={<BorderOutlined aria-hidden />}
              aria-label={texts.chat.stop}
              onClick={onStop}
            />
          </Tooltip>
        ) : (
          <Tooltip title={texts.chat.hint}>
            <Button
              shape="circle"
              type="primary"
              htmlType="submit"
              icon={<ArrowUpOutlined aria-hidden />}
              aria-label={texts.chat.send}
              disabled={text.trim() === ''}
              loading={queued}
            />
          </Tooltip>
        )}
      </div>
    </form>
  );
});
