import type { ClaimState } from './claim-state.ts';

/** Each state has a shape of its own, so that nobody needs to distinguish colours: paths in a box of 16. */
export const VERDICT_SHAPES: Readonly<Record<ClaimState, string>> = {
  supported: 'm4.5 8.4 2.4 2.4 4.6-5',
  refuted: 'm5.2 5.2 5.6 5.6m0-5.6-5.6 5.6',
  conflicting: 'M4.5 6.3h7M4.5 9.7h7M9.6 4 6.4 12',
  not_enough_evidence: 'M6.1 6.2c0-1.2.9-1.9 2-1.9s1.9.7 1.9 1.7c0 1.4-1.9 1.5-1.9 2.9m0 2.3v.1',
  waiting: 'M5 8h.01M8 8h.01M11 8h.01',
  checking: 'M8 4a4 4 0 1 1-4 4',
  found: 'M5.5 8h5',
};
