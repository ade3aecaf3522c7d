/**
 * Encryption of what an evaluation keeps of a conversation.
 *
 * Each evaluation has a random key of its own, which is kept wrapped twice: for the caller, under a key that is
 * derived from the caller's API key, and for recovery, under a key of the server's. The second is deleted when the
 * evaluation is done; from then on nobody but the caller can read the report's texts, the operator included. AES-256-GCM (NIST SP 800-38D); keys derived in one step (NIST SP 800-56C, section 4, with SHA-256),
 * which costs less than HKDF does: each chat that is evaluated waits for two.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import type { ApiKey } from '../domain/api-key.ts';

/** A subkey of a server secret, for this purpose alone. */
export interface TextSecret {
  /** The secret's public name. */
  readonly kid: string;
  readonly subkey: Uint8Array;
}

export interface TextKeys {
  /** Name of the secret that new keys are wrapped under. */
  readonly kid: string;
  /** Names of all secrets that keys can be unwrapped with. */
  readonly kids: readonly string[];
  create(id: string, apiKey: ApiKey): NewTextKey;
  /** @throws Unreadable where it was not wrapped for this evaluation and caller. */
  openForCaller(id: string, kid: string, wrapped: string, apiKey: ApiKey): TextKey;
  /** @throws Unreadable where it was not wrapped for this evaluation. */
  openForRecovery(id: string, kid: string, wrapped: string): TextKey;
}

export interface NewTextKey {
  readonly key: TextKey;
  readonly forCaller: string;
  readonly forRecovery: string;
}

/** The key of one evaluation's texts. */
export interface TextKey {
  /** For another thread of this process, and nowhere else. */
  readonly bytes: Uint8Array;
  /** @param purpose binds the text to its place: what was sealed for one opens for no other. */
  seal(text: string, purpose: string): string;
  /** @throws Unreadable where it was not sealed with this key for this purpose, or was changed since. */
  open(sealed: string, purpose: string): string;
}

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
export function createTextKeys(secrets: readonly [TextSecret, ...TextSecret[]]): TextKeys {
  const [current] = secrets;
  const subkeyOf = (kid: string): Uint8Array => {
    const secret = secrets.find((each) => each.kid === kid);
    if (secret === undefined) throw new Unreadable();
    return secret.subkey;
  };
  const unwrap = (wrapping: Uint8Array, wrapped: string): TextKey =>
    textKey(open(wrapping, Buffer.from(wrapped, 'base64url'), 'key'));

  return {
    kid: current.kid,
    kids: secrets.map(({ kid }) => kid),
    create(id, apiKey) {
      const bytes = randomBytes(KEY_BYTES);
      const wrap = (wrapping: Uint8Array): string => seal(wrapping, bytes, 'key').toString('base64url');
      return {
        key: textKey(bytes),
        forCaller: wrap(callerKey(current.subkey, id, apiKey)),
        forRecovery: wrap(recoveryKey(current.subkey, id)),
      };
    },
    openForCaller: (id, kid, wrapped, apiKey) => unwrap(callerKey(subkeyOf(kid), id, apiKey), wrapped),
    openForRecovery: (id, kid, wrapped) => unwrap(recoveryKey(subkeyOf(kid), id), wrapped),
  };
}

/** @param bytes of a key that `TextKeys` made or opened. */
export function textKey(bytes: Uint8Array): TextKey {
  return {
    bytes,
    seal: (text, purpose) => seal(bytes, Buffer.from(text, 'utf8'), purpose).toString('base64url'),
    open: (sealed, purpose) => open(bytes, Buffer.from(sealed, 'base64url'), purpose).toString('utf8'),
  };
}

/** A wrapping key for one evaluation alone, so that no two wraps share one. */
function recoveryKey(subkey: Uint8Array, id: string): Uint8Array {
  return deriveKey([subkey], 'claimgate evaluation recovery', id);
}

function callerKey(subkey: Uint8Array, id: string, apiKey: ApiKey): Uint8Array {
  return deriveKey([subkey, Buffer.from(apiKey.reveal(), 'utf8')], 'claimgate evaluation caller', id);
}

/** SHA-256 of the counter, the secrets and what the key is for; each part with its length, so that no two run together. */
function deriveKey(secrets: readonly Uint8Array[], purpose: string, id: string): Uint8Array {
  const parts = [...secrets, Buffer.from(purpose, 'utf8'), Buffer.from(id, 'utf8')];
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

/** Nonce, tag, ciphertext. */
function seal(key: Uint8Array, plain: Uint8Array, purpose: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose, 'utf8'));
  const body = cipher.update(plain);
  // In this mode nothing is left for the end.
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function open(key: Uint8Array, sealed: Buffer, purpose: string): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Unreadable();
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose, 'utf8'));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    throw new Unreadable();
  }
}
