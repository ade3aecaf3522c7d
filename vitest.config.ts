import { defineConfig } from 'vitest/config';

const ON_THE_PAGE = ['test/e2e/**/*.test.ts'];

export default defineConfig({
  test: {
    isolate: false,
    // Many tests wait for a clock, not for a processor.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: 'gateway', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: ON_THE_PAGE },
      },
      // Each file drives a browser of its own; the page is built once before them.
      {
        extends: true,
        test: { name: 'page', include: ON_THE_PAGE, globalSetup: ['test/e2e/build-page.ts'] },
      },
    ],
  },
});
