import { Button, Checkbox, Modal } from 'antd';
import { memo, type ReactElement, useEffect, useState } from 'react';
import type { Openable } from '../shell/when-opened.tsx';
import { asksOutside } from '../sources/check-options.ts';
import { needSourceList } from '../sources/source-store.ts';
import { ensureAccepted, trialOf } from '../state/accepted-keys.ts';
import { readKeyLimits } from '../state/key-limits.ts';
import { getKeys, setRemember, useKeys } from '../state/keys.ts';
import { readModels, useChoice, useModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import { KeyField } from './key-field.tsx';

/** The names of the known providers, from their registry; `vite.config.ts` puts them here. */
declare const PROVIDER_NAMES: readonly string[];

/** Milliseconds without a key press after which a key is taken to be whole. */
const PAUSE = 500;

/** A field for each provider's key. What is typed counts at once; Done has new keys tried. */
export const KeysDialog = memo(function KeysDialog({ open, onClose }: Openable): ReactElement {
  const { byProvider, remember, sandbox } = useKeys();
  const { list } = useModels();
  const choice = useChoice();
  const [trying, setTrying] = useState(false);
  // Where the list itself takes a key, the dialog must do without it.
  const providers = list?.models_list.map(({ provider }) => provider) ?? PROVIDER_NAMES;
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => readLimitsOf(byProvider), PAUSE);
    return () => clearTimeout(timer);
  }, [open, byProvider]);
  const close = (): void => {
    onClose();
    readLimitsOf(getKeys().byProvider);
    void needSourceList();
    if (list === undefined) void readModels();
  };
  const finish = async (): Promise<void> => {
    setTrying(true);
    const good = await tryKeys();
    setTrying(false);
    if (good) close();
  };
  return (
    <Modal
      title={texts.keys.title}
      open={open}
      onCancel={close}
      width={520}
      afterOpenChange={(shown) => {
        if (shown) document.getElementById(`key-${choice?.provider}`)?.focus();
      }}
      centered
      footer={
        <Button type="primary" loading={trying} onClick={() => void finish()}>
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
          void finish();
        }}
      >
        {providers.map((provider) => (
          <KeyField key={provider} provider={provider} />
        ))}
        <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
          {texts.keys.remember}
        </Checkbox>
        <p className="faint small">{texts.keys.rememberMore}</p>
        {asksOutside() ? <p className="faint small">{texts.keys.trial}</p> : null}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Modal>
  );
});

function readLimitsOf(byProvider: Readonly<Record<string, string>>): void {
  for (const key of new Set(Object.values(byProvider))) void readKeyLimits(key);
}

/** Tries new keys where sources outside are on. @returns false where one of them failed, which the dialog then tells. */
async function tryKeys(): Promise<boolean> {
  if (!asksOutside()) return true;
  const began = Date.now();
  const entered = Object.entries(getKeys().byProvider);
  await Promise.all(entered.map(([provider]) => ensureAccepted(provider)));
  return entered.every(([provider, key]) => {
    const trial = trialOf(key, provider);
    return trial === undefined || trial.state === 'accepted' || trial.at < began;
  });
}
