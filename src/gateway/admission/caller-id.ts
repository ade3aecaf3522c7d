/**
 * Who is calling, without knowing the key: an HMAC-SHA-256 of the key under a subkey of the server's
 * secret. It is what counters, plans and evaluations are filed under. Keys are not cached beside their
 * ids: an HMAC costs little, and a cache would hold keys in memory.
 */
import { hash } from 'node:crypto';
import { type ApiKey, MAX_KEY_LENGTH } from '../../domain/api-key.ts';
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
  const idOf = fingerprints(secret);
  const formerOf = oldSecrets.map(fingerprints);
  return {
    /** A short public name of the current secret, kept beside each row: which secret its id was made under. */
    kid: nameOfSecret(secret),
    idOf,
    callerOf: (key: ApiKey): Caller => ({
      id: idOf(key),
      formerIds: formerOf.map((idUnder) => idUnder(key)),
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

type Fingerprint = (key: ApiKey) => CallerId;

/** Bytes of a block of SHA-256. */
const BLOCK = 64;

/**
 * HMAC-SHA-256 (RFC 2104) as its two hashes: Node's `Hmac` is an object for each key, which costs more than they do.
 */
function fingerprints(secret: Uint8Array | string): Fingerprint {
  const subkey = deriveSubkey(secret, 'caller-id');
  const padded = (size: number, pad: number): Buffer => {
    const block = Buffer.alloc(size);
    for (let i = 0; i < BLOCK; i++) block[i] = (subkey[i] ?? 0) ^ pad;
    return block;
  };
  const inner = padded(BLOCK + MAX_KEY_LENGTH, 0x36);
  const outer = padded(BLOCK + 32, 0x5c);
  return (key) => {
    const end = BLOCK + inner.write(key.reveal(), BLOCK, 'latin1');
    outer.set(hash('sha256', inner.subarray(0, end), 'buffer'), BLOCK);
    inner.fill(0, BLOCK, end);
    return hash('sha256', outer, 'base64url') as CallerId;
  };
}
