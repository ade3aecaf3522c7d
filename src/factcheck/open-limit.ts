/** A signal that aborts with the caller's, or when the time is up; and a promise that rejects when it does. */
export interface Limit {
  readonly signal: AbortSignal;
  /** Rejects with the signal's reason: a call that does not heed its signal holds nobody up. */
  readonly passed: Promise<never>;
  close(): void;
}

export function openLimit(caller: AbortSignal, milliseconds: number): Limit {
  const controller = new AbortController();
  const passed = Promise.withResolvers<never>();
  // It may reject when nobody waits for it any more.
  passed.promise.catch(() => {});
  const end = (reason: unknown): void => {
    controller.abort(reason);
    passed.reject(reason);
  };
  const onAbort = (): void => end(caller.reason);
  const timer = setTimeout(() => end(new DOMException('The time is up', 'TimeoutError')), milliseconds);
  if (caller.aborted) onAbort();
  else caller.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    passed: passed.promise,
    close() {
      clearTimeout(timer);
      caller.removeEventListener('abort', onAbort);
    },
  };
}
