/** A database that fails under a running gateway: requests are answered, /health and the log say what is wrong. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/gateway/main.ts');

interface Health {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

async function health(gateway: Gateway): Promise<Health & { readonly code: number }> {
  const response = await fetch(`${gateway.url}/health`);
  return { ...((await response.json()) as Health), code: response.status };
}

/** Within 3 s: a probe may have been made just before, and may take a second. */
const soon = { timeout: 3_000, interval: 100 };

const warnings = (gateway: Gateway): string[] =>
  gateway.logLines
    .map((line) => JSON.parse(line) as { level: string; msg: string })
    .filter(({ level }) => level === 'warn')
    .map(({ msg }) => msg);

describeWithServer(postgresMissing, 'while PostgreSQL fails', () => {
  let postgres: TestPostgres;
  let gateway: Gateway;
  beforeAll(async () => {
    postgres = await startPostgres();
    gateway = await startGateway({
      env: { DATABASE_URL: postgres.url, CLAIMGATE_SECRET: 'a-secret-of-the-test', CLAIMGATE_SANDBOX: 'all' },
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await postgres?.stop();
  });

  it('/health is degraded soon after it has died, and healthy when it is back', async () => {
    expect(await health(gateway)).toMatchObject({ code: 200, status: 'healthy', checks: { store: 'ok' } });
    await postgres.kill();
    await expect
      .poll(() => health(gateway), soon)
      .toMatchObject({
        code: 200,
        status: 'degraded',
        checks: { store: 'degraded' },
      });
    expect((await gateway.chat({ api_key: 'sk-test' })).status).toBe(200);
    expect(warnings(gateway).join('\n')).toMatch(/cannot write to the database: /);
    await postgres.start();
    await expect.poll(() => health(gateway), { timeout: 30_000 }).toMatchObject({ status: 'healthy' });
  }, 60_000);
});

describe('while the disk is full', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-disk-'));
  const mounted = mountSmallDisk(directory);
  afterAll(() => {
    if (mounted) execFileSync('umount', ['-l', directory]);
    rmSync(directory, { recursive: true, force: true });
  });

  it.skipIf(!mounted)(
    '/health is degraded and the log says so (needs root, to mount a small disk)',
    async () => {
      const data = path.join(directory, 'data');
      const gateway = await startGateway({ env: { CLAIMGATE_DATA_DIR: data, CLAIMGATE_SANDBOX: 'all' } });
      expect((await health(gateway)).status).toBe('healthy');
      const filler = path.join(directory, 'filler');
      fill(filler);
      await expect.poll(() => health(gateway), soon).toMatchObject({ code: 200, status: 'degraded' });
      expect((await gateway.chat({ api_key: 'sk-test' })).status).toBe(200);
      await expect
        .poll(() => warnings(gateway), soon)
        .toEqual(
          expect.arrayContaining([
            'cannot write to the database: disk full',
            'cannot write counts to the database, tried again: disk full',
          ]),
        );
      expect((await health(gateway)).checks).toMatchObject({ store: 'degraded', limits: 'degraded' });
      rmSync(filler);
      await expect.poll(() => health(gateway), { timeout: 60_000 }).toMatchObject({ status: 'healthy' });
      await gateway.stop();
    },
    60_000,
  );
});

function mountSmallDisk(directory: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', directory], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function fill(file: string): void {
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    }
  }
}

describe.skipIf(process.platform === 'win32')('a data directory that cannot be written', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-read-only-'));
  const data = path.join(directory, 'data');
  afterEach(() => chmodSync(data, 0o755));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it.each<[string, string, Record<string, string>]>([
    ['is empty', data, {}],
    ['is empty, with the secret in the environment', data, { CLAIMGATE_SECRET: 'a-secret-of-the-test' }],
    ['would have to be made', path.join(data, 'inner'), { CLAIMGATE_SECRET: 'a-secret-of-the-test' }],
  ])(
    'stops the start with one line where it %s',
    async (_what, dataDir, env) => {
      mkdirSync(data, { recursive: true });
      chmodSync(directory, 0o755);
      chmodSync(data, 0o555);
      // Nobody refuses root anything.
      const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
      for (const args of [
        [MAIN],
        [path.join(path.dirname(MAIN), '../cli/claimgate.ts'), 'corpus', 'stats'],
      ]) {
        const child = spawn(process.execPath, args, {
          env: { PATH, NODE_COMPILE_CACHE, PORT: '0', CLAIMGATE_DATA_DIR: dataDir, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
          ...user,
        });
        let output = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (piece: Buffer) => (output += piece));
        const [code] = await once(child, 'close');
        expect([code, output]).toEqual([1, expect.stringMatching(/^claimgate: [^\n]+\n$/)]);
        expect(output).toMatch(/database cannot be/);
      }
    },
    60_000,
  );
});
