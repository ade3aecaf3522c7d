import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const IN_A_BROWSER = ['test/e2e/**/*.test.ts'];

export default defineConfig({
  test: {
    isolate: false,
    // Many tests wait for a clock, few for a processor; some measure time, and are late where there are many more.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    // Processes that tests start find compiled code there: a start takes half as long.
    env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/claimgate-tests') },
    // Ceilings for what hangs; what must be quick says so itself.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      // First by name, and so begun first: its files take longest, each with a browser of its own.
      {
        extends: true,
        test: { name: 'browser', include: IN_A_BROWSER, globalSetup: ['test/e2e/build-page.ts'] },
      },
      {
        extends: true,
        test: { name: 'gateway', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: IN_A_BROWSER },
      },
    ],
  },
});
