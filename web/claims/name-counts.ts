/** What claims come to, in words. */
import { texts } from '../texts.ts';
import type { ClaimState, ShownClaim } from './claim-state.ts';
import { type Tally, tally } from './distinct-claims.ts';

/** In the order in which they are shown; those that wait for a verdict come last. */
export const COUNTS = [
  ['supported', texts.claims.supported],
  ['refuted', texts.claims.refuted],
  ['conflicting', texts.claims.conflicting],
  ['not_enough_evidence', texts.claims.notEnough],
  ['found', texts.claims.unchecked],
] as const satisfies readonly (readonly [ClaimState, (claims: number) => string])[];

/** So many of each verdict; what there is none of is not named. */
export function nameCounts({ of }: Tally): { readonly state: ClaimState; readonly words: string }[] {
  return COUNTS.flatMap(([state, words]) => (of[state] === 0 ? [] : [{ state, words: words(of[state]) }]));
}

/** How far a check has come. */
export function sayProgress(claims: readonly ShownClaim[]): string {
  const { total, pending, of } = tally(claims);
  return total === 0 ? '' : texts.claims.announce(total - pending - of.found, total, '');
}

/** What a check came to. The unchecked are known by the first figure: they are no verdict. */
export function sayOutcome(claims: readonly ShownClaim[]): string {
  const counts = tally(claims);
  const { total, pending, of } = counts;
  if (total === 0) return '';
  const verdicts = nameCounts(counts).filter(({ state }) => state !== 'found');
  return texts.claims.announce(
    total - pending - of.found,
    total,
    verdicts.map(({ words }) => words).join(', '),
  );
}
