/**
 * Judgements, kept per caller: what one caller's key paid for serves that caller alone, and nobody learns
 * from the time an answer takes what others have asked.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ShownItem } from './choose-items.ts';
import { PROMPT_VERSION } from './compose-question.ts';
import type { Judgement } from './read-judgements.ts';

export interface VerdictCache {
  get(key: string): Judgement | undefined;
  set(key: string, judgement: Judgement): void;
}

export interface VerdictCacheOptions {
  /** The most judgements; about a kilobyte each. */
  readonly size: number;
  /** Milliseconds that a judgement is kept. */
  readonly maxAge: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export function createVerdictCache({ size, maxAge, now }: VerdictCacheOptions): VerdictCache {
  const kept = new LRUCache<string, Judgement>({ max: size, ttl: maxAge, ttlResolution: 0, perf: { now } });
  return {
    get: (key) => kept.get(key),
    set: (key, judgement) => void kept.set(key, judgement),
  };
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
  const parts = [callerId, judge, PROMPT_VERSION, claim, ...items.map(({ hash }) => hash)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
