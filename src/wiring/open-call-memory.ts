/** Joins the memory of calls: shared in Redis where it is configured, else in this process; sealed in both. */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { deriveSubkey } from '../admission/derive-subkey.ts';
import type { CallMemory } from '../chat/call-memory.ts';
import type { Config } from '../config/read-config.ts';
import { textKey } from '../store/seal-text.ts';
import { openRedisLink } from './open-redis-link.ts';

/** Milliseconds that a call is remembered. */
const KEEP = 3_600_000;
/** Characters of one sealed entry, and of all of them in this process. */
const MAX_ENTRY = 512 * 1024;
const MAX_ALL = 32 * 1024 * 1024;
/** Where sealed texts lie. */
export interface Shelf {
  get(name: string): Promise<unknown>;
  set(name: string, sealed: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface OpenCallMemory extends CallMemory {
  /** Lets the connection go. */
  close(): Promise<void>;
}

/**
 * @param secret the server's: the entries are sealed under a subkey of it.
 * @param own where they lie without Redis.
 */
export function openCallMemory(
  config: Pick<Config, 'redisUrl'>,
  secret: string,
  own: () => Shelf = createShelf,
): OpenCallMemory {
  const key = textKey(deriveSubkey(secret, 'calls'));
  const shelf = config.redisUrl === undefined ? own() : redisShelf(config.redisUrl);
  const nameOf = (callerId: string, id: string): string =>
    createHash('sha256')
      .update(JSON.stringify([secret, callerId, id]))
      .digest('base64url');
  return {
    async keep(callerId, { id, extra }) {
      const name = nameOf(callerId, id);
      const sealed = key.seal(JSON.stringify(extra), name);
      if (sealed.length <= MAX_ENTRY) await shelf.set(name, sealed).catch(() => {});
    },
    async find(callerId, id) {
      const name = nameOf(callerId, id);
      try {
        const sealed = await shelf.get(name);
        return typeof sealed === 'string' ? JSON.parse(key.open(sealed, name)) : undefined;
      } catch {
        return undefined;
      }
    },
    close: () => shelf.close(),
  };
}

/** Lies in this process. */
export function createShelf(): Shelf {
  const entries = new LRUCache<string, string>({
    maxSize: MAX_ALL,
    sizeCalculation: (sealed) => sealed.length,
    ttl: KEEP,
    perf: performance,
  });
  return {
    get: async (name) => entries.get(name),
    set: async (name, sealed) => entries.set(name, sealed),
    close: async () => entries.clear(),
  };
}

function redisShelf(url: string): Shelf {
  const link = openRedisLink(url);
  return {
    get: (name) => link.send(['GET', `claimgate:call:${name}`]),
    set: (name, sealed) => link.send(['SET', `claimgate:call:${name}`, sealed, 'PX', String(KEEP)]),
    close: () => link.close(),
  };
}
