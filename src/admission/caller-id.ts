/**
 * Who is calling, without knowing the key: an HMAC-SHA-256 of the key under a subkey of the server's
 * secret. It is what counters, plans and evaluations are filed under. Keys are not cached beside their
 * ids: an HMAC costs 1.5 µs, and a cache would hold keys in memory.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { ApiKey } from '../domain/api-key.ts';
import { deriveSubkey } from './derive-subkey.ts';

declare const callerIdBrand: unique symbol;

/** 43 characters of base64url, uniformly distributed. */
export type CallerId = string & { readonly [callerIdBrand]: true };

/** One caller, under the current secret and under each older one that is still listed. */
export interface Caller {
  readonly id: CallerId;
  /** The newest of the older secrets first; empty unless a secret is being replaced. */
  readonly formerIds: readonly CallerId[];
}

export type CallerIds = ReturnType<typeof createCallerIds>;

/**
 * @param secret the server's secret.
 * @param oldSecrets those it has replaced and that still count, the newest first.
 */
export function createCallerIds(
  secret: Uint8Array | string,
  oldSecrets: readonly (Uint8Array | string)[] = [],
) {
  const subkey = callerSubkey(secret);
  const oldSubkeys = oldSecrets.map(callerSubkey);
  return {
    /** A short public name of the current secret, kept beside each row: which secret its id was made under. */
    kid: nameOfSecret(secret),
    idOf: (key: ApiKey): CallerId => fingerprint(subkey, key),
    callerOf: (key: ApiKey): Caller => ({
      id: fingerprint(subkey, key),
      formerIds: oldSubkeys.map((oldSubkey) => fingerprint(oldSubkey, key)),
    }),
  };
}

/** Eight characters that differ between secrets and reveal nothing of them. */
export function nameOfSecret(secret: Uint8Array | string): string {
  return Buffer.from(deriveSubkey(secret, 'secret-name')).toString('base64url').slice(0, 8);
}

/** Reads an id that was stored. @throws Error where the text is not one. */
export function parseCallerId(text: string): CallerId {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) throw new Error('Not a caller id');
  return text as CallerId;
}

function callerSubkey(secret: Uint8Array | string): KeyObject {
  return createSecretKey(deriveSubkey(secret, 'caller-id'));
}

function fingerprint(subkey: KeyObject, key: ApiKey): CallerId {
  return createHmac('sha256', subkey).update(key.reveal()).digest('base64url') as CallerId;
}
