import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What `npm test` leaves to `npm run test:deep`: what starts processes, servers, browsers or other people's clients, and what takes long. */
const DEEP = [
  'test/{agents,archives,backup,clients,deploy,e2e,examples,faults,fuzz,linear-time,package,pipelines,process,replicas,upgrade,workers}/**',
  'test/{install,readme}.test.ts',
  'test/contract/{cli,large-requests,many-streams,operation,quiet-log,ready,secret,signals}.test.ts',
  'test/conformance/corpus-{meanings,plan}.test.ts',
  'src/gateway/admission/backends/redis*.test.ts',
  'src/cli/*.test.ts',
  'src/documents/read-in-process.test.ts',
  'src/gateway/store/databases/postgres.test.ts',
].map((pattern) => (pattern.endsWith('.ts') ? pattern : `${pattern}/*.test.ts`));
const IN_A_BROWSER = ['test/e2e/**/*.test.ts'];
const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/** Suites over every store and backend: `npm test` runs the variants that need no server, `npm run test:deep` all. */
const WITH_SERVERS = globSync(ALL).filter((file) =>
  readFileSync(file, 'utf8').includes('describeWithServer('),
);

/** Files of which one waits while another computes; each takes ten seconds or more. */
const WAITING =
  /test\/(?:replicas|upgrade|deploy|backup|process\/ending|faults\/(?:growth|database|restart|links|machine)|contract\/(?:signals|operation))|backends\/redis/;
const COMPUTING =
  /test\/(?:agents|e2e|examples|linear-time|fuzz|conformance\/stores|clients\/(?:openai|responses|google)-python|package\/package|contract\/(?:many-streams|cli|secret))/;

/** Begins with the long files, so that none of them ends last: one that waits beside one that computes. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = sorted.filter(({ moduleId }) => WAITING.test(moduleId));
    const computing = sorted.filter(({ moduleId }) => COMPUTING.test(moduleId));
    const short = sorted.filter(({ moduleId }) => !WAITING.test(moduleId) && !COMPUTING.test(moduleId));
    const long = Array.from({ length: Math.max(waiting.length, computing.length) }, (_, index) =>
      [waiting[index], computing[index]].filter((file) => file !== undefined),
    );
    return [...long.flat(), ...short];
  }
}

/**
 * Gateways, servers and browsers are started: what is broken fails twice, while a busy machine passes. A property that
 * has found its counterexample is broken.
 */
const AGAIN = { retry: { count: 1, condition: /^(?!Property failed)/ } };

/** A number: all of these folders run against a gateway with so many worker processes, and nothing else runs. */
const WORKERS = process.env.CLAIMGATE_TEST_WORKERS;
const WITH_WORKERS = ['test/contract', 'test/clients', 'test/faults'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
/** What always runs so: the contract where it depends on who counts, streams, ends and remembers. */
const ALWAYS_WITH_WORKERS = ['streaming', 'draining', 'kept-responses'].map(
  (name) => `test/contract/${name}.test.ts`,
);
/**
 * They hand the gateway a clock, which reaches no other process; or count what each process has of its own: lines of
 * a failure, memory.
 */
const IN_ONE_PROCESS = [
  ...['limits', 'plans', 'quiet-log'].map((name) => `contract/${name}`),
  'faults/growth',
  'faults/machine',
  'faults/links',
].map((name) => `test/${name}.test.ts`);

export default defineConfig({
  test: {
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    // On two cores too: many tests wait for a clock, few for a processor. With many more, those that measure time are late.
    maxWorkers: 4,
    // Processes that tests start find compiled code there: a start takes half as long.
    env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/claimgate-tests') },
    // Ceilings for what hangs; what must be quick says so itself.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    ...AGAIN,
    // The machine may be busy.
    expect: { poll: { timeout: 90_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'browser',
          include: IN_A_BROWSER,
          globalSetup: ['test/e2e/build-page.ts'],
          environment: './test/e2e/browsers-of-worker.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'fast',
          include: ALL,
          exclude: DEEP,
          // No variant of a suite starts a server.
          env: { CLAIMGATE_TEST_SERVERS: 'none' },
        },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          include: [...DEEP, ...WITH_SERVERS],
          exclude: [...IN_A_BROWSER, 'test/workers/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'workers',
          env: { CLAIMGATE_TEST_WORKERS: WORKERS ?? '2' },
          include:
            WORKERS === undefined ? ['test/workers/**/*.test.ts', ...ALWAYS_WITH_WORKERS] : WITH_WORKERS,
          exclude: IN_ONE_PROCESS,
          // Each gateway is several processes: two files at a time, once the others are through.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
