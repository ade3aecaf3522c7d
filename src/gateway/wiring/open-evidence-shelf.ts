/** Joins the evidence that callers of the Model Context Protocol can read with where texts lie. */

import type { EvidenceShelf, KeptEvidence } from '../../mcp/mcp-service.ts';
import type { CallerId } from '../admission/caller-id.ts';
import { createShelf, type Shelf } from './open-shelf.ts';

/** Milliseconds that evidence can be read after it was found. */
const KEEP = 3_600_000;

/**
 * @param shelf where it lies; in this process unless said otherwise.
 * @returns the shelf of one caller: what lies there is found for that caller alone.
 */
export function openEvidenceShelf(shelf: Shelf = createShelf()): (caller: CallerId) => EvidenceShelf {
  return (caller) => ({
    keep: async (name, entry) =>
      shelf.set(`mcp:${caller}:${name}`, JSON.stringify(entry), KEEP).then(
        () => true,
        () => false,
      ),
    async find(name) {
      const kept = await shelf.get(`mcp:${caller}:${name}`).catch(() => undefined);
      return typeof kept === 'string' ? (JSON.parse(kept) as KeptEvidence) : undefined;
    },
  });
}
