import { performance } from 'node:perf_hooks';
import { describeError } from './describe-error.ts';
import type { Log } from './log.ts';

/** Milliseconds between two warnings of one kind. */
const AGAIN_AFTER = 60_000;

/**
 * A warning of what may go wrong with each request while something is away: written at `warn` the first time, when
 * its text changes, and else once a minute; at `debug` in between.
 *
 * @param describe the text, by the error.
 */
export function createRecurringWarning(
  log: Log,
  describe: (error: unknown) => string,
): (error: unknown) => void {
  let last: string | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const text = describe(error);
    const now = performance.now();
    const isDue = text !== last || now >= nextAt;
    if (isDue) nextAt = now + AGAIN_AFTER;
    last = text;
    log[isDue ? 'warn' : 'debug'](describeError(error), text);
  };
}
