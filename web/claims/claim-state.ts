import type { Claim, Span, Verdict } from '../api/types.ts';

export const VERDICTS: readonly Verdict[] = ['supported', 'refuted', 'conflicting', 'not_enough_evidence'];

/** Whether nobody has judged the claim yet. */
export function isUnchecked({ verdict, checked }: Pick<Claim, 'verdict' | 'checked'>): boolean {
  return verdict === undefined || checked === false;
}

/** Whether they stand in the same place of a text. Ids say nothing of that: each request has its own. */
export function isSamePlace(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}

/** A verdict, or how far its claim has come. */
export type ClaimState = Verdict | 'waiting' | 'checking' | 'found';

export interface ShownClaim extends Claim {
  /** Unique on the page: ids of the gateway are unique within one request. */
  readonly key: string;
  readonly state: ClaimState;
}

/** How a claim, or a part of one, came out: what a server says of an unchecked one is no verdict. */
export function stateOf(claim: Pick<Claim, 'verdict' | 'checked'>): Verdict | 'found' {
  return isUnchecked(claim) ? 'found' : (claim.verdict as Verdict);
}

/** The claim is waiting for its verdict. */
export function isPending(state: ClaimState): boolean {
  return state === 'waiting' || state === 'checking';
}

/**
 * What is shown of claims while they are checked.
 * @param verifying whether they get verdicts, and the check is running.
 */
export function showClaims(claims: readonly Claim[], prefix: string, verifying: boolean): ShownClaim[] {
  return claims.map((claim) => {
    let state: ClaimState = claim.decision?.verdict ?? stateOf(claim);
    if (claim.decision === undefined && claim.verdict === undefined && claim.checked !== false && verifying)
      state = claim.checking === true ? 'checking' : 'waiting';
    return showClaim(claim, `${prefix}:${claim.id}`, state);
  });
}

/** What is shown of a claim that has not changed stays the same object, so that nothing of it is drawn anew. */
const shownOf = new WeakMap<Claim, ShownClaim>();

function showClaim(claim: Claim, key: string, state: ClaimState): ShownClaim {
  const before = shownOf.get(claim);
  if (before !== undefined && before.key === key && before.state === state) return before;
  const shown = { ...claim, key, state };
  shownOf.set(claim, shown);
  return shown;
}

/** Notes the claims that the judge begins to read. */
export function markChecking(claims: readonly Claim[], ids: readonly string[]): readonly Claim[] {
  return claims.map((claim) => (ids.includes(claim.id) ? { ...claim, checking: true } : claim));
}
