/** A person's own verdict on a claim, which goes before the model's. */
import type { Claim, ClaimPart, Verdict } from '../api/types.ts';
import { stateOf, VERDICTS } from './claim-state.ts';

export interface Decision {
  readonly verdict: Verdict;
  readonly note?: string | undefined;
  readonly evidence?: readonly { readonly text?: string | undefined; readonly url?: string | undefined }[];
}

export function decisionOf(claim: Claim | ClaimPart): Decision | undefined {
  const { decision } = claim as { decision?: Decision };
  return decision !== undefined && VERDICTS.includes(decision.verdict) ? decision : undefined;
}

/** How a claim came out in the end: as a person decided, else as the model judged. */
export function finalState(claim: Claim | ClaimPart): Verdict | 'found' {
  return decisionOf(claim)?.verdict ?? stateOf(claim);
}
