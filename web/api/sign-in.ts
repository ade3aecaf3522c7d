/** People who sign in for the console, by the operator's OpenID provider. */
import type { OperatorRole } from '../../src/domain/operator-role.ts';
import { change, look } from './admin.ts';
import { BY_SESSION } from './gateway.ts';

export interface SignedInPerson {
  readonly name: string;
  readonly role: OperatorRole;
}

export interface SignIn {
  /** What people know the provider by; `null` where nobody signs in. */
  readonly provider: string | null;
  readonly person: SignedInPerson | null;
}

/** Leads to the provider, and back to a section of the console; to the first one without. */
export const signInAddress = (section: string | undefined): string =>
  `/admin/v1/sign-in/start${section === undefined ? '' : `?section=${section}`}`;

/** @throws ApiFailure */
export const readSignIn = (signal: AbortSignal): Promise<SignIn> => look('sign-in', BY_SESSION, signal);

/** @returns where the session at the provider is ended, if it has such a place. @throws ApiFailure */
export const signOut = async (): Promise<string | null> =>
  ((await (await change('DELETE', 'sign-in', BY_SESSION)).json()) as { readonly url: string | null }).url;
