/** Python with packages from PyPI, in an environment of its own that is made once. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
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

/** Installs in seconds what takes pip a minute. */
const UV = 'uv==0.13.9';

/**
 * @param packages with their versions, exactly.
 * @returns the interpreter that has them; `undefined` where there is no Python, or no way to PyPI.
 */
export async function findPython(packages: readonly string[]): Promise<string | undefined> {
  const installer = await findEnvironment(UV, async (home) => {
    await run('python3', ['-m', 'venv', home], { timeout: 60_000 });
    const install = ['install', '--quiet', '--retries', '1', '--timeout', '10', UV];
    await run(path.join(home, 'bin', 'pip'), install, { timeout: 240_000 });
  });
  if (installer === undefined) return undefined;
  const uv = (...args: string[]) => run(path.join(installer, 'uv'), args, { timeout: 240_000 });
  const bin = await findEnvironment(packages.join(' '), async (home) => {
    // Its scripts work where it is moved to.
    await uv(
      'venv',
      '--quiet',
      '--clear',
      '--relocatable',
      '--python',
      'python3',
      '--no-python-downloads',
      home,
    );
    // NLTK refuses files with several links.
    await uv('pip', 'install', '--quiet', '--link-mode', 'copy', '--python', home, ...packages);
  });
  return bin && path.join(bin, 'python');
}

/** @returns where its programs are; `undefined` where it cannot be made. */
async function findEnvironment(
  name: string,
  make: (home: string) => Promise<void>,
): Promise<string | undefined> {
  const id = createHash('sha256').update(name).digest('hex').slice(0, 12);
  const home = path.join(tmpdir(), `claimgate-venv-${id}-${process.getuid?.() ?? 0}`);
  const bin = path.join(home, 'bin');
  if (existsSync(bin)) return bin;
  const half = `${home}.${process.pid}`;
  try {
    mkdirSync(half, { recursive: true, mode: 0o700 });
    await make(half);
    // An environment that was only half made is never taken for a whole one.
    if (!existsSync(bin)) renameSync(half, home);
    return bin;
  } catch {
    return undefined;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** Stands for the tests that need them; a failure where all tests are asked for. */
export function skipWithoutPython(packages: readonly string[]): void {
  const missing = `python3 with venv and pip, and PyPI (for ${packages.join(', ')})`;
  it.skipIf(process.env.CLAIMGATE_TEST_ALL !== '1')(`needs ${missing}`, () => {
    expect.fail(`install ${missing}`);
  });
}
