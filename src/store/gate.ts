import { performance } from 'node:perf_hooks';

/** How much the latest piece of work counts for how long the next ones are expected to take. */
const LATEST = 0.1;

/** Lets so many in at a time and keeps the others waiting outside, in order. */
export class Gate {
  readonly #open: number;
  readonly #mostWaiting: number;
  readonly #longestWait: number;
  readonly #refusal: () => Error;
  readonly #queue = new Set<() => void>();
  #inside = 0;
  /** Milliseconds that work of late took, on average. */
  #mean = 0;

  /**
   * @param open how many may be inside.
   * @param mostWaiting how many may wait; the next one is refused.
   * @param refusal what it is refused with.
   * @param longestWait milliseconds; one that would have to wait longer for `run`, as far as can be told, is refused at
   *   once: it would only give up later, and keep others waiting until then.
   */
  constructor(
    open: number,
    mostWaiting: number,
    refusal: () => Error,
    longestWait = Number.POSITIVE_INFINITY,
  ) {
    this.#open = open;
    this.#mostWaiting = mostWaiting;
    this.#longestWait = longestWait;
    this.#refusal = refusal;
  }

  /** Resolves when its turn has come; `leave` is to be called then. One that is aborted while it waits rejects. */
  async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#inside < this.#open) {
      this.#inside++;
      return;
    }
    const wait = ((this.#queue.size + 1) * this.#mean) / this.#open;
    if (this.#queue.size >= this.#mostWaiting || wait > this.#longestWait) throw this.#refusal();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#queue.delete(admit);
        reject(signal?.reason);
      };
      const admit = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
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
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#mean += LATEST * (performance.now() - began - this.#mean);
      this.leave();
    }
  };
}
