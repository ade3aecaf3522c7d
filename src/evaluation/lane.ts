/** Runs so many things at a time and lets the others wait, in order. */
export interface Lane {
  /** @returns what the work gives, once it has had its turn. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How many wait for their turn. */
  readonly waiting: number;
}

export function createLane(width: number): Lane {
  let inside = 0;
  const queue: (() => void)[] = [];
  return {
    get waiting() {
      return queue.length;
    },
    async run(work) {
      if (inside >= width) await new Promise<void>((resolve) => queue.push(resolve));
      else inside++;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next === undefined) inside--;
        else next();
      }
    },
  };
}
