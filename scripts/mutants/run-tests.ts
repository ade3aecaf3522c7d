/** A copy of the checkout, and tests run in it. */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** @returns tracked and new files, without those that are deleted or left out by git. */
export function listFiles(root: string): string[] {
  const list = (...args: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...args], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean);
  const deleted = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter((file) => !deleted.has(file));
}

/** @returns the copy's folder, which is removed when this process ends. */
export function copyCheckout(root: string, files: readonly string[]): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'claimgate-mutants-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 10 }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(copy, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** `npm test`, and what needs servers or takes long. */
export type Project = 'fast' | 'deep';

/** @returns the test files of a project. */
export function listTests(root: string, project: Project): string[] {
  const listed = execFileSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'list', '--project', project, '--filesOnly', '--json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
  );
  const found: { readonly file: string }[] = JSON.parse(listed);
  return found.map(({ file }) => path.relative(root, file));
}

export interface TestRun {
  readonly passed: boolean;
  /** They were stopped because they took too long. */
  readonly isLate: boolean;
  readonly seconds: number;
  /** Those that failed; all of them where it ended without saying. */
  readonly failed: readonly string[];
  readonly output: string;
}

const REPORT = '.mutant-report.json';

/**
 * Runs test files until the first failure.
 *
 * @param seconds after how long they are stopped.
 */
export function runTests(
  root: string,
  tests: readonly string[],
  seconds: number,
  projects: readonly Project[],
): Promise<TestRun> {
  const options = [
    ...projects.flatMap((project) => ['--project', project]),
    '--bail',
    '1',
    '--maxWorkers',
    '1',
    ...['--reporter', 'json', '--outputFile', REPORT],
  ];
  rmSync(path.join(root, REPORT), { force: true });
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...options, ...tests],
    // A group of its own: its workers and their processes end with it.
    { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const stop = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  };
  process.on('exit', stop);
  const start = performance.now();
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    stop();
  }, seconds * 1000);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(late);
      stop();
      process.off('exit', stop);
      const failed = namesOfFailed(path.join(root, REPORT)).map((file) => path.relative(root, file));
      resolve({
        passed: code === 0,
        isLate,
        seconds: (performance.now() - start) / 1000,
        failed: failed.length > 0 ? failed : tests,
        output,
      });
    });
  });
}

function namesOfFailed(report: string): string[] {
  try {
    const { testResults }: { testResults: { readonly name: string; readonly status: string }[] } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  } catch {
    // It was stopped.
    return [];
  }
}
