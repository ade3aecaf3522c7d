import { hkdfSync } from 'node:crypto';

/**
 * Derives a 256-bit subkey of the server's secret (HKDF-SHA-256, RFC 5869, no salt, the purpose as `info`).
 * The same secret and purpose always give the same subkey, on every replica; another purpose gives another one,
 * which reveals nothing of the first.
 */
export function deriveSubkey(secret: Uint8Array | string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `claimgate ${purpose}`, 32));
}
