/**
 * Who is an accepted caller: one whose key a provider accepted within the hour, that the operator issued, or that is the
 * sandbox's. Only for such are the operator's own documents searched where no provider is asked, sources outside, plan
 * windows counted and rows stored. Everybody else may invent as many keys as they like, and is limited by address.
 */
import { type ApiKey, isIssuedKey } from '../../domain/api-key.ts';
import type { AcceptedKeys } from './accepted-keys.ts';
import type { Caller } from './caller-id.ts';

/** A key, and who that makes the caller. */
export interface KeyHolder {
  readonly key: ApiKey;
  readonly caller: Caller;
}

export interface Acceptance {
  /** Whether the caller is accepted, as far as this process knows. */
  isAccepted(holder: KeyHolder): boolean;
  /** Likewise; where this process does not know, the others of the gateway are asked. Never rejects. */
  findAccepted(holder: KeyHolder): boolean | Promise<boolean>;
}

interface AcceptanceOptions {
  readonly acceptedKeys: AcceptedKeys;
  /** Whether a key that the gateway issued is good now. */
  readonly isIssued: (caller: Caller) => boolean;
  /** Whether this key is publicly known and accepted. */
  readonly isPublic: (key: ApiKey) => boolean;
}

export function createAcceptance({ acceptedKeys, isIssued, isPublic }: AcceptanceOptions): Acceptance {
  const isAccepted = ({ key, caller }: KeyHolder): boolean =>
    isIssuedKey(key) ? isIssued(caller) : acceptedKeys.acceptedLately(caller.id) || isPublic(key);
  return {
    isAccepted,
    findAccepted: (holder) =>
      isAccepted(holder) || (isIssuedKey(holder.key) ? false : acceptedKeys.askOthers(holder.caller.id)),
  };
}
