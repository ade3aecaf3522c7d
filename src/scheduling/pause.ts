import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after so many milliseconds, or as soon as the signal aborts. Does not keep the process alive. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return delay(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
