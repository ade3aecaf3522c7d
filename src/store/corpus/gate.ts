/** Lets so many in at a time and keeps the others waiting outside, in order. */
export type Gate = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * @param open how many may be inside.
 * @param mostWaiting how many may wait; the next one is refused.
 * @param refusal what it is refused with.
 * @returns runs the work when its turn has come. One that is aborted while it waits leaves the queue and is
 * never begun.
 */
export function createGate(open: number, mostWaiting: number, refusal: () => Error): Gate {
  let inside = 0;
  const queue = new Set<() => void>();

  function enter(signal: AbortSignal | undefined): Promise<void> {
    if (inside < open) {
      inside++;
      return Promise.resolve();
    }
    if (queue.size >= mostWaiting) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(admit);
        reject(signal?.reason);
      };
      const admit = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      queue.add(admit);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function exit(): void {
    const [next] = queue;
    if (next === undefined) {
      inside--;
    } else {
      queue.delete(next);
      next();
    }
  }

  return async (work, signal) => {
    signal?.throwIfAborted();
    await enter(signal);
    try {
      return await work();
    } finally {
      exit();
    }
  };
}
