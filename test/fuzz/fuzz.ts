/**
 * Properties that are tried with random values for as long as they are given: briefly with the other tests, and for
 * the seconds of CLAIMGATE_FUZZ_SECONDS by `npm run fuzz`. A failure prints its seed; CLAIMGATE_FUZZ_SEED tries it
 * again, and one that is kept in seeds.json is tried each time.
 */
import fc from 'fast-check';
import { it } from 'vitest';
import kept from './seeds.json' with { type: 'json' };

/** Seconds of one property beside the other tests. */
const BRIEFLY = 0.6;
/** Runs for each seed that is kept. */
const RUNS_OF_KEPT = 200;
/** Runs of one seed; however little time there is, it is tried once. */
const RUNS_OF_ROUND = 20;

const { CLAIMGATE_FUZZ_SECONDS: seconds, CLAIMGATE_FUZZ_SEED: given } = process.env;
const milliseconds = 1_000 * Number(seconds ?? BRIEFLY);
const seed = given === undefined ? Math.floor(Math.random() * 2 ** 30) : Number(given);
const SEEDS: Readonly<Record<string, readonly number[]>> = kept;

/** One test: the property holds for every value that there is time for. */
export function fuzz<T>(
  name: string,
  values: fc.Arbitrary<T>,
  holds: (value: T) => Promise<void> | void,
): void {
  it(
    name,
    async () => {
      const property = fc.asyncProperty(values, async (value) => {
        await holds(value);
      });
      for (const old of SEEDS[name] ?? []) {
        await fc.assert(property, { seed: old, numRuns: RUNS_OF_KEPT });
      }
      const end = performance.now() + milliseconds;
      let rounds = 0;
      do {
        await fc.assert(property, { seed: seed + rounds, numRuns: RUNS_OF_ROUND });
        rounds += 1;
      } while (performance.now() < end);
      console.info(`${name}: ${rounds * RUNS_OF_ROUND} values, seeds from ${seed}`);
    },
    milliseconds * 2 + 60_000,
  );
}
