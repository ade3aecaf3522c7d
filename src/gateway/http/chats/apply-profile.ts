/** The operator's profiles: settings of `fact_check` under a name. */
import type { FastifyRequest } from 'fastify';
import type { FactCheckMode } from '../../../domain/fact-check-mode.ts';
import type { FactCheckOptions } from '../fact-check-schema.ts';

/** As in a request; documents are a request's own, and where the operator's are taken from is the operator's to say. */
export interface Profile extends Omit<FactCheckOptions, 'documents'> {
  readonly documents_from?: readonly string[] | undefined;
}

/** By name. */
export type Profiles = Readonly<Record<string, Profile>>;

/** What a request wishes of its check, its mode as it is. */
export interface CheckWishesOfChat extends FactCheckOptions {
  readonly mode: FactCheckMode;
  /** Whether somebody has named the mode. */
  readonly isModeNamed: boolean;
  /** Of the request's profile. */
  readonly documents_from?: readonly string[] | undefined;
}

/**
 * Notes on the request which profile applies.
 * @param names those that may be meant, the first choice first.
 * @returns the first that there is; an issued key may have one that config no longer has.
 */
export function chooseProfile(
  request: FastifyRequest,
  profiles: Profiles,
  names: readonly (string | undefined)[],
): Profile | undefined {
  request.profile = names.find((one) => one !== undefined && Object.hasOwn(profiles, one));
  return request.profile === undefined ? undefined : profiles[request.profile];
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
