import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { FailureFacts } from '../api/failure.ts';
import { explainFailure, type WayOut } from '../explain-failure.ts';
import { texts } from '../texts.ts';
import { useSecondsUntil } from './use-now.ts';

export type WaysOut = Partial<Record<WayOut, () => void>>;

/** What every view has. */
const EVERYWHERE: WaysOut = {
  model: () => document.querySelector<HTMLElement>('.model-picker input')?.focus(),
  reload: () => location.reload(),
};

/**
 * An error with its way out; where the gateway says when to come back, a countdown.
 * @param byItself whether it is tried again then without a press.
 */
export function FailureNote({
  facts,
  ways,
  byItself = false,
}: {
  facts: FailureFacts;
  ways: WaysOut;
  byItself?: boolean;
}): ReactElement {
  const { title, text, way } = explainFailure(facts);
  const left = useSecondsUntil(facts.retryAt);
  const { actions } = texts.failures;
  const all = { ...EVERYWHERE, ...ways };
  const offered = [...new Set([way, 'retry'] as const)].filter((one) => all[one] !== undefined);
  return (
    <div className="failure" data-code={facts.code}>
      {/* Without the countdown below, which would be read aloud every second. */}
      <div role="alert">
        <strong>{title}</strong>
        {text === '' ? null : <p>{text}</p>}
      </div>
      <div className="failure-ways">
        {offered.map((one) => (
          <Button
            key={one}
            type={one === way ? 'primary' : 'default'}
            onClick={all[one]}
            disabled={one === 'retry' && left > 0}
          >
            {one !== 'retry' || left === 0
              ? actions[one]
              : byItself
                ? actions.byItself(left)
                : actions.wait(left)}
          </Button>
        ))}
        {facts.requestId === undefined ? null : (
          <span className="faint small">{texts.failures.requestId(facts.requestId)}</span>
        )}
      </div>
    </div>
  );
}
