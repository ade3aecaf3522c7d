import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import { createCallerIds } from '../../src/gateway/admission/caller-id.ts';
import { SQLITE_FILE } from '../../src/gateway/store/databases/sqlite.ts';

const KILLS = process.env.CLAIMGATE_TEST_SLOW === '1' ? 30 : 4;
const PROGRAM = path.join(import.meta.dirname, 'count-until-killed.ts');
const caller = createCallerIds('a secret of sixteen').idOf(ApiKey.parse('sk-canary-in-a-killed-process')!);

describe('a process that is killed while it counts', () => {
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'claimgate-kill-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it(
    'leaves a sound database whose month lacks the last second at most',
    async () => {
      for (let kill = 1; kill <= KILLS; kill++) {
        const said = await countAndKill(1050 + ((kill * 137) % 700));
        const stored = readMonth();
        expect(stored).toBeGreaterThanOrEqual(said.oneSecondBefore);
        expect(stored).toBeLessThanOrEqual(said.last);
      }
    },
    KILLS * 10_000,
  );

  it('leaves no key in any of its files', async () => {
    const files = await readdir(dataDir);
    expect(files).toContain(SQLITE_FILE);
    for (const file of files) {
      expect((await readFile(path.join(dataDir, file))).includes('canary')).toBe(false);
    }
  });

  /** @returns the month's count at the kill and a second before, as the process said. */
  async function countAndKill(afterMs: number): Promise<{ last: number; oneSecondBefore: number }> {
    const child = spawn(process.execPath, [PROGRAM, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    const said: { atMs: number; count: number }[] = [];
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      const lines = (text + data.toString()).split('\n');
      text = lines.pop()!;
      const last = lines.at(-1);
      if (last !== undefined) said.push({ atMs: performance.now(), count: Number(last) });
    });
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    await sleep(afterMs);
    const killedMs = performance.now();
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(child.exitCode).toBeNull();
    const earlier = said.filter(({ atMs }) => atMs <= killedMs - 1000);
    return { last: said.at(-1)!.count, oneSecondBefore: earlier.at(-1)?.count ?? 0 };
  }

  function readMonth(): number {
    const database = new DatabaseSync(path.join(dataDir, SQLITE_FILE));
    try {
      expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
      const row = database.prepare('select month_count from limit_counts where caller_id = ?').get(caller);
      return Number(row?.month_count ?? 0);
    } finally {
      database.close();
    }
  }
});
