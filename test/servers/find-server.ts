import { accessSync, constants, globSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';

/** The quick tests start none. */
const SERVERS_ARE_LEFT_OUT = process.env.CLAIMGATE_TEST_SERVERS === 'none';

/** The first of the programs that is on the PATH or matches one of the further patterns. */
export function findProgram(names: readonly string[], places: readonly string[] = []): string | undefined {
  if (SERVERS_ARE_LEFT_OUT) return undefined;
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter((dir) => path.isAbsolute(dir));
  const directories = [...onPath, ...places.flatMap((pattern) => globSync(pattern).sort().reverse())];
  for (const directory of directories) {
    for (const name of names) {
      const file = path.join(directory, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not here.
      }
    }
  }
  return undefined;
}

/**
 * A block of tests that needs a server which may not be installed. Without it the block is one skipped test
 * that says what to install; with `CLAIMGATE_TEST_ALL=1` it is one that fails. Where servers are left out, it is no test.
 */
export function describeWithServer(missing: string | undefined, title: string, tests: () => void): void {
  if (missing === undefined) {
    describe(title, tests);
    return;
  }
  if (SERVERS_ARE_LEFT_OUT) return;
  describe(title, () => {
    it.skipIf(process.env.CLAIMGATE_TEST_ALL !== '1')(`needs ${missing}`, () => {
      throw new Error(`Not installed: ${missing}`);
    });
  });
}
