/**
 * Judgements, and what a judge's own search found, kept per caller: what one caller's key paid for serves that
 * caller alone, and nobody learns from the time an answer takes what others have asked.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { NativeCitation } from '../../providers/web-search.ts';
import type { ShownItem } from './choose-items.ts';
import { PROMPT_VERSION } from './compose-question.ts';
import type { Judgement } from './read-judgements.ts';
import type { Reading } from './reading.ts';

/** What is kept of one kind, by keys that name the caller. */
export interface CallerCache<Kept extends object> {
  get(key: string): Kept | undefined;
  set(key: string, kept: Kept): void;
}

export type VerdictCache = CallerCache<Judgement>;
export type CitationCache = CallerCache<readonly NativeCitation[]>;
export type ReadingCache = CallerCache<Pick<Reading, 'text' | 'parts'>>;

export interface CallerCacheOptions {
  /** The most entries; about a kilobyte each. */
  readonly size: number;
  /** Milliseconds that one is kept. */
  readonly maxAge: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export function createCallerCache<Kept extends object>(options: CallerCacheOptions): CallerCache<Kept> {
  const { size, maxAge, now } = options;
  return new LRUCache({ max: size, ttl: maxAge, ttlResolution: 0, perf: { now } });
}

export interface JudgementOf {
  /** Whose judgement it is; not the key itself. */
  readonly callerId: string;
  /** As `judgeName` says. */
  readonly judge: string;
  readonly claim: string;
  readonly items: readonly ShownItem[];
}

/** The same claim, judged by the same items in the same order by the same model, asked in the same words. */
export function verdictKey({ callerId, judge, claim, items }: JudgementOf): string {
  return hashOf([callerId, judge, PROMPT_VERSION, claim, ...items.map(({ hash }) => hash)]);
}

/** The same query, searched for by the same model. */
export function citationKey(
  { callerId, judge }: Omit<JudgementOf, 'claim' | 'items'>,
  query: string,
): string {
  return hashOf([callerId, judge, query]);
}

/** The same claim in the same surroundings, read by the same model, asked in the same words. */
export function readingKey(
  { callerId, judge }: Omit<JudgementOf, 'claim' | 'items'>,
  prompt: string,
  texts: readonly string[],
): string {
  return hashOf([callerId, judge, prompt, ...texts]);
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
