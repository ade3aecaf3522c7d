import type { Claim, Verdict } from '../api/types.ts';

export const VERDICTS: readonly Verdict[] = ['supported', 'refuted', 'conflicting', 'not_enough_evidence'];

/** A verdict, or how far its claim has come. */
export type ClaimState = Verdict | 'waiting' | 'checking' | 'found';

export interface ShownClaim extends Claim {
  /** Unique on the page: ids of the gateway are unique within one request. */
  readonly key: string;
  readonly state: ClaimState;
}

/** How many claims the gateway judges side by side, as shipped; the oldest open ones are shown as being checked. */
const AT_ONCE = 4;

/**
 * What is shown of claims while they are checked.
 * @param checked claims among them that get a verdict, while the check is running.
 */
export function showClaims(
  claims: readonly Claim[],
  prefix: string,
  checked: ((claim: Claim) => boolean) | undefined,
): ShownClaim[] {
  let open = 0;
  return claims.map((claim) => {
    let state: ClaimState = claim.verdict ?? 'found';
    if (claim.verdict === undefined && checked?.(claim) === true) {
      open += 1;
      state = open <= AT_ONCE ? 'checking' : 'waiting';
    }
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

export interface Tally {
  readonly total: number;
  readonly supported: number;
  readonly refuted: number;
  /** Conflicting, without enough evidence, or not checked. */
  readonly open: number;
  readonly pending: number;
}

export function tally(claims: readonly ShownClaim[]): Tally {
  const of = (...states: ClaimState[]): number => claims.filter(({ state }) => states.includes(state)).length;
  return {
    total: claims.length,
    supported: of('supported'),
    refuted: of('refuted'),
    open: of('conflicting', 'not_enough_evidence', 'found'),
    pending: of('waiting', 'checking'),
  };
}
