import { type EvidenceCache, KEEP_FOUND, KEEP_NOTHING } from './evidence-cache.ts';
import { isObject } from './read-reply.ts';
import type { RetrievedItem } from './source.ts';

/** As much of Redis as is needed: what answers quickly, or fails quickly. */
export interface RedisCommands {
  /** Rejects where Redis is away. */
  send(args: string[]): Promise<unknown>;
}

/** Characters that one entry takes at most. */
const MAX_ENTRY = 256 * 1024;

/**
 * Evidence that replicas share. Entries expire in Redis by themselves; where Redis is away nothing is known
 * and nothing kept.
 */
export function createRedisEvidenceCache(redis: RedisCommands): EvidenceCache {
  const name = (key: string): string => `claimgate:evidence:${key}`;
  return {
    async get(key) {
      try {
        return readItems(await redis.send(['GET', name(key)]));
      } catch {
        return undefined;
      }
    },
    async set(key, items) {
      const value = JSON.stringify(items);
      if (value.length > MAX_ENTRY) return;
      const expiry = items.length > 0 ? KEEP_FOUND : KEEP_NOTHING;
      try {
        await redis.send(['SET', name(key), value, 'PX', String(expiry)]);
      } catch {
        // It is asked for again.
      }
    },
  };
}

/** Whoever may write to Redis is trusted no further than a source is: what is no list of items is nothing. */
function readItems(value: unknown): readonly RetrievedItem[] | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const items: unknown = JSON.parse(value);
    return Array.isArray(items) && items.every(isItem) ? items : undefined;
  } catch {
    return undefined;
  }
}

function isItem(value: unknown): value is RetrievedItem {
  if (!isObject(value)) return false;
  const { source, title, url, text, published } = value;
  return (
    [source, title, url, text].every((part) => typeof part === 'string') &&
    /^https?:\/\//.test(url as string) &&
    (published === undefined || typeof published === 'string')
  );
}
