/** go-openai, as it comes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startGateway } from '../harness/start-gateway.ts';
import { run } from './find-python.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-go-'));
afterAll(() => rmSync(folder, { recursive: true }));
const program = path.join(folder, 'client');

/** @returns whether the program was built; false where there is no Go, or no way to its modules. */
function build(): boolean {
  try {
    execFileSync('go', ['build', '-o', program, '.'], {
      cwd: path.join(import.meta.dirname, 'go'),
      stdio: 'ignore',
      timeout: 180_000,
    });
    return true;
  } catch {
    return false;
  }
}

describe('go-openai', () => {
  if (!build()) {
    it.skipIf(process.env.CLAIMGATE_TEST_ALL !== '1')('needs Go and proxy.golang.org', () => {
      expect.fail('install Go, and let it reach proxy.golang.org');
    });
    return;
  }

  it('calls functions in a loop, and reads a cut stream as an error', async () => {
    const gateway = await startGateway();
    try {
      const { stdout } = await run(program, [gateway.url], { timeout: 60_000 });
      expect(stdout.trim().split('\n')).toHaveLength(7);
    } finally {
      await gateway.stop();
    }
  }, 90_000);
});
