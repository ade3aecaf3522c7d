/** Joins the evidence cache: shared in Redis where it is configured, or by a gateway's workers, else in memory. */
import { performance } from 'node:perf_hooks';
import {
  createMemoryEvidenceCache,
  createSharedEvidenceCache,
  type EvidenceCache,
} from '../factcheck/sources/evidence-cache.ts';
import type { Shelf } from './open-shelf.ts';

/**
 * Where the texts are away, sources are asked as if nothing were known.
 * @param shared absent in a gateway of one process without Redis.
 */
export function openEvidenceCache(shared: Shelf | undefined): EvidenceCache {
  return shared === undefined
    ? createMemoryEvidenceCache({ now: () => performance.now() })
    : createSharedEvidenceCache(shared);
}
