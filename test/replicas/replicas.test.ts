/** Three gateways, one Redis, one PostgreSQL, as real processes: what they share, and what happens when it breaks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { awayFromTheHour } from '../servers/away-from-the-hour.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { redisMissing, startRedis, type TestRedis } from '../servers/start-redis.ts';
import { type Replica, startReplica } from './start-replica.ts';

const CLI = path.join(import.meta.dirname, '../../src/cli/claimgate.ts');
const CANARY = 'canary';
const CONFIG = `
plans:
  small: { per_hour: 100, per_month: 1000, models: all }
  large: { per_hour: 1000000, models: all }
  default: small
`;

let keys = 0;
const newKey = (word = 'good') => `sk-${CANARY}-${word}-${++keys}`;

describeWithServer(
  redisMissing ?? postgresMissing,
  'three replicas over one Redis and one PostgreSQL',
  () => {
    let redis: TestRedis;
    let postgres: TestPostgres;
    let directory = '';
    let env: Record<string, string> = {};
    const replicas: Replica[] = [];
    const largeKey = newKey();
    /** When `largeKey` was given its plan. */
    let plannedAt = 0;

    beforeAll(async () => {
      await awayFromTheHour(100_000);
      directory = await mkdtemp(path.join(tmpdir(), 'claimgate-replicas-'));
      await writeFile(path.join(directory, 'config.yaml'), CONFIG);
      [redis, postgres] = await Promise.all([startRedis({ durable: true }), startPostgres()]);
      env = {
        CLAIMGATE_CONFIG: path.join(directory, 'config.yaml'),
        CLAIMGATE_DATA_DIR: path.join(directory, 'data'),
        CLAIMGATE_SECRET: 'one-secret-for-all-replicas',
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
        LOG_LEVEL: 'debug',
      };
      replicas.push(...(await Promise.all([1, 2, 3].map(() => startReplica(env)))));
      expect((await replicas[0]!.limits(largeKey)).plan).toBe('small');
      await claimgate('keys set --plan large', largeKey);
      plannedAt = performance.now();
    }, 180_000);

    afterAll(async () => {
      await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')));
      await Promise.all([redis?.stop(), postgres?.stop()]);
      await rm(directory, { recursive: true, force: true });
    });

    const remaining = async (replica: Replica, key: string) =>
      (await replica.limits(key)).windows.map((window) => window.remaining);

    it('give exactly as many answers as the limit to a thousand requests at once', async () => {
      const key = newKey();
      const asking = Array.from({ length: 1000 }, async (_, i) => {
        const answer = await replicas[i % 3]!.chat(key);
        await answer.text();
        return answer;
      });
      const answers = await Promise.all(asking);
      const passed = answers.filter((answer) => answer.status === 200);
      const refused = answers.filter((answer) => answer.status === 429);
      expect([passed.length, refused.length]).toEqual([100, 900]);
      for (const answer of answers) {
        expect(answer.headers.get('x-ratelimit-limit')).toBe('100');
        expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
      }
      expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
      for (const replica of replicas) expect(await remaining(replica, key)).toEqual([0, 900]);
    }, 60_000);

    it('give the place back of a key that its provider refuses', async () => {
      const key = newKey('invalid');
      for (const replica of replicas) {
        const answer = await replica.chat(key);
        expect(answer.status).toBe(401);
        expect(answer.headers.get('x-ratelimit-remaining')).toBe('100');
      }
      expect(await remaining(replicas[0]!, key)).toEqual([100, 1000]);
    });

    it('all hear within a minute that a key was given another plan', async () => {
      const plans = () => Promise.all(replicas.map(async (replica) => (await replica.limits(largeKey)).plan));
      await expect
        .poll(plans, { timeout: Math.max(1_000, plannedAt + 60_000 - performance.now()), interval: 500 })
        .toEqual(['large', 'large', 'large']);
      expect(await claimgate('keys list --json')).toContain('"plan":"large"');
    }, 70_000);

    it('keep counting one key together while they are restarted one after the other, under a new secret', async () => {
      const key = newKey();
      const renewed = {
        ...env,
        CLAIMGATE_SECRET: 'another-secret-for-all-replicas',
        CLAIMGATE_OLD_SECRETS: 'one-secret-for-all-replicas',
      };
      for (let i = 0; i < 3; i++) {
        for (const replica of replicas) expect((await replica.chat(key)).status).toBe(200);
        const leaving = replicas.splice(i, 1, await startReplica(renewed));
        await leaving[0]!.kill('SIGTERM');
      }
      for (const replica of replicas) expect((await replica.chat(key)).status).toBe(200);
      for (const replica of replicas) {
        expect(await remaining(replica, key)).toEqual([88, 988]);
        expect((await replica.limits(largeKey)).plan).toBe('large');
      }
      env = renewed;
    }, 60_000);

    it('answer on while Redis and PostgreSQL are killed and started again, five times', async () => {
      const key = largeKey;
      const countedBy = () =>
        Promise.all(replicas.map(async (replica) => 1_000_000 - (await remaining(replica, key))[0]!));
      const [before = 0] = await countedBy();
      let stop = false;
      let asked = 0;
      const statuses = new Map<number, number>();
      const load = async (i: number) => {
        while (!stop) {
          const answer = await replicas[i % 3]!.chat(key);
          await answer.text();
          asked++;
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          await sleep(50);
        }
      };
      const loads = Promise.all(Array.from({ length: 15 }, (_, i) => load(i)));
      for (let kill = 1; kill <= 5; kill++) {
        await sleep(500);
        await Promise.all([redis.kill(), postgres.kill()]);
        await sleep(500);
        await Promise.all([redis.start(), postgres.start()]);
        await expect.poll(() => health('limits'), { timeout: 60_000 }).toEqual(['ok', 'ok', 'ok']);
      }
      stop = true;
      await loads;
      expect([...statuses.keys()]).toEqual([200]);
      expect(replicas.every((replica) => replica.running())).toBe(true);
      // What Redis answered late is still settled.
      await expect.poll(async () => new Set(await countedBy()).size).toBe(1);
      const counted = (await countedBy())[0]! - before;
      expect(counted).toBeGreaterThanOrEqual(asked);
      expect(counted).toBeLessThanOrEqual(asked + 75);
      await expect
        .poll(() => health('store'), { timeout: 40_000, interval: 500 })
        .toEqual(['ok', 'ok', 'ok']);
    }, 180_000);

    it('write no key anywhere: not into Redis, PostgreSQL, a file or a log', async () => {
      const admin = await createClient({ url: redis.url }).connect();
      for (const name of (await admin.sendCommand(['KEYS', '*'])) as unknown as string[]) {
        expect(name).not.toContain(CANARY);
        expect(await admin.get(name)).toMatch(/^\d+$/);
      }
      admin.destroy();
      for (const place of [redis.directory, postgres.directory, directory]) {
        for (const file of await filesIn(place)) {
          expect((await readFile(file)).includes(CANARY), file).toBe(false);
        }
      }
      for (const replica of replicas) {
        expect(replica.output()).toContain('Redis is away');
        expect(replica.output()).not.toContain(CANARY);
      }
    });

    async function health(part: string): Promise<unknown[]> {
      return Promise.all(
        replicas.map(async ({ url }) => {
          const body = (await (await fetch(`${url}/health`)).json()) as { checks: Record<string, unknown> };
          return body.checks[part];
        }),
      );
    }

    async function claimgate(line: string, key = ''): Promise<string> {
      const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
      const child = spawn(process.execPath, [CLI, ...line.split(' ')], {
        env: { PATH, NODE_COMPILE_CACHE, ...env },
      });
      let output = '';
      child.stdout.on('data', (data: Buffer) => {
        output += data.toString();
      });
      child.stdin.end(key);
      const [code] = await once(child, 'close');
      expect(code).toBe(0);
      return output;
    }
  },
);

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
