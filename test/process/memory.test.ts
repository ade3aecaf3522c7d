/** What bin/claimgate.js sets so that the server holds little memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const BIN = path.resolve(import.meta.dirname, '../../bin/claimgate.js');

it.runIf(process.platform === 'linux').each([
  ['given', '--max-semi-space-size=8', undefined],
  ['left as somebody has chosen', undefined, '--max-semi-space-size=32'],
])('the room for young objects is %s', async (_what, flag, options) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-memory-'));
  const child = spawn(process.execPath, [BIN, 'start'], {
    env: { PORT: '0', CLAIMGATE_DATA_DIR: dir, ...(options === undefined ? {} : { NODE_OPTIONS: options }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    await once(child.stderr, 'data');
    const file = (name: string): string[] => readFileSync(`/proc/${child.pid}/${name}`, 'utf8').split('\0');
    expect(file('cmdline').find((one) => one.startsWith('--max-semi'))).toBe(flag);
    expect(file('environ').includes('MALLOC_ARENA_MAX=2')).toBe(flag !== undefined);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(dir, { recursive: true, force: true });
  }
});
