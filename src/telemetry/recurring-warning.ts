import { describeError } from './describe-error.ts';
import type { Log } from './log.ts';

/** Milliseconds between two warnings of one kind. */
const AGAIN_AFTER = 60_000;

/**
 * A warning of what may go wrong with each request while something is away: written at `warn` the first time and
 * then once a minute, at `debug` in between.
 *
 * @param now milliseconds.
 */
export function createRecurringWarning(
  log: Log,
  message: string,
  now: () => number,
): (error: unknown) => void {
  let nextAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const isDue = now() >= nextAt;
    if (isDue) nextAt = now() + AGAIN_AFTER;
    log[isDue ? 'warn' : 'debug'](describeError(error), message);
  };
}
