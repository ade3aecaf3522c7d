/**
 * Claims of messages that were searched lately: clients send the whole conversation with each of its turns, and only what
 * is new in it is searched.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { detectInSlices } from '../claims/detect.ts';
import type { DetectedClaim } from '../domain/claim.ts';

export interface ClaimMemory {
  /** @returns the claims of a message's text, in slices, between two of which the caller may let others run. */
  detect(callerId: string, text: string): Iterable<readonly DetectedClaim[]>;
}

/** Milliseconds that they are remembered. */
const KEEP = 3_600_000;
/** Characters of all that is remembered. */
const MOST = 16 * 1024 * 1024;
/** Of one claim beside its texts, and of a message beside its claims. */
const EACH = 400;

/**
 * Callers are kept apart: none can tell by the time that it takes what another has sent.
 * @param search the detector.
 */
export function createClaimMemory(search: typeof detectInSlices = detectInSlices): ClaimMemory {
  const known = new LRUCache<string, readonly DetectedClaim[]>({
    maxSize: MOST,
    sizeCalculation: (claims) =>
      claims.reduce((sum, claim) => sum + EACH + claim.text.length + claim.original_text.length, EACH),
    ttl: KEEP,
  });
  return {
    *detect(callerId, text) {
      const name = hash('sha256', `${callerId} ${text}`, 'base64url');
      const before = known.get(name);
      if (before !== undefined) {
        yield before;
        return;
      }
      const claims: DetectedClaim[] = [];
      for (const slice of search(text)) {
        claims.push(...slice);
        yield slice;
      }
      known.set(name, claims);
    },
  };
}
