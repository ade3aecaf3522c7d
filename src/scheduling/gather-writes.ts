/**
 * Gathers what is written one by one into few writes: while one is under way, or has only just begun, the next ones
 * wait together. Each write wakes another thread or another machine, which costs more than what it writes.
 */
interface GatherOptions<T, R> {
  /** Writes all of them. @returns what becomes of each, in order. */
  readonly write: (items: readonly T[]) => Promise<readonly R[]>;
  /** The most that are written at once. */
  readonly most: number;
  /** Milliseconds between the beginnings of two writes. The first after a quiet spell goes out at once. */
  readonly every: number;
}

/** @returns writes an item; rejects with the error of the write that it was part of. */
export function gatherWrites<T, R>({ write, most, every }: GatherOptions<T, R>): (item: T) => Promise<R> {
  let queue: (PromiseWithResolvers<R> & { readonly item: T })[] = [];
  let busy = false;
  let last = Number.NEGATIVE_INFINITY;

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      const wait = queue.length >= most ? 0 : last + every - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      last = performance.now();
      const batch = queue.slice(0, most);
      queue = queue.slice(most);
      try {
        const results = await write(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  };

  return (item) => {
    const waiting = { item, ...Promise.withResolvers<R>() };
    queue.push(waiting);
    // What comes within one turn of the event loop is written together.
    if (!busy) setImmediate(() => void flush());
    busy = true;
    return waiting.promise;
  };
}
