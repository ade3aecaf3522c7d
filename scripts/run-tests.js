/**
 * `npm test` and `npm run test:deep`: runs the tests of some projects. Gateways, servers and browsers are started in
 * them, and a busy machine is late. So files in which a test failed are run once more by themselves, from the
 * beginning: what is broken fails again. A property that found its counterexample is broken.
 *
 * Usage: node scripts/run-tests.js PROJECT[,PROJECT]... [OPTION OR FILE]...
 * With options or files of one's own, nothing is run again.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** More files than chance breaks. */
const MOST_AGAIN = 8;

const [projects = '', ...own] = process.argv.slice(2);
const args = ['run', ...projects.split(',').map((name) => `--project=${name}`)];
const vitest = (...more) =>
  spawnSync('vitest', [...args, ...more], { stdio: 'inherit', shell: process.platform === 'win32' }).status ??
  1;

/** @returns the files in which a test failed, or `[]` where running them again would change nothing. */
function failedFiles(report) {
  let results = [];
  try {
    results = JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
  const failed = results.filter(({ status }) => status === 'failed');
  const found = failed
    .flatMap(({ assertionResults }) => assertionResults)
    .some(({ failureMessages }) => failureMessages?.some((message) => message.includes('Property failed')));
  const files = [...new Set(failed.map(({ name }) => path.relative(process.cwd(), name)))];
  return found || files.length > MOST_AGAIN ? [] : files;
}

function run() {
  if (own.length > 0) return vitest(...own);
  const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-tests-'));
  try {
    const report = path.join(directory, 'report.json');
    const status = vitest('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
    const files = status === 0 ? [] : failedFiles(report);
    if (files.length === 0) return status;
    console.log(`\nOnce more, by themselves: ${files.join(', ')}\n`);
    return vitest(...files);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

process.exitCode = run();
