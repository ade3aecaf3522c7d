/** Gathers what is counted one by one into sums, and writes those now and then. What a killed process has gathered is lost. */

interface GatherSumsOptions<T> {
  /** What has the same name is summed. */
  readonly placeOf: (item: T) => string;
  readonly join: (one: T, other: T) => T;
  readonly write: (items: readonly T[]) => Promise<void>;
  /** Milliseconds in which items are gathered before they are written. */
  readonly every: number;
  /** Called when they could not be written; it is tried again, after four times as long. */
  readonly onFailure: (error: unknown) => void;
}

export function gatherSums<T>({ placeOf, join, write, every, onFailure }: GatherSumsOptions<T>) {
  let pending = new Map<string, T>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  const add = (item: T): void => {
    const place = placeOf(item);
    const other = pending.get(place);
    pending.set(place, other === undefined ? item : join(item, other));
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = pending;
    pending = new Map();
    if (batch.size > 0) writing = writing.then(() => writeBatch([...batch.values()]));
    return writing;
  };
  const writeBatch = async (batch: readonly T[]): Promise<void> => {
    try {
      await write(batch);
    } catch (error) {
      onFailure(error);
      for (const item of batch) add(item);
      flushSoon(every * 4);
    }
  };
  const flushSoon = (wait: number): void => {
    if (!closed) timer ??= setTimeout(() => void flush(), wait).unref();
  };

  return {
    gather(item: T): void {
      add(item);
      flushSoon(every);
    },
    /** Writes what was gathered by now. Never rejects. */
    flush,
    /** Writes what is still to be written; what is gathered afterwards is not. */
    async close(): Promise<void> {
      closed = true;
      await flush();
    },
  };
}
