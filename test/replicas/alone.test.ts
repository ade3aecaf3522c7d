/** One gateway with nothing beside it, as a real process: what it remembers when it is stopped or killed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { awayFromTheHour } from '../servers/away-from-the-hour.ts';
import { type Replica, startReplica } from './start-replica.ts';

const KEY = 'sk-canary-alone';

describe('one gateway alone', () => {
  let dataDir = '';
  let gateway: Replica | undefined;
  const start = async () => {
    const file = path.join(dataDir, 'config.yaml');
    await writeFile(file, 'plans: { default: free }');
    gateway = await startReplica({ CLAIMGATE_DATA_DIR: dataDir, CLAIMGATE_CONFIG: file });
    return gateway;
  };
  const remaining = async (replica: Replica) =>
    (await replica.limits(KEY)).windows.map((window) => window.remaining);

  beforeAll(() => awayFromTheHour(30_000), 60_000);
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'claimgate-alone-'));
  });
  afterEach(async () => {
    await gateway?.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('gives exactly as many answers as the limit to a thousand requests at once', async () => {
    const alone = await start();
    const answers = await Promise.all(Array.from({ length: 1000 }, () => alone.chat(KEY)));
    await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(100);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(900);
  }, 60_000);

  it('remembers what was counted when it is stopped, and when it is killed', async () => {
    const first = await start();
    for (let i = 0; i < 3; i++) expect((await first.chat(KEY)).status).toBe(200);
    await first.kill('SIGTERM');
    const second = await start();
    expect(await remaining(second)).toEqual([97, 997]);
    expect((await second.chat(KEY)).status).toBe(200);
    await sleep(1500);
    await second.kill('SIGKILL');
    expect(await remaining(await start())).toEqual([96, 996]);
  }, 60_000);
});
