/** Coding agents from npm, each installed once, in a folder of its own beside the project. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TRIES = 3;
const INSTALL = 'install --silent --no-audit --no-fund --ignore-scripts --fetch-retries 3 --prefix'.split(
  ' ',
);

/**
 * @param packages with their versions, exactly. Their scripts are not run.
 * @returns the folder with `node_modules`; `undefined` where npm cannot install them.
 */
export async function installAgent(packages: readonly string[]): Promise<string | undefined> {
  const id = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 12);
  const folder = path.join(tmpdir(), `claimgate-agent-${id}-${process.getuid?.() ?? 0}`);
  if (existsSync(folder)) return folder;
  const half = `${folder}.${process.pid}`;
  try {
    for (let tried = 1; ; tried++) {
      rmSync(half, { recursive: true, force: true });
      mkdirSync(half, { mode: 0o700 });
      try {
        await run('npm', [...INSTALL, half, ...packages], { timeout: 240_000, cwd: half });
        break;
      } catch (error) {
        if (tried === TRIES) throw error;
      }
    }
    // A folder that was only half filled is never taken for a whole one.
    if (!existsSync(folder)) renameSync(half, folder);
    return folder;
  } catch {
    // Another run may have been first.
    return existsSync(folder) ? folder : undefined;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}
