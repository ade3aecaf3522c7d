import type { Allowance } from '../domain/plan.ts';
import { tightestWindow } from './allowance.ts';

/** Response headers by their names; empty where the plan has no limit. */
export type RateLimitHeaders = Readonly<Record<string, string>>;

const NONE: RateLimitHeaders = {};

/**
 * `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds) of the window with the fewest requests left.
 */
export function rateLimitHeaders(allowance: Allowance): RateLimitHeaders {
  const window = tightestWindow(allowance);
  if (window === undefined) return NONE;
  return {
    'X-RateLimit-Limit': String(window.limit),
    'X-RateLimit-Remaining': String(window.remaining),
    'X-RateLimit-Reset': String(window.reset),
  };
}
