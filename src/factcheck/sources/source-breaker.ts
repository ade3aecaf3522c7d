import type { Failure } from './outside-source.ts';
import type { SourceError } from './source.ts';

/** Leaves a source alone that keeps failing, so that nobody waits for it. */
export interface SourceBreaker {
  /** @returns why the source must not be asked now; `undefined` where it may be. */
  refusal(): Failure | undefined;
  succeeded(): void;
  failed(failure: Failure): void;
}

export interface BreakerOptions {
  /** Failures in a row after which it is left alone. */
  readonly failures: number;
  /** For how long, in milliseconds; then one search tries. */
  readonly pause: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** An abort is the caller's doing, and a limit has a pause of its own: neither says that a source is broken. */
const NO_SIGN: ReadonlySet<SourceError['fault']> = new Set(['aborted', 'limited']);

export function createBreaker({ failures, pause, now }: BreakerOptions): SourceBreaker {
  let inARow = 0;
  let tryAt = 0;
  let last: Failure | undefined;
  return {
    refusal() {
      if (last === undefined || inARow < failures) return undefined;
      const left = tryAt - now();
      if (left > 0) {
        const seconds = Math.ceil(left / 1_000);
        return { fault: last.fault, message: `left alone for another ${seconds} s: ${last.message}` };
      }
      // This search is the one that tries; the others do not wait for what it finds.
      tryAt = now() + pause;
      return undefined;
    },
    succeeded() {
      inARow = 0;
      last = undefined;
    },
    failed(failure) {
      if (NO_SIGN.has(failure.fault)) return;
      // A key that is not accepted will not be at the next request either.
      inARow = failure.fault === 'key' ? Math.max(failures, inARow + 1) : inARow + 1;
      last = failure;
      if (inARow >= failures) tryAt = now() + pause;
    },
  };
}
