/**
 * Encryption of what an evaluation keeps of a conversation.
 *
 * Each evaluation has a random key of its own, which is kept wrapped twice: for the caller, under a key that is
 * derived from the caller's API key, and for recovery, under a key of the server's. The second is deleted when the
 * evaluation is done; from then on nobody but the caller can read the report's texts, the operator included.
 */
import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../domain/api-key.ts';
import {
  deriveKey,
  KEY_BYTES,
  open,
  seal,
  subkeyOf,
  type TextKey,
  type TextSecret,
  textKey,
} from '../gateway/store/seal-text.ts';

export type TextKeys = ReturnType<typeof createTextKeys>;

/** @param secrets the current one first, then those that it has replaced. */
export function createTextKeys(secrets: readonly [TextSecret, ...TextSecret[]]) {
  const [current] = secrets;

  return {
    /** Name of the secret that new keys are wrapped under. */
    kid: current.kid,
    /** Names of all secrets that keys can be unwrapped with. */
    kids: secrets.map(({ kid }) => kid),
    /** @returns a new key, and the same wrapped for the caller and for recovery. */
    create(id: string, apiKey: ApiKey) {
      const bytes = randomBytes(KEY_BYTES);
      return {
        key: textKey(bytes),
        forCaller: seal(callerKey(current.subkey, id, apiKey), bytes, 'key'),
        forRecovery: seal(recoveryKey(current.subkey, id), bytes, 'key'),
      };
    },
    /** @throws Unreadable where it was not wrapped for this evaluation and caller. */
    openForCaller: (id: string, kid: string, wrapped: string, apiKey: ApiKey): TextKey =>
      textKey(open(callerKey(subkeyOf(secrets, kid), id, apiKey), wrapped, 'key')),
    /** @throws Unreadable where it was not wrapped for this evaluation. */
    openForRecovery: (id: string, kid: string, wrapped: string): TextKey =>
      textKey(open(recoveryKey(subkeyOf(secrets, kid), id), wrapped, 'key')),
  };
}

/** A wrapping key for one evaluation alone, so that no two wraps share one. */
function recoveryKey(subkey: Uint8Array, id: string): Uint8Array {
  return deriveKey([subkey], 'claimgate evaluation recovery', id);
}

function callerKey(subkey: Uint8Array, id: string, apiKey: ApiKey): Uint8Array {
  return deriveKey([subkey, Buffer.from(apiKey.reveal())], 'claimgate evaluation caller', id);
}
