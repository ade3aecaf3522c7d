/**
 * Does some work under a time limit.
 *
 * @param caller its abort ends the work too.
 * @param work gets a signal that aborts with the caller's, or when the time is up; where it does not heed that, it
 *   is left behind.
 * @throws what the work throws; the caller's reason; a `TimeoutError`, see {@link isTimeUp}.
 */
export async function withinLimit<T>(
  caller: AbortSignal,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const { signal } = limit;
  const onAbort = (): void => limit.abort(caller.reason);
  const timer = setTimeout(
    () => limit.abort(new DOMException('The time is up', 'TimeoutError')),
    milliseconds,
  );
  const passed = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // It may reject before the race has begun, or where the work could not begin.
  passed.catch(() => {});
  if (caller.aborted) onAbort();
  else caller.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(signal), passed]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    caller.removeEventListener('abort', onAbort);
  }
}

/** @returns whether a time limit has passed, by what was thrown. */
export function isTimeUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
