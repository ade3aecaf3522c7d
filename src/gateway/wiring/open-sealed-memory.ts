/** Joins what a gateway remembers for an hour, sealed wherever it lies, under names that tell nothing. */
import { createHash } from 'node:crypto';
import { deriveSubkey } from '../admission/derive-subkey.ts';
import type { SealedMemory } from '../chat/evidence-memory.ts';
import { textKey } from '../store/seal-text.ts';
import { createShelf, type Shelf } from './open-shelf.ts';

/** Milliseconds that an entry is kept. */
const KEEP = 3_600_000;
/** Characters of one sealed entry. */
const MAX_ENTRY = 512 * 1024;

/**
 * @param secret the server's: the entries are sealed under a subkey of it.
 * @param purpose of what is remembered; one word.
 * @param shelf where they lie; in this process unless said otherwise.
 */
export function openSealedMemory(
  secret: string,
  purpose: string,
  shelf: Shelf = createShelf(),
): SealedMemory {
  const key = textKey(deriveSubkey(secret, purpose));
  const hashOf = (name: readonly unknown[]): string =>
    createHash('sha256')
      .update(JSON.stringify([secret, ...name]))
      .digest('base64url');
  return {
    async keep(name, value) {
      const hash = hashOf(name);
      const sealed = key.seal(JSON.stringify(value), hash);
      if (sealed.length <= MAX_ENTRY) await shelf.set(`${purpose}:${hash}`, sealed, KEEP).catch(() => {});
    },
    async find(name) {
      const hash = hashOf(name);
      try {
        const sealed = await shelf.get(`${purpose}:${hash}`);
        return typeof sealed === 'string' ? JSON.parse(key.open(sealed, hash)) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
