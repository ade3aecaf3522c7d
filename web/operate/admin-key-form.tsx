import { Button, Input } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { readAudit } from '../api/admin.ts';
import type { FailureFacts } from '../api/failure.ts';
import { explainFailure } from '../explain-failure.ts';
import { setAdminKey, useAdminKey } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { useAdminDeed } from './use-admin.ts';

const { operate: words } = texts;

/** Asks for the admin key, and tries it. */
export function AdminKeyForm(): ReactElement {
  const { refused } = useAdminKey();
  const [text, setText] = useState('');
  const key = text.trim();
  const { busy, failure, run } = useAdminDeed(key);
  const id = useId();
  const open = async (): Promise<void> => {
    await readAudit(key, AbortSignal.timeout(30_000));
    setAdminKey(key);
  };
  const problem =
    failure === undefined ? (refused === 'key' ? words.refused.key : undefined) : explain(failure);
  return (
    <>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <form
        className="panel operate-key"
        onSubmit={(event) => {
          event.preventDefault();
          if (key !== '') void run(open);
        }}
      >
        <label htmlFor={id}>{words.key}</label>
        <div className="operate-ways">
          <Input.Password
            id={id}
            autoComplete="off"
            visibilityToggle={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="primary" htmlType="submit" loading={busy} disabled={key === ''}>
            {words.open}
          </Button>
        </div>
        <p className="faint small">{words.keyMore}</p>
      </form>
    </>
  );
}

function explain(failure: FailureFacts): string {
  if (failure.status === 401) return words.refused.key;
  return failure.status === 404 ? words.refused.off : explainFailure(failure).text;
}
