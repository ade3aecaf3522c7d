import { Button, Checkbox, Input, Modal } from 'antd';
import { memo, type ReactElement } from 'react';
import type { Openable } from '../shell/when-opened.tsx';
import { setKey, setRemember, useKeys } from '../state/keys.ts';
import { readModels, useChoice, useModels } from '../state/models.ts';
import { texts } from '../texts.ts';

/** The names of the known providers, from their registry; `vite.config.ts` puts them here. */
declare const PROVIDER_NAMES: readonly string[];

/** A field for each provider's key. What is typed counts at once. */
export const KeysDialog = memo(function KeysDialog({ open, onClose }: Openable): ReactElement {
  const { byProvider, remember, sandbox } = useKeys();
  const { list } = useModels();
  const choice = useChoice();
  // Where the list itself takes a key, the dialog must do without it.
  const providers = list?.models_list.map(({ provider }) => provider) ?? PROVIDER_NAMES;
  const close = (): void => {
    onClose();
    if (list === undefined) void readModels();
  };
  return (
    <Modal
      title={texts.keys.title}
      open={open}
      onCancel={close}
      width={520}
      centered
      footer={
        <Button type="primary" onClick={close}>
          {texts.keys.done}
        </Button>
      }
    >
      <p className="faint">{texts.keys.intro}</p>
      {sandbox === true ? <p className="faint">{texts.keys.sandboxOn}</p> : null}
      <form
        className="keys"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          close();
        }}
      >
        {providers.map((provider) => (
          <div key={provider} className="field">
            <label htmlFor={`key-${provider}`}>{texts.keys.field(provider)}</label>
            <Input.Password
              id={`key-${provider}`}
              value={byProvider[provider] ?? ''}
              placeholder={sandbox === true ? texts.keys.sandboxPlaceholder : texts.keys.placeholder}
              autoComplete="new-password"
              spellCheck={false}
              autoFocus={provider === choice?.provider}
              onChange={(event) => setKey(provider, event.target.value)}
            />
          </div>
        ))}
        <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
          {texts.keys.remember}
        </Checkbox>
        <p className="faint small">{texts.keys.rememberMore}</p>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Modal>
  );
});
