import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import type { ClaimState } from './claim-state.ts';
import { VERDICT_SHAPES } from './verdict-shapes.ts';

/** A round badge. It says nothing to a screen reader: what stands beside it does. */
export function VerdictMark({ state, size = 16 }: { state: ClaimState; size?: number }): ReactElement {
  return (
    <svg
      className={`mark mark-${state}`}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="8" cy="8" r="7.5" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d={VERDICT_SHAPES[state]} />
      </g>
    </svg>
  );
}

export function VerdictTag({ state }: { state: ClaimState }): ReactElement {
  return (
    <span className={`verdict verdict-${state}`}>
      <VerdictMark state={state} />
      <span className="verdict-word">{texts.verdicts[state]}</span>
    </span>
  );
}
