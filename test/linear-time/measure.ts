/** Whether a rule's time grows with its text's length, and not with the square of it. */

/** UTF-16 units of the texts that are compared. */
const SHORT = 500;
const LONG = 8_000;
/** What is suspected is looked at once more, with more time and a longer text. */
const LONGER = 32_000;
/** Growth up to twice the linear one is taken for noise. */
const SUSPECT = (2 * LONG) / SHORT;
/** Times as long for four times the text: 4 is linear, 16 the square. */
const GUILTY = 10;
/** Milliseconds below which a first look says nothing. */
const TOO_SHORT = 0.1;
const LOOKS = 4;
/** Milliseconds of processor that a second look takes: its clock ticks every 4. */
const ENOUGH = 24;

/** @returns how many times as long four times the text takes, where that is far more than four times; else `undefined`. */
export function growthOf(
  run: (text: string) => unknown,
  make: (units: number) => string,
): number | undefined {
  const [short, long] = [make(SHORT), make(LONG)];
  const brief = Math.min(...[1, 2, 3].map(() => elapsed(run, short)));
  // The best of several, where the first is not good enough: others on the machine lengthen what is seen here.
  for (let look = 0; look < LOOKS; look++) {
    const all = elapsed(run, long);
    if (all < TOO_SHORT || all <= SUSPECT * brief) return undefined;
  }
  const longer = make(LONGER);
  for (let look = 0; ; look++) {
    const growth = processorTime(run, longer) / processorTime(run, long);
    if (growth <= GUILTY) return undefined;
    if (look > 0) return growth;
  }
}

function elapsed(run: (text: string) => unknown, text: string): number {
  const began = performance.now();
  run(text);
  return performance.now() - began;
}

/**
 * Milliseconds of this thread's processor that a run takes: others on the machine do not lengthen them.
 * @param enough milliseconds in which it is repeated.
 */
export function processorTime(run: (text: string) => unknown, text = '', enough = ENOUGH): number {
  let runs = 0;
  let spent = 0;
  const before = process.threadCpuUsage();
  while (spent < enough) {
    run(text);
    runs++;
    const { user, system } = process.threadCpuUsage(before);
    spent = (user + system) / 1_000;
  }
  return spent / runs;
}
