import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after so many milliseconds, or as soon as the signal aborts. Does not keep the process alive. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return delay(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}

/** @returns what the promise gives, or `otherwise` where it takes more than so many milliseconds. */
export async function within<T>(milliseconds: number, promise: Promise<T>, otherwise: T): Promise<T> {
  const over = new AbortController();
  try {
    return await Promise.race([promise, delay(milliseconds, otherwise, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}
