import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { holdDataDir } from './hold-data-dir.ts';

/** What another process finds; it is killed, not ended. */
function holdElsewhere(dataDir: string): string {
  const script =
    `import { holdDataDir } from ${JSON.stringify(path.resolve('src/gateway/wiring/hold-data-dir.ts'))};` +
    `console.log(holdDataDir(${JSON.stringify(dataDir)})); process.kill(process.pid, 'SIGKILL');`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  }).stdout.trim();
}

it('a data directory is held by one process until it ends, by a kill too', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'claimgate-held-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  expect(holdElsewhere(dataDir)).toBe('true');
  expect(holdElsewhere(dataDir)).toBe('true');
  expect(holdDataDir(dataDir)).toBe(true);
  expect(holdElsewhere(dataDir)).toBe('false');
  expect(holdDataDir(path.join(dataDir, 'nowhere'))).toBe(true);
});
