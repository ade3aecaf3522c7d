import { randomFillSync } from 'node:crypto';

/** Bytes of randomness fetched at a time: a call to the system for each id would cost more than the id. */
const POOL = 6_144;

/**
 * Ids that nobody can guess: cryptographic randomness, as URL-safe characters, four for three bytes, or as hexadecimal
 * ones, two for each.
 *
 * @param bytes of each id; a multiple of three.
 */
export function randomIds(bytes: number, encoding: 'base64url' | 'hex' = 'base64url'): () => string {
  const pool = Buffer.allocUnsafe(Math.floor(POOL / bytes) * bytes);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const id = pool.toString(encoding, used, used + bytes);
    pool.fill(0, used, used + bytes);
    used += bytes;
    return id;
  };
}
