/** How many cases run at once: most of them wait. */
const AT_ONCE = 24;

/** Runs each of many, some at a time. @returns what came of each; no rejection is left unhandled. */
export function runAll<T>(all: readonly T[], run: (one: T) => Promise<void>): Map<T, Promise<void>> {
  const waiting: (() => void)[] = [];
  let free = AT_ONCE;
  const start = (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => void waiting.push(resolve));
  };
  const done = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const results = new Map<T, Promise<void>>();
  for (const one of all) {
    const result = start()
      .then(() => run(one))
      .finally(done);
    result.catch(() => {});
    results.set(one, result);
  }
  return results;
}
