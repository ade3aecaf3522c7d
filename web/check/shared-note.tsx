/** Says who decides on the check beside this person, and keeps it in step while it is open. */
import { Button, Input } from 'antd';
import { type FormEvent, type ReactElement, useEffect, useId, useState } from 'react';
import { explainFailure } from '../explain-failure.ts';
import { changeSettings, getSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { signDecisions, useCheck } from './check-store.ts';
import { changeShared, followShared, takeOver, useFollowing } from './follow-shared.ts';
import './shared-note.css';

const { share: words } = texts;

export function SharedNote({ code }: { code: string }): ReactElement {
  const ended = useCheck(({ about }) => about.shared?.ended === true);
  const name = useCheck(({ about }) => about.shared?.name ?? '');
  useEffect(() => {
    const stop = new AbortController();
    void followShared(code, stop.signal);
    return () => stop.abort();
  }, [code]);
  return (
    <section className="panel shared-note" aria-label={words.together}>
      {ended ? (
        <p role="status">{words.ended}</p>
      ) : name === '' ? (
        <NameForm code={code} />
      ) : (
        <State code={code} name={name} />
      )}
    </section>
  );
}

function NameForm({ code }: { code: string }): ReactElement {
  const [name, setName] = useState(() => getSettings().author);
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = name.trim();
    if (given === '') return;
    changeSettings({ author: given });
    signDecisions(given);
    changeShared(code, { name: given });
  };
  return (
    <form onSubmit={submit}>
      <p>{words.welcome}</p>
      <label htmlFor={id}>{words.name}</label>
      <div className="shared-name">
        <Input id={id} maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
        <Button type="primary" htmlType="submit" disabled={name.trim() === ''}>
          {words.takePart}
        </Button>
      </div>
    </form>
  );
}

function State({ code, name }: { code: string; name: string }): ReactElement {
  const { failure, people, apart } = useFollowing((following) => following);
  const reason = failure && explainFailure(failure);
  return (
    <>
      <p dir="auto">{words.people(name, people)}</p>
      {apart ? (
        <p role="status">
          {words.apart}{' '}
          <Button size="small" onClick={() => void takeOver(code).catch(() => {})}>
            {words.takeOver}
          </Button>
        </p>
      ) : null}
      <p role="status" className="small faint">
        {reason === undefined
          ? words.fresh
          : words.waiting([reason.title, reason.text].filter(Boolean).join('. '))}
      </p>
    </>
  );
}
