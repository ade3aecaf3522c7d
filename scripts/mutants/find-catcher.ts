/** Whether tests notice a mutant, on a machine that may be busy with other work. */
import type { TestRun } from './run-tests.ts';

export type Step = 'nearest' | 'wider';

export interface Catcher {
  readonly step: Step;
  /** The tests did not end, though they do without the mutant. */
  readonly isLate: boolean;
}

interface Tries {
  /** Runs test files with the mutant, and stops them after so many seconds. */
  readonly withMutant: (tests: readonly string[], seconds: number) => Promise<TestRun>;
  /** The same, on the code as it is. */
  readonly without: (tests: readonly string[], seconds: number) => Promise<TestRun>;
  /** Test files that have passed without a mutant; more are put in. */
  readonly sound: Set<string>;
}

/** How much longer a mutant's tests may take than they just took without it: more is no chance, and no other work. */
const SLOWER = 3;
const START = 5;

/**
 * Tries the first of the nearest tests, then the others, then the wider ones. A time-out counts where the same tests end
 * much sooner without the mutant; otherwise they run again with more time. A test that fails without the mutant too is
 * left out.
 *
 * @param seconds what the tests of a step may take at first, and what they may take at the most.
 * @returns undefined where no test notices it; "undecided" where the tests would take longer.
 */
export async function findCatcher(
  tests: Readonly<Record<Step, readonly string[]>>,
  { withMutant, without, sound }: Tries,
  seconds: { readonly first: number; readonly most: number },
): Promise<Catcher | 'undecided' | undefined> {
  const [own, ...near] = tests.nearest;
  for (const [step, all] of [
    ['nearest', own === undefined ? [] : [own]],
    ['nearest', near],
    ['wider', tests.wider],
  ] as const) {
    let left = all;
    let limit = seconds.first;
    while (left.length > 0) {
      const { passed, isLate, failed } = await withMutant(left, limit);
      if (passed) break;
      if (!isLate && failed.every((test) => sound.has(test))) return { step, isLate };
      const usual = await without(failed, seconds.most);
      if (usual.isLate) return 'undecided';
      if (usual.passed) for (const test of failed) sound.add(test);
      const enough = usual.seconds * SLOWER + START;
      if (!usual.passed) left = left.filter((test) => !usual.failed.includes(test));
      else if (!isLate || limit >= enough) return { step, isLate };
      else if (enough > seconds.most) return 'undecided';
      else limit = enough;
    }
  }
  return undefined;
}
