/** What counts as noticed by tests, on a machine that may be busy. */
import { describe, expect, it } from 'vitest';
import { findCatcher } from '../../scripts/mutants/find-catcher.ts';

const TESTS = { nearest: ['own', 'near'], wider: ['far', 'other'] };

const LIMITS = { first: 60, most: 600 };

/** How long each test takes, and whether it fails, with a mutant and without. */
interface Machine {
  readonly mutant?: Readonly<Record<string, number | 'fails'>>;
  readonly usual?: Readonly<Record<string, number | 'fails'>>;
}

/** Runs tests one after the other, in no time, until the first failure. */
function tries({ mutant = {}, usual = {} }: Machine) {
  const runs: string[] = [];
  const runWith =
    (label: string, taking: Readonly<Record<string, number | 'fails'>>) =>
    async (tests: readonly string[], limit: number) => {
      runs.push(`${label}: ${tests.join(' ')}`);
      let seconds = 0;
      for (const test of tests) {
        const takes = taking[test] ?? 1;
        if (takes === 'fails') return { passed: false, isLate: false, seconds, failed: [test], output: '' };
        seconds += takes;
        if (seconds > limit)
          return { passed: false, isLate: true, seconds: limit, failed: tests, output: '' };
      }
      return { passed: true, isLate: false, seconds, failed: tests, output: '' };
    };
  return {
    runs,
    withMutant: runWith('mutant', mutant),
    without: runWith('usual', usual),
    sound: new Set<string>(),
  };
}

const look = (machine: Machine) => findCatcher(TESTS, tries(machine), LIMITS);

describe('a mutant is caught', () => {
  it('by the nearest test that fails, the own one first', async () => {
    expect(await look({ mutant: { near: 'fails' } })).toEqual({ step: 'nearest', isLate: false });
    const machine = tries({ mutant: { own: 'fails' } });
    for (let time = 0; time < 2; time++)
      expect(await findCatcher(TESTS, machine, LIMITS)).toEqual({ step: 'nearest', isLate: false });
    // That it passes without a mutant is known the second time.
    expect(machine.runs).toEqual(['mutant: own', 'usual: own', 'mutant: own']);
  });

  it('by a wider test that fails, and passes without it', async () => {
    expect(await look({ mutant: { other: 'fails' } })).toEqual({ step: 'wider', isLate: false });
  });

  it('by tests that do not end with it, and soon do without', async () => {
    expect(await look({ mutant: { near: Infinity } })).toEqual({ step: 'nearest', isLate: true });
    expect(await look({ mutant: { far: Infinity }, usual: { far: 10 } })).toEqual({
      step: 'wider',
      isLate: true,
    });
  });

  it('by tests that do not end in three times what they take on a busy machine', async () => {
    expect(await look({ mutant: { near: Infinity }, usual: { near: 50 } })).toEqual({
      step: 'nearest',
      isLate: true,
    });
  });
});

describe('a mutant survives', () => {
  it('where all tests pass', async () => {
    expect(await look({})).toBeUndefined();
  });

  it('where its tests were only slow', async () => {
    expect(await look({ mutant: { near: 100, far: 100 }, usual: { near: 90, far: 90 } })).toBeUndefined();
  });

  it('where the test that fails does so without it too', async () => {
    for (const test of ['own', 'near', 'far'])
      expect(await look({ mutant: { [test]: 'fails' }, usual: { [test]: 'fails' } })).toBeUndefined();
  });
});

it('goes on with the other tests where one fails without the mutant too', async () => {
  const machine = tries({ mutant: { far: 'fails', other: 'fails' }, usual: { far: 'fails' } });
  expect(await findCatcher(TESTS, machine, LIMITS)).toEqual({ step: 'wider', isLate: false });
  expect(machine.runs).toEqual([
    'mutant: own',
    'mutant: near',
    'mutant: far other',
    'usual: far',
    'mutant: other',
    'usual: other',
  ]);
});

it('does not decide where the tests do not end without the mutant either', async () => {
  expect(await look({ mutant: { near: Infinity }, usual: { near: Infinity } })).toBe('undecided');
  expect(await look({ mutant: { near: Infinity }, usual: { near: 250 } })).toBe('undecided');
  expect(await look({ mutant: { near: Infinity }, usual: { near: 180 } })).not.toBe('undecided');
});

it('runs no tests where there are none', async () => {
  const machine = tries({});
  expect(await findCatcher({ nearest: [], wider: [] }, machine, LIMITS)).toBeUndefined();
  expect(machine.runs).toEqual([]);
});
