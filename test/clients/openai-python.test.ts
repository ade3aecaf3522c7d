/** Python's openai package, as it comes from PyPI, in an environment of its own that is made once. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../harness/start-gateway.ts';
import { startEndlessGateway } from './gateway.ts';

const run = promisify(execFile);
/** The package's version, exactly. */
const OPENAI = '3.52.0';

/** @returns the interpreter that has the package; `undefined` where there is no Python, or no way to PyPI. */
async function findPython(): Promise<string | undefined> {
  const home = path.join(tmpdir(), `claimgate-python-openai-${OPENAI}-${process.getuid?.() ?? 0}`);
  const python = path.join(home, 'bin', 'python');
  if (existsSync(python)) return python;
  const half = `${home}.${process.pid}`;
  try {
    mkdirSync(half, { recursive: true, mode: 0o700 });
    await run('python3', ['-m', 'venv', half], { timeout: 60_000 });
    await run(
      path.join(half, 'bin', 'pip'),
      ['install', '--quiet', '--retries', '1', '--timeout', '10', `openai==${OPENAI}`],
      {
        timeout: 120_000,
      },
    );
    // An environment that was only half made is never taken for a whole one.
    if (!existsSync(python)) renameSync(half, home);
    return python;
  } catch {
    return undefined;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

const python = await findPython();
const missing = `python3 with venv and pip, and PyPI (for openai==${OPENAI})`;

describe('Python’s openai package', () => {
  if (python === undefined) {
    it.skipIf(process.env.CLAIMGATE_TEST_ALL !== '1')(`needs ${missing}`, () => {
      expect.fail(`install ${missing}`);
    });
    return;
  }

  it('asks whole and streamed, lists models, is told of errors, and leaves', async () => {
    const gateway = await startGateway();
    const endless = await startEndlessGateway();
    const script = path.join(import.meta.dirname, 'openai_client.py');
    try {
      const { stdout } = await run(python, [script, gateway.url, endless.gateway.url], { timeout: 60_000 });
      expect(stdout.trim().split('\n')).toHaveLength(26);
      await endless.closed();
    } finally {
      await gateway.stop();
      await endless.stop();
    }
  }, 90_000);
});
