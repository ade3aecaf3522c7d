/**
 * Recent answers of outside sources, so that the same claim is not asked for again: in memory, or where
 * processes share them. Nothing of a caller is in it: the key is a hash, the value is public.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { EvidenceQuery, RetrievedItem } from './source.ts';

export interface EvidenceCache {
  /** @returns the items, none of them a proven absence; `undefined` where nothing is known. Never rejects. */
  get(key: string): Promise<readonly RetrievedItem[] | undefined>;
  /** Never rejects: what cannot be kept is asked for again. */
  set(key: string, items: readonly RetrievedItem[]): Promise<void>;
}

/** Milliseconds that what was found is kept. */
export const KEEP_FOUND: number = 24 * 3_600_000;
/** Milliseconds that finding nothing is kept: it may be there soon. */
export const KEEP_NOTHING: number = 10 * 60_000;
/** The most characters of one entry. */
const MAX_ENTRY = 256 * 1024;

/**
 * @param secret the server's: without it, who reads the cache could try out claims.
 * @returns 43 URL-safe characters.
 */
export function evidenceKey(secret: string, source: string, query: EvidenceQuery): string {
  const asked = JSON.stringify([secret, source, query.language, query.limit, query.text]);
  return createHash('sha256').update(asked).digest('base64url');
}

interface MemoryCacheOptions {
  /** Characters of evidence at most; what was used longest ago goes first. 16 Mi unless said otherwise. */
  readonly maxCharacters?: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export function createMemoryEvidenceCache(options: MemoryCacheOptions): EvidenceCache {
  const entries = new LRUCache<string, readonly RetrievedItem[]>({
    maxSize: options.maxCharacters ?? 16 * 1024 * 1024,
    maxEntrySize: MAX_ENTRY,
    sizeCalculation: sizeOf,
    ttlResolution: 0,
    perf: { now: options.now },
  });
  return {
    get: async (key) => entries.get(key),
    async set(key, items) {
      entries.set(key, items, { ttl: lifetimeOf(items) });
    },
  };
}

function sizeOf(items: readonly RetrievedItem[]): number {
  let size = 200;
  for (const item of items) size += 200 + item.title.length + item.url.length + item.text.length;
  return size;
}

function lifetimeOf(items: readonly RetrievedItem[]): number {
  return items.length > 0 ? KEEP_FOUND : KEEP_NOTHING;
}

/** Texts that several processes share, in Redis or in one of them. It answers quickly, or rejects quickly. */
interface SharedTexts {
  get(name: string): Promise<unknown>;
  /** @param keep milliseconds. */
  set(name: string, text: string, keep: number): Promise<unknown>;
}

/** While the texts are away nothing is known and nothing kept. */
export function createSharedEvidenceCache(texts: SharedTexts): EvidenceCache {
  const name = (key: string): string => `evidence:${key}`;
  return {
    async get(key) {
      try {
        const value = z.string().parse(await texts.get(name(key)));
        return ITEMS.parse(JSON.parse(value)) as readonly RetrievedItem[];
      } catch {
        return undefined;
      }
    },
    async set(key, items) {
      const value = JSON.stringify(items);
      if (value.length > MAX_ENTRY) return;
      await texts.set(name(key), value, lifetimeOf(items)).catch(() => {});
    },
  };
}

/** What others wrote is trusted no further than a source. */
const ITEMS = z.array(
  z.looseObject({
    source: z.string(),
    title: z.string(),
    url: z.string().regex(/^https?:\/\//),
    text: z.string(),
    published: z.string().optional(),
  }),
);
