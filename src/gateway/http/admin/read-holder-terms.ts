/** What operators may say of a key and of a team alike. */
import { nanosIn } from '../../../domain/dollars.ts';
import type { FieldFault } from '../../../domain/errors.ts';
import { valueFault } from '../../../models/dialects/field-faults.ts';
import { noSuchPlan, noSuchProfile } from '../../admin/key-terms.ts';
import type { TeamBody } from './admin-schema.ts';

export interface TermsOptions {
  /** The plans that there are at the moment. */
  readonly plans: () => readonly string[];
  readonly profiles: () => readonly string[];
}

/** Where in the body something stands. */
export type Place = readonly (string | number)[];

/** Reads terms that have the right types. Faults are listed, and not thrown: there may be several keys. */
export function readHolderTerms(
  body: Omit<TeamBody, 'name'>,
  place: Place,
  { plans, profiles }: TermsOptions,
) {
  const faults: FieldFault[] = [];
  if (body.plan != null && !plans().includes(body.plan)) {
    faults.push(valueFault([...place, 'plan'], noSuchPlan(plans())));
  }
  if (body.profile != null && !profiles().includes(body.profile)) {
    faults.push(valueFault([...place, 'profile'], noSuchProfile(profiles())));
  }
  const terms = {
    ...given('plan', body.plan),
    ...given('profile', body.profile),
    ...given('note', body.note),
    ...given('tokensPerMonth', body.tokens_per_month),
    ...given('tokensPerDay', body.tokens_per_day),
    ...given('nanosPerMonth', body.dollars_per_month, nanosIn),
    ...given('nanosPerDay', body.dollars_per_day, nanosIn),
  };
  return { terms, faults };
}

/** A field that the request has; `null` takes its value away. */
export function given<const Name extends string, T, U = T>(
  name: Name,
  value: T | null | undefined,
  read?: (value: T) => U,
): { readonly [N in Name]?: U | undefined } {
  if (value === undefined) return {};
  return { [name]: value === null ? undefined : read === undefined ? value : read(value) } as never;
}
