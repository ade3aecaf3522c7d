/** Which claims of a long list are shown, and in which order. */
import { isPending, type ShownClaim } from '../claims/claim-state.ts';
import type { Distinct } from '../claims/distinct-claims.ts';

/** How a claim came out, or that a person has decided it. */
export const FILTERS = [
  'refuted',
  'conflicting',
  'not_enough_evidence',
  'supported',
  'found',
  'decided',
] as const;
export type Filter = (typeof FILTERS)[number];

export interface Choice {
  /** One of them must fit; any does where there is none. */
  readonly filters: ReadonlySet<Filter>;
  readonly categories: ReadonlySet<string>;
  readonly order: 'place' | 'worth';
}

export const ALL: Choice = { filters: new Set(), categories: new Set(), order: 'place' };

type Shown = Distinct<ShownClaim>;

export function fits({ claim }: Shown, filter: Filter): boolean {
  if (filter === 'decided') return claim.decision !== undefined;
  // Nobody has judged it yet.
  return claim.state === filter || (filter === 'found' && isPending(claim.state));
}

/** @returns those that fit, by their place in the text, or those most worth a check first. */
export function chooseClaims(
  all: readonly Shown[],
  { filters, categories, order }: Choice,
): readonly Shown[] {
  const chosen = all.filter(
    (one) =>
      (filters.size === 0 || [...filters].some((filter) => fits(one, filter))) &&
      (categories.size === 0 || categories.has(one.claim.category)),
  );
  if (order === 'place') return chosen;
  const worthOf = ({ claim }: Shown): number => claim.check_worthiness ?? 0;
  return chosen.toSorted((a, b) => worthOf(b) - worthOf(a));
}

/** @returns how many claims fit each filter, and how many are of each category; without those that none is of. */
export function countClaims(all: readonly Shown[]): {
  readonly filters: ReadonlyMap<Filter, number>;
  readonly categories: ReadonlyMap<string, number>;
} {
  const counted = FILTERS.map((filter) => [filter, all.filter((one) => fits(one, filter)).length] as const);
  const byCategory = Map.groupBy(all, ({ claim }) => claim.category);
  return {
    filters: new Map(counted.filter(([, count]) => count > 0)),
    categories: new Map([...byCategory].map(([category, of]) => [category, of.length])),
  };
}
