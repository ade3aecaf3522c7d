/** What `npm test` says when tests fail, with a runner in Vitest's place that reports what each test here wants. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = path.resolve('scripts/run-tests.js');

interface FakeRun {
  readonly status: number;
  /** By the file that failed, what its test says. */
  readonly failed?: Readonly<Record<string, string>>;
}

/** Each call writes its arguments down, and ends as the next of `RUNS` says. */
const RUNNER = `#!/usr/bin/env node
const fs = require('node:fs');
const args = process.argv.slice(2);
const calls = process.env.CALLS;
const before = fs.existsSync(calls) ? fs.readFileSync(calls, 'utf8').trim().split('\\n').length : 0;
fs.appendFileSync(calls, JSON.stringify(args) + '\\n');
const { status, failed } = JSON.parse(process.env.RUNS)[before];
const report = args.find((arg) => arg.startsWith('--outputFile.json='))?.slice('--outputFile.json='.length);
if (report !== undefined && failed !== undefined) {
  const testResults = Object.entries(failed).map(([file, message]) => ({
    name: require('node:path').resolve(file),
    status: 'failed',
    assertionResults: [{ status: 'failed', failureMessages: [message] }],
  }));
  testResults.push({ name: '/passed.test.ts', status: 'passed', assertionResults: [] });
  fs.writeFileSync(report, JSON.stringify({ testResults }));
}
process.exit(status);
`;

describe('the tests of some projects', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'claimgate-run-tests-'));
    await writeFile(path.join(directory, 'vitest'), RUNNER);
    await chmod(path.join(directory, 'vitest'), 0o755);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  /** @returns the status, and the arguments of each call, but for the reports. */
  async function runTests(runs: readonly FakeRun[], ...args: string[]) {
    const calls = path.join(directory, 'calls');
    const env = {
      PATH: `${directory}:${process.env.PATH}`,
      CALLS: calls,
      RUNS: JSON.stringify(runs),
    };
    const status = await new Promise((resolve) => {
      execFile(process.execPath, [SCRIPT, ...args], { env, cwd: directory }, (error) =>
        resolve(error?.code ?? 0),
      );
    });
    const lines = (await readFile(calls, 'utf8')).trim().split('\n');
    const own = (line: string) =>
      (JSON.parse(line) as string[]).filter((arg) => !/^--(?:reporter|output)/.test(arg));
    return { status, calls: lines.map(own) };
  }

  const projects = ['run', '--project=deep', '--project=workers'];

  it('pass, and nothing is run again', async () => {
    expect(await runTests([{ status: 0 }], 'deep,workers')).toEqual({ status: 0, calls: [projects] });
  });

  it.each([0, 1])(
    'have failed in a file: it is run once more, and its status %i is theirs',
    async (status) => {
      const failed = { 'test/a.test.ts': 'expected 1 to be 2' };
      expect(await runTests([{ status: 1, failed }, { status }], 'deep,workers')).toEqual({
        status,
        calls: [projects, [...projects, 'test/a.test.ts']],
      });
    },
  );

  it.each<[string, FakeRun]>([
    [
      'a property that found its counterexample',
      { status: 1, failed: { a: 'Error: Property failed after 3 tests' } },
    ],
    ['an end without a report', { status: 134 }],
    ['an error outside of all tests', { status: 1, failed: {} }],
    [
      'more files than chance breaks',
      { status: 1, failed: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${n}.test.ts`, 'no'])) },
    ],
  ])('are not run again after %s', async (_, run) => {
    expect(await runTests([run], 'deep,workers')).toEqual({ status: run.status, calls: [projects] });
  });

  it('are run again where as many files failed as chance may break', async () => {
    const failed = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`${n}.test.ts`, 'no']));
    expect((await runTests([{ status: 1, failed }, { status: 0 }], 'deep')).status).toBe(0);
  });

  it('are not run again where files were named', async () => {
    const failed = { 'test/a.test.ts': 'no' };
    expect(await runTests([{ status: 1, failed }], 'deep,workers', 'test/a.test.ts')).toEqual({
      status: 1,
      calls: [[...projects, 'test/a.test.ts']],
    });
  });
});
