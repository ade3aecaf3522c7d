/** A claim that stands in several places is one: one card, counted once. */
import type { Claim } from '../api/types.ts';
import { texts } from '../texts.ts';
import { type ClaimState, isPending, type ShownClaim, stateOf } from './claim-state.ts';

export interface Distinct<C extends Claim = Claim> {
  readonly claim: C;
  /** Where it stands, the claim's own place among them, in order. */
  readonly places: readonly [C, ...C[]];
}

interface Group<C extends Claim> {
  claim: C;
  readonly places: [C, ...C[]];
}

/**
 * Those that say the same with the same verdict, as one each. A place whose verdict is still awaited goes with the
 * first of the same words.
 */
export function findDistinct<C extends Claim>(
  claims: readonly C[],
  state: (claim: C) => ClaimState = stateOf,
): Distinct<C>[] {
  const groups: Group<C>[] = [];
  const byWords = new Map<string, Group<C>[]>();
  for (const claim of claims) {
    const words = wordsOf(claim);
    const same = byWords.get(words) ?? [];
    const own = state(claim);
    const group = same.find(
      (one) =>
        isDecided(one.claim) === isDecided(claim) &&
        (state(one.claim) === own || isPending(own) || isPending(state(one.claim))),
    );
    if (group === undefined) {
      const opened: Group<C> = { claim, places: [claim] };
      groups.push(opened);
      byWords.set(words, [...same, opened]);
    } else {
      group.places.push(claim);
      if (isPending(state(group.claim))) group.claim = claim;
    }
  }
  return groups;
}

/** By a person: that is not what a model judged alike. */
const isDecided = ({ decision }: Claim): boolean => decision !== undefined;

function wordsOf({ reading, text }: Claim): string {
  return (reading ?? text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s.!?…。！？]+$/u, '')
    .trim();
}

const known = new WeakMap<readonly ShownClaim[], readonly Distinct<ShownClaim>[]>();

/** As {@link findDistinct}; for the same array it is the same. */
export function distinctShown(claims: readonly ShownClaim[]): readonly Distinct<ShownClaim>[] {
  const before = known.get(claims);
  if (before !== undefined) return before;
  const distinct = findDistinct(claims, ({ state }) => state);
  known.set(claims, distinct);
  return distinct;
}

const PLACES = {
  user: texts.claims.yours,
  assistant: texts.claims.answers,
  text: texts.claims.inText,
} as const;

/** What each place is called; those in the same text are numbered. */
export function namePlaces(places: readonly Claim[]): string[] {
  const shared = Map.groupBy(places, ({ role }) => role);
  return places.map((place) => {
    const others = shared.get(place.role) ?? [];
    return others.length > 1 ? `${PLACES[place.role]} (${others.indexOf(place) + 1})` : PLACES[place.role];
  });
}

export interface Tally {
  readonly total: number;
  readonly pending: number;
  /** Those that a person has decided, whatever the verdict. */
  readonly decided: number;
  readonly of: Readonly<Record<ClaimState, number>>;
}

/** Counts each distinct claim once. */
export function tally(claims: readonly ShownClaim[]): Tally {
  const distinct = distinctShown(claims);
  const of: Record<ClaimState, number> = {
    ...{ supported: 0, refuted: 0, conflicting: 0, not_enough_evidence: 0 },
    ...{ found: 0, waiting: 0, checking: 0 },
  };
  for (const { claim } of distinct) of[claim.state] += 1;
  const decided = distinct.filter(({ claim }) => isDecided(claim)).length;
  return { total: distinct.length, pending: of.waiting + of.checking, decided, of };
}
