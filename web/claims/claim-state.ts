import type { Claim, Verdict } from '../api/types.ts';

export const VERDICTS: readonly Verdict[] = ['supported', 'refuted', 'conflicting', 'not_enough_evidence'];

/** Whether nobody has judged the claim yet. */
export function isUnchecked({ verdict, checked }: Pick<Claim, 'verdict' | 'checked'>): boolean {
  return verdict === undefined || checked === false;
}

/** A verdict, or how far its claim has come. */
export type ClaimState = Verdict | 'waiting' | 'checking' | 'found';

export interface ShownClaim extends Claim {
  /** Unique on the page: ids of the gateway are unique within one request. */
  readonly key: string;
  readonly state: ClaimState;
}

/**
 * What is shown of claims while they are checked.
 * @param verifying whether they get verdicts, and the check is running.
 */
export function showClaims(claims: readonly Claim[], prefix: string, verifying: boolean): ShownClaim[] {
  return claims.map((claim) => {
    let state: ClaimState = claim.verdict ?? 'found';
    if (claim.verdict === undefined && verifying) state = claim.checking === true ? 'checking' : 'waiting';
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

export interface Tally {
  readonly total: number;
  readonly supported: number;
  readonly refuted: number;
  /** Conflicting, or without enough evidence. */
  readonly open: number;
  readonly unchecked: number;
  readonly pending: number;
}

export function tally(claims: readonly ShownClaim[]): Tally {
  const counts = { supported: 0, refuted: 0, open: 0, unchecked: 0, pending: 0 };
  for (const { state } of claims) counts[COUNTED_AS[state]] += 1;
  return { total: claims.length, ...counts };
}

const COUNTED_AS = {
  supported: 'supported',
  refuted: 'refuted',
  conflicting: 'open',
  not_enough_evidence: 'open',
  found: 'unchecked',
  waiting: 'pending',
  checking: 'pending',
} as const satisfies Readonly<Record<ClaimState, Exclude<keyof Tally, 'total'>>>;
