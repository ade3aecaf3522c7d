/** The places that requests can be counted in. A new one is a file beside this and a line here. */
import type { LimitBackend, LimitBackendOptions } from '../limit-backend.ts';
import { openMemoryBackend } from './memory.ts';

type OpenLimitBackend = (options: LimitBackendOptions) => Promise<LimitBackend>;

export const LIMIT_BACKENDS = {
  memory: openMemoryBackend,
  // Its client, a quarter of all modules, is loaded where it is used.
  redis: async (options) =>
    (await import('./redis.ts')).openRedisBackend({ ...options, redisUrl: options.redisUrl ?? '' }),
} satisfies Record<string, OpenLimitBackend>;

/** Redis where there is a URL, else memory. */
export function openLimitBackend(options: LimitBackendOptions): Promise<LimitBackend> {
  return LIMIT_BACKENDS[options.redisUrl === undefined ? 'memory' : 'redis'](options);
}
