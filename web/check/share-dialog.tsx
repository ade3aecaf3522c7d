import { Button, Input, Modal } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { factsOf } from '../api/failure.ts';
import { type SharedAddress, shareCheck, stopSharing } from '../api/shared-checks.ts';
import { CopyButton } from '../chat/copy-button.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import type { Openable } from '../shell/when-opened.tsx';
import { changeSettings, getSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { changeAbout, getCheck, signDecisions, useCheck } from './check-store.ts';
import { newPerson } from './open-shared.ts';
import { contentOf, digestOf } from './shared-content.ts';
import { useKeyDeed } from './use-key-deed.ts';
import { usePublisherKey } from './use-publisher-key.ts';
import './publish-dialog.css';

const { share: words } = texts;

/** Shares the check at an address of the gateway, hands on what has changed since, and ends it. */
export function ShareDialog({ open, onClose }: Openable): ReactElement {
  const key = usePublisherKey(open);
  const about = useCheck((check) => check.about.shared);
  const shared = about?.ended === true ? undefined : about;
  const [name, setName] = useState(() => getSettings().author);
  const { busy, failure, said, runWithKey } = useKeyDeed(key);
  const nameId = useId();
  const share = () =>
    runWithKey(async (key) => {
      const check = getCheck();
      noteShared(check.id, name.trim(), await shareCheck(contentOf(check), key), digestOf(check.text));
      changeSettings({ author: name.trim() });
      return words.done;
    });
  const change = () =>
    runWithKey(async (key) => {
      const check = getCheck();
      await shareCheck(contentOf(check), key, check.about.shared?.code);
      return words.changed;
    });
  const stop = () =>
    runWithKey(async (key) => {
      const { id, about } = getCheck();
      await stopSharing(about.shared?.code ?? '', key).catch((error) => {
        // It was ended elsewhere, or forgotten: that is what was wanted.
        if (factsOf(error).status !== 404) throw error;
      });
      if (getCheck().id === id) changeAbout({ shared: undefined });
      return words.stopped;
    });
  return (
    <Modal
      title={words.title}
      open={open}
      onCancel={onClose}
      width={640}
      footer={
        shared === undefined ? (
          <Button
            type="primary"
            disabled={key === undefined || name.trim() === ''}
            loading={busy}
            onClick={() => void share()}
          >
            {words.share}
          </Button>
        ) : (
          <>
            <Button disabled={key === undefined} loading={busy} onClick={() => void stop()}>
              {words.stop}
            </Button>
            <Button type="primary" disabled={key === undefined} loading={busy} onClick={() => void change()}>
              {words.change}
            </Button>
          </>
        )
      }
    >
      <div className="publish">
        {shared === undefined ? (
          <>
            <p>{words.intro}</p>
            <div className="field">
              <label htmlFor={nameId}>{words.name}</label>
              <Input
                id={nameId}
                maxLength={100}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            </div>
          </>
        ) : (
          <>
            <p>{words.shared}</p>
            <div className="publish-address">
              <Input
                readOnly
                value={shared.url}
                aria-label={words.address}
                onFocus={({ target }) => target.select()}
              />
              <CopyButton named text={shared.url} label={texts.publish.copy} />
            </div>
          </>
        )}
        {key === undefined ? <p className="faint">{texts.publish.noKey}</p> : null}
        {failure === undefined ? null : <FailureNote facts={failure} ways={{}} />}
        <p role="status" className="small">
          {said}
        </p>
      </div>
    </Modal>
  );
}

/** Whoever shares it takes part like the others. */
function noteShared(id: string, name: string, { code, url }: SharedAddress, digest: string): void {
  // Meanwhile another check may have been opened.
  if (getCheck().id !== id) return;
  changeAbout({
    shared: { code, url, digest, name, owner: true, person: newPerson(), sent: {}, version: 1, ended: false },
  });
  signDecisions(name);
}
