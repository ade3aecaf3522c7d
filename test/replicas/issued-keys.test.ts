/** Issued keys over real processes: what one issues, revokes or counts, all of them know within a second. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { type Replica, startReplica } from './start-replica.ts';

const SECOND = 1_000;
const ADMIN_KEY = 'an-admin-key-of-the-operator-0123456789';

describe('two processes over one SQLite file, one of them with workers', () => issuedKeys('sqlite'));
describeWithServer(postgresMissing, 'two replicas over one PostgreSQL, one of them with workers', () =>
  issuedKeys('postgres'),
);

function issuedKeys(dialect: 'sqlite' | 'postgres'): void {
  let fake: FakeProvider;
  let postgres: TestPostgres | undefined;
  let directory = '';
  let env: Record<string, string> = {};
  const replicas: Replica[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'claimgate-issued-'));
    fake = await startFakeProvider(speak());
    if (dialect === 'postgres') postgres = await startPostgres();
    const config = path.join(directory, 'config.yaml');
    await writeFile(config, 'workers: 3\n');
    env = {
      ...envFor(fake),
      CLAIMGATE_DATA_DIR: path.join(directory, 'data'),
      CLAIMGATE_OPENAI_KEYS: 'sk-the-operators-own',
      CLAIMGATE_ADMIN_KEYS: ADMIN_KEY,
      CLAIMGATE_SANDBOX: '',
      ...(postgres === undefined
        ? {}
        : { DATABASE_URL: postgres.url, CLAIMGATE_SECRET: 'one secret for all' }),
    };
    replicas.push(await startReplica(env));
    replicas.push(await startReplica({ ...env, CLAIMGATE_CONFIG: config }));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.kill('SIGTERM')));
    await Promise.all([fake.stop(), postgres?.stop()]);
    await rm(directory, { recursive: true, force: true });
  }, 60_000);

  const cli = (...args: string[]) => runInTests(['keys', ...args], env);
  /** Asks each process several times, so that every worker is asked. */
  const statuses = async (key: string): Promise<number[]> => {
    const asked = replicas.flatMap((replica) => Array.from({ length: 9 }, () => replica.chat(key)));
    return (await Promise.all(asked)).map(({ status }) => status);
  };

  it('a key is known, revoked and counted everywhere within a second', async () => {
    const issued = await cli('issue', '--plan', 'pro');
    const key = issued.stdout.trim();
    const id = issued.stderr.slice(0, 15);
    await delay(SECOND);
    expect(new Set(await statuses(key))).toEqual(new Set([200]));
    expect((await cli('revoke', id)).code).toBe(0);
    await delay(SECOND);
    expect(new Set(await statuses(key))).toEqual(new Set([401]));
    const [used] = (await cli('usage', '--json', '--key', id)).stdout
      .split('\n')
      .map((line) => JSON.parse(line || '{}'));
    expect(used).toMatchObject({ calls: 18, prompt_tokens: 18 * 7, completion_tokens: 18 * 5 });
  });

  it('what an operator changes at one process holds at all, and is in the audit log of each', async () => {
    const administer = async (replica: Replica, method: string, place: string, body?: object) => {
      const response = await fetch(`${replica.url}/admin/v1${place}`, {
        method,
        headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as { id: string; key: string; state: string; data: object[] };
    };
    const [one, other] = replicas as [Replica, Replica];
    const { id, key } = await administer(other, 'POST', '/keys', { plan: 'pro' });
    await delay(SECOND);
    expect(new Set(await statuses(key))).toEqual(new Set([200]));
    await administer(other, 'PATCH', `/keys/${id}`, { tokens_per_month: 1 });
    await delay(SECOND);
    expect(new Set(await statuses(key))).toEqual(new Set([429]));
    expect((await administer(one, 'DELETE', `/keys/${id}`)).state).toBe('revoked');
    await delay(SECOND);
    expect(new Set(await statuses(key))).toEqual(new Set([401]));
    for (const replica of replicas) {
      const { data } = await administer(replica, 'GET', `/audit?subject=${id}`);
      expect(data).toMatchObject(['key.revoke', 'key.change', 'key.issue'].map((action) => ({ action })));
      expect(await administer(replica, 'GET', '/usage?by=total&limit=1')).toMatchObject({ next: null });
      expect(await administer(replica, 'GET', '/callers')).toMatchObject({ data: [] });
      expect(await administer(replica, 'GET', '/overview?hours=1')).toMatchObject({ keys: { revoked: 2 } });
    }
  });

  it('what was used is written before a process ends', async () => {
    const issued = await cli('issue', '--plan', 'pro');
    await delay(SECOND);
    expect(new Set(await statuses(issued.stdout.trim()))).toEqual(new Set([200]));
    await Promise.all(replicas.map((replica) => replica.kill('SIGTERM')));
    const { stdout } = await cli('usage', '--json', '--key', issued.stderr.slice(0, 15));
    expect(JSON.parse(stdout)).toMatchObject({ calls: 18 });
  });
}
