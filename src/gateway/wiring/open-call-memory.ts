/** Joins the memory of calls, sealed wherever it lies. */
import { createHash } from 'node:crypto';
import { deriveSubkey } from '../admission/derive-subkey.ts';
import type { CallMemory } from '../chat/call-memory.ts';
import { textKey } from '../store/seal-text.ts';
import { createShelf, type Shelf } from './open-shelf.ts';

/** Milliseconds that a call is remembered. */
const KEEP = 3_600_000;
/** Characters of one sealed entry. */
const MAX_ENTRY = 512 * 1024;

/**
 * @param secret the server's: the entries are sealed under a subkey of it.
 * @param shelf where they lie; in this process unless said otherwise.
 */
export function openCallMemory(secret: string, shelf: Shelf = createShelf()): CallMemory {
  const key = textKey(deriveSubkey(secret, 'calls'));
  const nameOf = (callerId: string, id: string): string =>
    createHash('sha256')
      .update(JSON.stringify([secret, callerId, id]))
      .digest('base64url');
  return {
    async keep(callerId, { id, extra }) {
      const name = nameOf(callerId, id);
      const sealed = key.seal(JSON.stringify(extra), name);
      if (sealed.length <= MAX_ENTRY) await shelf.set(`call:${name}`, sealed, KEEP).catch(() => {});
    },
    async find(callerId, id) {
      const name = nameOf(callerId, id);
      try {
        const sealed = await shelf.get(`call:${name}`);
        return typeof sealed === 'string' ? JSON.parse(key.open(sealed, name)) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
