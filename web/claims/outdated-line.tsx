import type { ReactElement } from 'react';
import type { Claim } from '../api/types.ts';
import { texts } from '../texts.ts';
import { finalState } from './person-decision.ts';
import { VerdictMark } from './verdict-mark.tsx';

/** The verdict that a claim had before its text was changed, as what it is. */
export function OutdatedLine({ claim: { outdated } }: { claim: Claim }): ReactElement | null {
  if (outdated === undefined) return null;
  const state = finalState(outdated);
  return (
    <p className="outdated">
      <VerdictMark state={state} /> <strong>{texts.check.changedSince}.</strong>{' '}
      <span className="faint">{texts.check.was(texts.verdicts[state])}</span>
    </p>
  );
}
