/** Gathers what is written one by one into few writes: while one is under way the next ones wait together. */
export interface GatherOptions<T, R> {
  /** Writes all of them. @returns what becomes of each, in order. */
  readonly write: (items: readonly T[]) => Promise<readonly R[]>;
  /** The most that are written at once. */
  readonly most: number;
}

/** @returns writes an item; rejects with the error of the write that it was part of. */
export function gatherWrites<T, R>({ write, most }: GatherOptions<T, R>): (item: T) => Promise<R> {
  let queue: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let busy = false;

  const flush = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (queue.length > 0) {
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

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // What comes within one turn of the event loop is written together.
      if (queue.length === 1 && !busy) setImmediate(() => void flush());
    });
}
