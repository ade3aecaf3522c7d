/** Remembers how texts of requests were read, so that what comes again is not cut into passages again. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ContextMemory, ReadContextText } from './context.ts';

export interface ContextMemories {
  /** Callers are kept apart: none can tell by the time that it takes what another has sent. */
  of(callerId: string): ContextMemory;
}

/** Milliseconds that they are remembered. */
const KEEP = 3_600_000;
/** UTF-16 units of all texts that are remembered. */
const MOST = 8 * 1024 * 1024;
/** Of one text beside its units, and of one of its passages. */
const EACH = 400;

export function createContextMemories(): ContextMemories {
  const known = new LRUCache<string, ReadContextText>({
    maxSize: MOST,
    // The terms of a passage are about as long as its text.
    sizeCalculation: ({ passages }) =>
      passages.reduce((sum, { passage }) => sum + EACH + 2 * passage.text.length, EACH),
    ttl: KEEP,
  });
  return {
    of: (callerId) => ({
      async recall(text, firstPassage, read) {
        const name = hash('sha256', JSON.stringify([callerId, firstPassage, text]), 'base64url');
        const before = known.get(name);
        if (before !== undefined) return before;
        const found = await read();
        known.set(name, found);
        return found;
      },
    }),
  };
}
