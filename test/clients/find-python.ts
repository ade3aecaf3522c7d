/** Python with packages from PyPI, in an environment of its own that is made once. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

export const run = promisify(execFile);

/** Stock clients, and what checks and builds a package; one environment for several tests. */
export const CLIENTS = [
  'openai==3.54.0',
  'openai-agents==0.24.0',
  'pydantic-ai-slim[openai]==2.68.0',
  'langchain==1.4.7',
  'langchain-openai==1.7.3',
  'mypy==2.4.1',
  'hatchling==1.33.0',
];

/**
 * @param packages with their versions, exactly.
 * @returns the interpreter that has them; `undefined` where there is no Python, or no way to PyPI.
 */
export async function findPython(packages: readonly string[]): Promise<string | undefined> {
  const name = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 12);
  const home = path.join(tmpdir(), `claimgate-python-${name}-${process.getuid?.() ?? 0}`);
  const python = path.join(home, 'bin', 'python');
  if (existsSync(python)) return python;
  const half = `${home}.${process.pid}`;
  try {
    mkdirSync(half, { recursive: true, mode: 0o700 });
    await run('python3', ['-m', 'venv', half], { timeout: 60_000 });
    const install = ['install', '--quiet', '--retries', '1', '--timeout', '10', ...packages];
    await run(path.join(half, 'bin', 'pip'), install, { timeout: 240_000 });
    moveScripts(path.join(half, 'bin'), half, home);
    // An environment that was only half made is never taken for a whole one.
    if (!existsSync(python)) renameSync(half, home);
    return python;
  } catch {
    return undefined;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** Scripts name the interpreter, and with it the folder, that they were installed for. */
function moveScripts(folder: string, from: string, to: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(folder, entry.name);
    writeFileSync(file, readFileSync(file, 'latin1').replaceAll(from, to), 'latin1');
  }
}

/** Stands for the tests that need them; a failure where all tests are asked for. */
export function skipWithoutPython(packages: readonly string[]): void {
  const missing = `python3 with venv and pip, and PyPI (for ${packages.join(', ')})`;
  it.skipIf(process.env.CLAIMGATE_TEST_ALL !== '1')(`needs ${missing}`, () => {
    expect.fail(`install ${missing}`);
  });
}
