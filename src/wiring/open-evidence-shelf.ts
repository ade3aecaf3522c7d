/** Joins the evidence that callers of the Model Context Protocol can read with where texts lie. */
import type { EvidenceShelf, KeptEvidence } from '../mcp/mcp-service.ts';
import { createShelf, type Shelf } from './open-shelf.ts';

/** Milliseconds that evidence can be read after it was found. */
const KEEP = 3_600_000;

/** @param shelf where it lies; in this process unless said otherwise. */
export function openEvidenceShelf(shelf: Shelf = createShelf()): EvidenceShelf {
  return {
    async keep(name, entry) {
      await shelf.set(`mcp:${name}`, JSON.stringify(entry), KEEP).catch(() => {});
    },
    async find(name) {
      const kept = await shelf.get(`mcp:${name}`).catch(() => undefined);
      return typeof kept === 'string' ? (JSON.parse(kept) as KeptEvidence) : undefined;
    },
  };
}
