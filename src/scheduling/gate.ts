/** Lets so many in at a time and keeps the others waiting outside, in order. */
export class Gate {
  readonly #open: number;
  readonly #mostWaiting: number;
  readonly #refusal: () => Error;
  readonly #longestWait: number | undefined;
  readonly #queue = new Set<() => void>();
  #inside = 0;

  /**
   * @param open how many may be inside.
   * @param mostWaiting how many may wait; the next one is refused.
   * @param refusal what it is refused with.
   * @param longestWait milliseconds after which one that still waits is refused too.
   */
  constructor(open: number, mostWaiting: number, refusal: () => Error, longestWait?: number) {
    this.#open = open;
    this.#mostWaiting = mostWaiting;
    this.#refusal = refusal;
    this.#longestWait = longestWait;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Resolves when its turn has come; `leave` is to be called then. One that is aborted while it waits rejects. */
  async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#inside < this.#open) {
      this.#inside++;
      return;
    }
    if (this.#queue.size >= this.#mostWaiting) throw this.#refusal();
    await new Promise<void>((resolve, reject) => {
      const leaveQueue = (reason: unknown): void => {
        settle();
        this.#queue.delete(admit);
        reject(reason);
      };
      const giveUp = (): void => leaveQueue(signal?.reason);
      const admit = (): void => {
        settle();
        resolve();
      };
      const timer =
        this.#longestWait === undefined
          ? undefined
          : setTimeout(() => leaveQueue(this.#refusal()), this.#longestWait);
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      this.#queue.add(admit);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Lets the next one in. */
  leave(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#inside--;
    } else {
      this.#queue.delete(next);
      next();
    }
  }

  /** Runs the work when its turn has come; work that is aborted before is never begun. */
  readonly run = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  };
}
