/** Where texts lie that a gateway remembers for a while: in Redis, where it is configured, else in a process. */
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import type { RedisLink } from '../admission/backends/redis-link.ts';

/** Answers quickly, or rejects quickly. */
export interface Shelf {
  get(name: string): Promise<unknown>;
  /** @param keep milliseconds. */
  set(name: string, text: string, keep: number): Promise<unknown>;
  close(): Promise<void>;
}

/** Characters of all texts in a process. */
const MAX_ALL = 32 * 1024 * 1024;

/** Milliseconds that the first commands wait for the connection. */
const MOST_WAIT = 2000;

/** Lies in this process. */
export function createShelf(): Shelf {
  const texts = new LRUCache<string, string>({
    maxSize: MAX_ALL,
    sizeCalculation: (text) => text.length,
    perf: performance,
  });
  return {
    get: async (name) => texts.get(name),
    set: async (name, text, keep) => texts.set(name, text, { ttl: keep }),
    close: async () => texts.clear(),
  };
}

/** Shared by replicas. Its connection is its own: what is large in it does not hold up the counting of requests. */
export function openRedisShelf(url: string): Shelf {
  const open = async (): Promise<RedisLink> => {
    // The client is loaded where it is used.
    const { RedisLink } = await import('../admission/backends/redis-link.ts');
    const link = new RedisLink({ url, prepare: async (send) => void (await send(['PING'])) });
    await link.settled(MOST_WAIT);
    return link;
  };
  // The first commands wait until it is known whether Redis is there.
  const link = open();
  return {
    get: async (name) => (await link).send(['GET', `claimgate:${name}`]),
    set: async (name, text, keep) =>
      (await link).send(['SET', `claimgate:${name}`, text, 'PX', String(keep)]),
    close: async () => (await link).close(),
  };
}
