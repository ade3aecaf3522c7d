import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import type { ClaimState } from './claim-state.ts';

/** Each state has a shape of its own, so that nobody needs to distinguish colours. */
const SHAPES: Readonly<Record<ClaimState, ReactElement>> = {
  supported: <path d="m4.5 8.4 2.4 2.4 4.6-5" />,
  refuted: <path d="m5.2 5.2 5.6 5.6m0-5.6-5.6 5.6" />,
  conflicting: <path d="M4.5 6.3h7M4.5 9.7h7M9.6 4 6.4 12" />,
  not_enough_evidence: <path d="M6.1 6.2c0-1.2.9-1.9 2-1.9s1.9.7 1.9 1.7c0 1.4-1.9 1.5-1.9 2.9m0 2.3v.1" />,
  waiting: <path d="M5 8h.01M8 8h.01M11 8h.01" />,
  checking: <path d="M8 4a4 4 0 1 1-4 4" />,
  found: <path d="M5.5 8h5" />,
};

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
        {SHAPES[state]}
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
