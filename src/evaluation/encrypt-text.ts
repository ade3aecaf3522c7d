/**
 * Encryption of what an evaluation keeps of a conversation.
 *
 * Each evaluation has a random key of its own, which is kept wrapped twice: for the caller, under a key that is
 * derived from the caller's API key, and for recovery, under a key of the server's. The second is deleted when the
 * evaluation is done; from then on nobody but the caller can read the report's texts, the operator included.
 * AES-256-GCM (NIST SP 800-38D); keys derived in one step (NIST SP 800-56C, section 4, with SHA-256), which costs less
 * than HKDF does: each chat that is evaluated waits for two.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import type { ApiKey } from '../domain/api-key.ts';

/** A subkey of a server secret, for this purpose alone. */
export interface TextSecret {
  /** The secret's public name. */
  readonly kid: string;
  readonly subkey: Uint8Array;
}

export type TextKeys = ReturnType<typeof createTextKeys>;

/** The key of one evaluation's texts. */
export type TextKey = ReturnType<typeof textKey>;

/** Sealed text that cannot be opened; says nothing of why. */
export class Unreadable extends Error {
  constructor() {
    super('The sealed text cannot be opened');
    this.name = 'Unreadable';
  }
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** 96 bits, at random: a key seals a few thousand texts at most. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param secrets the current one first, then those that it has replaced. */
export function createTextKeys(secrets: readonly [TextSecret, ...TextSecret[]]) {
  const [current] = secrets;
  const subkeyOf = (kid: string): Uint8Array => {
    const secret = secrets.find((each) => each.kid === kid);
    if (secret === undefined) throw new Unreadable();
    return secret.subkey;
  };

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
      textKey(open(callerKey(subkeyOf(kid), id, apiKey), wrapped, 'key')),
    /** @throws Unreadable where it was not wrapped for this evaluation. */
    openForRecovery: (id: string, kid: string, wrapped: string): TextKey =>
      textKey(open(recoveryKey(subkeyOf(kid), id), wrapped, 'key')),
  };
}
/** @param bytes of a key that `TextKeys` made or opened; for other threads of this process, and nowhere else. */
export function textKey(bytes: Uint8Array) {
  return {
    bytes,
    /** @param purpose binds the text to its place: what was sealed for one opens for no other. */
    seal: (text: string, purpose: string): string => seal(bytes, Buffer.from(text), purpose),
    /** @throws Unreadable where it was not sealed with this key for this purpose, or was changed since. */
    open: (sealed: string, purpose: string): string => open(bytes, sealed, purpose).toString(),
  };
}

/** A wrapping key for one evaluation alone, so that no two wraps share one. */
function recoveryKey(subkey: Uint8Array, id: string): Uint8Array {
  return deriveKey([subkey], 'claimgate evaluation recovery', id);
}

function callerKey(subkey: Uint8Array, id: string, apiKey: ApiKey): Uint8Array {
  return deriveKey([subkey, Buffer.from(apiKey.reveal())], 'claimgate evaluation caller', id);
}

/** SHA-256 of the counter, the secrets and what the key is for; each part with its length, so that no two run together. */
function deriveKey(secrets: readonly Uint8Array[], purpose: string, id: string): Uint8Array {
  const parts = [...secrets, Buffer.from(purpose), Buffer.from(id)];
  const input = Buffer.alloc(4 + parts.reduce((sum, part) => sum + 4 + part.length, 0));
  let at = input.writeUInt32BE(1, 0);
  for (const part of parts) {
    at = input.writeUInt32BE(part.length, at);
    input.set(part, at);
    at += part.length;
  }
  const key = hash('sha256', input, 'buffer');
  input.fill(0);
  return key;
}

/** @returns nonce, tag and ciphertext. */
function seal(key: Uint8Array, plain: Uint8Array, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose));
  const body = cipher.update(plain);
  // In this mode nothing is left for the end.
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

function open(key: Uint8Array, sealed: string, purpose: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Unreadable();
  const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]);
  } catch {
    throw new Unreadable();
  }
}
