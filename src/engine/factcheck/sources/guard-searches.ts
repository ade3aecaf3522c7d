/** What searches in all servers have in common: a deadline, a source that keeps failing is left alone, faults are read alike. */
import type { Failure } from './outside-source.ts';
import { SourceError } from './source.ts';
import { createBreaker } from './source-breaker.ts';
import { readError } from './source-failure.ts';

interface GuardOptions {
  /** Of the source. */
  readonly name: string;
  /** Milliseconds for one search. */
  readonly timeout: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** What an error means. */
  readonly readFailure?: (error: unknown, signal: AbortSignal) => Failure;
}

const FAILURES = 4;
const PAUSE = 30_000;

/**
 * @returns does a search, which gets a signal that aborts with the caller's, or when its time is up; it throws nothing but
 *   SourceError.
 */
export function guardSearches({ name, timeout, now, readFailure = readError }: GuardOptions) {
  const breaker = createBreaker({ failures: FAILURES, pause: PAUSE, now });
  return async <T>(signal: AbortSignal, search: (limited: AbortSignal) => Promise<T>): Promise<T> => {
    const refusal = breaker.refusal();
    if (refusal !== undefined) throw new SourceError(name, refusal.fault, refusal.message);
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    try {
      limited.throwIfAborted();
      const found = await search(limited);
      breaker.succeeded();
      return found;
    } catch (error) {
      const failure = readFailure(error, limited);
      breaker.failed(failure);
      throw new SourceError(name, failure.fault, failure.message, error);
    }
  };
}
