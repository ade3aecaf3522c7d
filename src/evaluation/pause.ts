/** Resolves after so many milliseconds, or as soon as the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.max(0, milliseconds));
    signal.addEventListener('abort', end, { once: true });
  });
}

/** @returns what the promise gives, or `otherwise` where it takes more than so many milliseconds. */
export function within<T>(milliseconds: number, promise: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise), Math.max(0, milliseconds));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
