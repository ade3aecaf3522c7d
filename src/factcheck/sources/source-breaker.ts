/** Leaves a source alone that keeps failing, so that no search waits for it. */
import { createCircuit } from '../../wire/circuit.ts';
import type { Failure } from './outside-source.ts';
import type { SourceError } from './source.ts';

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

/** An abort is the caller's doing, and a limit has a pause of its own: neither means that a source is broken. */
const NO_SIGN: ReadonlySet<SourceError['fault']> = new Set(['aborted', 'limited']);
const SOURCE = 'source';

export function createBreaker({ failures, pause, now }: BreakerOptions): SourceBreaker {
  const circuit = createCircuit({ failures, pause, now });
  let last: Failure | undefined;
  return {
    refusal() {
      const wait = circuit.enter(SOURCE);
      if (wait === 0 || last === undefined) return undefined;
      const { fault, message } = last;
      return { fault, message: `left alone for another ${Math.ceil(wait / 1_000)} s: ${message}` };
    },
    succeeded: () => circuit.reached(SOURCE),
    failed(failure) {
      if (NO_SIGN.has(failure.fault)) return;
      last = failure;
      // A key that is not accepted will not be at the next request either.
      circuit.failed(SOURCE, failure.fault === 'key');
    },
  };
}
