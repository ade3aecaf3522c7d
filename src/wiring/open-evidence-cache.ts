/** Joins the evidence cache: shared in Redis where it is configured, else in memory. */
import { performance } from 'node:perf_hooks';
import type { Config } from '../config/read-config.ts';
import {
  createMemoryEvidenceCache,
  createRedisEvidenceCache,
  type EvidenceCache,
} from '../factcheck/sources/evidence-cache.ts';
import { openRedisLink } from './open-redis-link.ts';

/**
 * The connection is the cache's own: what is large in it does not hold up the counting of requests, whose own
 * connection reports whether Redis is there. Where it is away, sources are asked as if nothing were known.
 * @returns the cache, and what lets its connection go.
 */
export function openEvidenceCache(config: Pick<Config, 'redisUrl'>): {
  readonly cache: EvidenceCache;
  close(): Promise<void>;
} {
  if (config.redisUrl === undefined) {
    return { cache: createMemoryEvidenceCache({ now: () => performance.now() }), close: async () => {} };
  }
  const link = openRedisLink(config.redisUrl);
  return { cache: createRedisEvidenceCache(link), close: () => link.close() };
}
