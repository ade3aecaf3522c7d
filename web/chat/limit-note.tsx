import type { ReactElement } from 'react';
import { isRunningOut, useKeyLimits } from '../state/key-limits.ts';
import { keyFor, useKeys } from '../state/keys.ts';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';

/** Says so when few requests are left for the key that is asked with next. */
export function LimitNote(): ReactElement | null {
  const choice = useChoice();
  const keys = useKeys();
  const limits = useKeyLimits();
  const key = choice === undefined ? undefined : keyFor(choice.provider, keys);
  const left = key === undefined ? undefined : limits.get(key)?.left;
  if (left === undefined || !isRunningOut(left) || left.reset * 1_000 < Date.now()) return null;
  return (
    <p className="limit-note" role="status">
      {texts.keys.runningOut(left.remaining, new Date(left.reset * 1_000))}
    </p>
  );
}
