/** Leaves a source alone that keeps failing, so that no search waits for it. */
import { type CircuitOptions, createCircuit } from '../../../models/wire/circuit.ts';
import type { Failure } from './outside-source.ts';
import type { SourceError } from './source.ts';

/** An abort is the caller's doing, and a limit has a pause of its own: neither means that a source is broken. */
const NO_SIGN: ReadonlySet<SourceError['fault']> = new Set(['aborted', 'limited']);
const SOURCE = 'source';

export function createBreaker(options: Pick<CircuitOptions, 'failures' | 'pause' | 'now'>) {
  const circuit = createCircuit(options);
  let last: Failure | undefined;
  return {
    /** @returns why the source must not be asked now; `undefined` where it may be. */
    refusal(): Failure | undefined {
      const wait = circuit.enter(SOURCE);
      if (wait === 0 || last === undefined) return undefined;
      const { fault, message } = last;
      return { fault, message: `left alone for another ${Math.ceil(wait / 1_000)} s: ${message}` };
    },
    succeeded: () => circuit.reached(SOURCE),
    failed(failure: Failure): void {
      if (NO_SIGN.has(failure.fault)) return;
      last = failure;
      // A key that is not accepted will not be at the next request either.
      circuit.failed(SOURCE, failure.fault === 'key');
    },
  };
}
