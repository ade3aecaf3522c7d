/** Whether the database can be written to, asked of it when somebody wants to know. */
import { performance } from 'node:perf_hooks';
import { describeStoreFault } from '../store/name-fault.ts';
import { describeError } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/log.ts';
import { createRecurringWarning } from '../telemetry/recurring-warning.ts';

/** Milliseconds. */
const PATIENCE = 900;
const FRESH = 1_000;

/** @returns a warning of what failed because of the database, with what is wrong with it; once a minute. */
export function warnOfStore(log: Log, what: string): (error: unknown) => void {
  return createRecurringWarning(log, (error) => `${what}: ${describeStoreFault(error)}`);
}

/** @param options.probe writes something: a full disk can still be read. */
export function watchStore({ probe, log }: { readonly probe: () => Promise<void>; readonly log: Log }) {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean> = Promise.resolve(true);
  let isProbing = false;
  let wasWell = true;

  const settle = (fault: string | undefined, error?: unknown): boolean => {
    if (fault !== undefined && wasWell) {
      log.warn(error === undefined ? {} : describeError(error), `cannot write to the database: ${fault}`);
    }
    if (fault === undefined && !wasWell) log.info('the database can be written again');
    wasWell = fault === undefined;
    return wasWell;
  };

  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(settle('it does not answer')), PATIENCE);
      isProbing = true;
      probe()
        .then(
          () => resolve(settle(undefined)),
          (error: unknown) => resolve(settle(describeStoreFault(error), error)),
        )
        .finally(() => {
          clearTimeout(timer);
          isProbing = false;
        });
    });

  return {
    /** Answers within a second, and asks the database once a second at most, however many want to know. */
    isWell(): Promise<boolean> {
      const now = performance.now();
      // A probe that hangs is not joined by others: each would hold a connection.
      if (isProbing || now - asked < FRESH) return answer;
      asked = now;
      answer = ask();
      return answer;
    },
  };
}
