/** How often one source is asked. */
export type SourceRate = ReturnType<typeof createSourceRate>;

interface RateOptions {
  /** Requests a second, more than 0; may be less than 1. */
  readonly perSecond: number;
  /** How many of them may come at once; as many as a second holds unless said otherwise. */
  readonly burst?: number | undefined;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** Evenly spaced requests, some of them at once (the generic cell rate algorithm). */
export function createSourceRate({ perSecond, burst, now }: RateOptions) {
  const interval = 1_000 / perSecond;
  const atOnce = Math.max(1, burst ?? Math.floor(perSecond)) * interval;
  /** When the line would be empty again. */
  let emptyAt = 0;
  let pausedUntil = 0;
  return {
    /**
     * Takes the next place in the line.
     * @returns milliseconds until it is due, 0 for now; `undefined` where that is longer than `patience`, or
     *   the source has asked for a longer pause: then no place was taken.
     */
    take(patience: number): number | undefined {
      const time = now();
      const next = Math.max(emptyAt, time) + interval;
      const wait = Math.max(0, next - atOnce - time, pausedUntil - time);
      if (wait > patience) return undefined;
      emptyAt = next;
      return wait;
    },
    /** The source has asked to be left alone for so many milliseconds. */
    pause(milliseconds: number): void {
      pausedUntil = Math.max(pausedUntil, now() + milliseconds);
    },
  };
}
