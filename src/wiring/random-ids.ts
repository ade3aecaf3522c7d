import { randomFillSync } from 'node:crypto';

/** Bytes of randomness fetched at a time: a call to the system for each id would cost more than the id. */
const POOL = 6_144;

/**
 * Ids that nobody can guess: cryptographic randomness as URL-safe characters, four for three bytes.
 *
 * @param bytes of each id; a multiple of three.
 */
export function randomIds(bytes: number): () => string {
  const pool = Buffer.allocUnsafe(Math.floor(POOL / bytes) * bytes);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const id = pool.toString('base64url', used, used + bytes);
    pool.fill(0, used, used + bytes);
    used += bytes;
    return id;
  };
}
