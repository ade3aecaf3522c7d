/** The operator's profiles: settings of `fact_check` under a name. */
import type { FactCheckMode } from '../../../domain/fact-check-mode.ts';
import type { FactCheckOptions } from '../fact-check-schema.ts';

/** As in a request; documents are a request's own. */
export type Profile = Omit<FactCheckOptions, 'documents'>;

/** What a request wishes of its check, its mode as it is. */
export interface CheckWishesOfChat extends FactCheckOptions {
  readonly mode: FactCheckMode;
  /** Whether somebody has named the mode. */
  readonly isModeNamed: boolean;
}

/** @returns the wishes, with the profile's where the request says nothing; of an action, part by part. */
export function applyProfile(wishes: CheckWishesOfChat, profile: Profile | undefined): CheckWishesOfChat {
  if (profile === undefined) return wishes;
  const { mode, isModeNamed, ...rest } = wishes;
  return {
    ...profile,
    ...said(rest),
    mode: isModeNamed ? mode : (profile.mode ?? mode),
    isModeNamed: isModeNamed || profile.mode != null,
    action: { ...profile.action, ...said(rest.action ?? {}) },
  };
}

/** `null` says nothing. */
function said<T extends object>(wishes: T): Partial<T> {
  return Object.fromEntries(Object.entries(wishes).filter(([, wish]) => wish != null)) as Partial<T>;
}
