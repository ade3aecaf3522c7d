import { hkdfSync } from 'node:crypto';

/** What a subkey is for. Two purposes never share a subkey, so that one reveals nothing of another. */
export type SubkeyPurpose = 'caller-id' | 'secret-name' | (string & {});

/**
 * Derives a 256-bit subkey of the server's secret (HKDF-SHA-256, RFC 5869, no salt, the purpose as `info`).
 * The same secret and purpose always give the same subkey, on every replica.
 */
export function deriveSubkey(secret: Uint8Array | string, purpose: SubkeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `claimgate ${purpose}`, 32));
}
