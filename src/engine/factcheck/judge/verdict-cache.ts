/**
 * Judgements, and what a judge's own search found, kept per caller: what one caller's key paid for serves that
 * caller alone, and nobody learns from the time an answer takes what others have asked.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { NativeCitation } from '../../../models/dialects/web-search.ts';
import type { Reading } from '../read/reading.ts';
import { type Dates, PROMPT_VERSION } from './compose-question.ts';
import type { Case } from './judge-queue.ts';
import type { Judgements } from './read-judgements.ts';

/** What is kept of one kind, by keys that name the caller. */
interface CallerCache<Kept extends object> {
  get(key: string): Kept | undefined;
  set(key: string, kept: Kept): void;
}

export type VerdictCache = CallerCache<Judgements>;
export type CitationCache = CallerCache<readonly NativeCitation[]>;
export type ReadingCache = CallerCache<Pick<Reading, 'text' | 'parts'>>;

interface CallerCacheOptions {
  /** The most entries; about a kilobyte each. */
  readonly size: number;
  /** Milliseconds that one is kept. */
  readonly maxAge: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export function createCallerCache<Kept extends object>(options: CallerCacheOptions): CallerCache<Kept> {
  const { size, maxAge, now } = options;
  // `max` would allocate a place for each entry at once.
  return new LRUCache({
    maxSize: size,
    sizeCalculation: () => 1,
    ttl: maxAge,
    ttlResolution: 0,
    perf: { now },
  });
}

interface JudgementOf extends Pick<Case, 'claim' | 'parts' | 'context' | 'items'> {
  /** Whose judgement it is; not the key itself. */
  readonly callerId: string;
  /** As `judgeName` says. */
  readonly judge: string;
  readonly dates: Dates;
}

/** The same claim, judged by the same items in the same order by the same model, asked in the same words. */
export function verdictKey({ items, ...rest }: JudgementOf): string {
  const { callerId, judge, dates, claim, parts, context } = rest;
  return hashOf([
    PROMPT_VERSION,
    callerId,
    judge,
    dates,
    claim,
    parts,
    context,
    items.map(({ hash }) => hash),
  ]);
}

/** The same query, searched for by the same model. */
export function citationKey(
  { callerId, judge }: Pick<JudgementOf, 'callerId' | 'judge'>,
  query: string,
): string {
  return hashOf([callerId, judge, query]);
}

/** The same claim in the same surroundings, read by the same model, asked in the same words. */
export function readingKey(
  { callerId, judge }: Pick<JudgementOf, 'callerId' | 'judge'>,
  prompt: string,
  texts: readonly string[],
): string {
  return hashOf([callerId, judge, prompt, ...texts]);
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
