import { Button } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import type { FailureFacts } from '../api/failure.ts';
import { explainFailure, type WayOut } from '../explain-failure.ts';
import { texts } from '../texts.ts';

export type WaysOut = Partial<Record<WayOut, () => void>>;

/** What every view has. */
const EVERYWHERE: WaysOut = {
  model: () => document.querySelector<HTMLElement>('.model-picker input')?.focus(),
  reload: () => location.reload(),
};

/** An error with its way out; where the gateway says when to come back, a countdown. */
export function FailureNote({ facts, ways }: { facts: FailureFacts; ways: WaysOut }): ReactElement {
  const { title, text, way } = explainFailure(facts);
  const left = useSecondsUntil(facts.retryAt);
  const act = { ...EVERYWHERE, ...ways }[way];
  const { actions } = texts.failures;
  return (
    <div className="failure" role="alert" data-code={facts.code}>
      <strong>{title}</strong>
      {text === '' ? null : <p>{text}</p>}
      <div className="failure-ways">
        {act === undefined ? null : (
          <Button type="primary" onClick={act} disabled={way === 'retry' && left > 0}>
            {way === 'retry' && left > 0 ? actions.wait(left) : actions[way]}
          </Button>
        )}
        {way !== 'retry' && ways.retry !== undefined ? (
          <Button onClick={ways.retry}>{actions.retry}</Button>
        ) : null}
        {facts.requestId === undefined ? null : (
          <span className="faint small">{texts.failures.requestId(facts.requestId)}</span>
        )}
      </div>
    </div>
  );
}

function useSecondsUntil(time: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const left = time === undefined ? 0 : Math.max(0, Math.ceil((time - now) / 1_000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 1_000);
    return () => clearTimeout(timer);
  });
  return left;
}
