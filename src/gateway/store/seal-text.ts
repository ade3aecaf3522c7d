/**
 * Seals texts, so that the database alone reveals nothing of them.
 *
 * AES-256-GCM (NIST SP 800-38D); keys derived in one step (NIST SP 800-56C, section 4, with SHA-256), which costs less
 * than HKDF does: answers wait for it.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

/** A subkey of a server secret, for one purpose alone. */
export interface TextSecret {
  /** The secret's public name. */
  readonly kid: string;
  readonly subkey: Uint8Array;
}

/** A key of texts. */
export type TextKey = ReturnType<typeof textKey>;

/** Sealed text that cannot be opened; says nothing of why. */
export class Unreadable extends Error {
  constructor() {
    super('The sealed text cannot be opened');
    this.name = 'Unreadable';
  }
}

export const KEY_BYTES: number = 32;
const CIPHER = 'aes-256-gcm';
/** 96 bits, at random: a key seals a few thousand texts at most. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @throws Unreadable where none of the secrets has this name. */
export function subkeyOf(secrets: readonly TextSecret[], kid: string): Uint8Array {
  const secret = secrets.find((each) => each.kid === kid);
  if (secret === undefined) throw new Unreadable();
  return secret.subkey;
}

/** @param bytes 32, derived or random; for other threads of this process, and nowhere else. */
export function textKey(bytes: Uint8Array) {
  return {
    bytes,
    /** @param purpose binds the text to its place: what was sealed for one opens for no other. */
    seal: (text: string, purpose: string): string => seal(bytes, Buffer.from(text), purpose),
    /** @throws Unreadable where it was not sealed with this key for this purpose, or was changed since. */
    open: (sealed: string, purpose: string): string => open(bytes, sealed, purpose).toString(),
  };
}

/** SHA-256 of the counter, the secrets and what the key is for; each part with its length, so that no two run together. */
export function deriveKey(secrets: readonly Uint8Array[], purpose: string, id: string): Uint8Array {
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

/**
 * @param purpose binds what is sealed to its place.
 * @returns nonce, tag and ciphertext.
 */
export function seal(key: Uint8Array, plain: Uint8Array, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose));
  const body = cipher.update(plain);
  // In this mode nothing is left for the end.
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** @throws Unreadable where it was not sealed with this key for this purpose, or was changed since. */
export function open(key: Uint8Array, sealed: string, purpose: string): Buffer {
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
