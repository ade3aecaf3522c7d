/** Contract, section 1: what identifies a caller stands and falls with the secret. A wrong one is noticed at the start. */
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/gateway/app.ts';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { startReplica } from '../replicas/start-replica.ts';
import { type Output, thisVersion } from '../upgrade/release-before.ts';

const KEY = 'sk-of-a-customer';

// Several processes are started in each.
describe('the secret', { timeout: 60_000 }, () => {
  let directory = '';
  let count = 0;
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'claimgate-secret-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const newData = (): string => path.join(directory, `data-${++count}`);
  const setPlan = (env: Record<string, string>): Promise<Output> =>
    thisVersion.cli(['keys', 'set', '--plan', 'enterprise'], env, KEY);

  /** Starts a gateway, asks as the customer, and ends it. @returns the plan, and what was warned of. */
  async function serve(env: Record<string, string>): Promise<{ plan: string; warnings: string[] }> {
    const lines: string[] = [];
    const app = await createApp(readConfig({ PORT: '0', ...env }), {
      log: { pretty: false, stream: { write: (line) => void lines.push(line) } },
    });
    const { port } = await app.listen();
    const answer = await fetch(`http://127.0.0.1:${port}/v1/limits`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    const { plan } = (await answer.json()) as { plan: string };
    await app.drain();
    const records = lines.map((line) => JSON.parse(line) as { level: string; msg: string });
    const warnings = records.filter(({ level }) => level === 'warn').map(({ msg }) => msg);
    return { plan, warnings: warnings.filter((warning) => /secret/i.test(warning)) };
  }
  async function refusal(env: Record<string, string>): Promise<string> {
    try {
      await (await createApp(readConfig({ PORT: '0', ...env }))).drain();
    } catch (error) {
      expect((error as Error).name).toBe('ConfigError');
      return (error as Error).message;
    }
    throw new Error('the gateway can be started');
  }

  it('that is gone is not replaced in silence: the start says how to go on', async () => {
    const data = newData();
    const env = { CLAIMGATE_DATA_DIR: data };
    expect((await setPlan(env)).code).toBe(0);
    expect(await serve(env)).toEqual({ plan: 'enterprise', warnings: [] });
    const file = path.join(data, 'secret');
    renameSync(file, `${file}.away`);

    const message = await refusal(env);
    expect(message).toMatch(/^CLAIMGATE_SECRET: the secret is missing[^\n]+$/);
    expect(message).toContain(`Restore ${file}`);
    const { code, err } = await setPlan(env);
    expect(code).toBe(1);
    expect(err).toMatch(/^claimgate: CLAIMGATE_SECRET: the secret is missing[^\n]+\n$/);

    renameSync(`${file}.away`, file);
    expect(await serve(env)).toEqual({ plan: 'enterprise', warnings: [] });
  });

  it('is missed also where requests were counted and no key has a plan', async () => {
    const data = newData();
    const replica = await startReplica({ CLAIMGATE_DATA_DIR: data });
    expect((await replica.chat(KEY)).status).toBe(200);
    await replica.kill('SIGTERM');
    rmSync(path.join(data, 'secret'));
    expect(await refusal({ CLAIMGATE_DATA_DIR: data })).toMatch(/^CLAIMGATE_SECRET: /);
  });

  it('is made where the database holds nothing but documents', async () => {
    const env = { CLAIMGATE_DATA_DIR: newData() };
    const document = '{"id":"1","title":"T","url":"https://example.org","text":"A text."}\n';
    expect((await thisVersion.cli(['corpus', 'add', '-'], env, document)).code).toBe(0);
    expect((await serve(env)).warnings).toEqual([]);
    expect(readFileSync(path.join(env.CLAIMGATE_DATA_DIR, 'secret'), 'utf8').length).toBeGreaterThan(40);
  });

  it('that is another than before is warned of, with how many keys it concerns; a listed one is not', async () => {
    const env = { CLAIMGATE_DATA_DIR: newData() };
    const first = { ...env, CLAIMGATE_SECRET: 'the-first-secret' };
    const second = { ...env, CLAIMGATE_SECRET: 'the-second-secret' };
    expect((await setPlan(first)).code).toBe(0);
    expect(await serve(first)).toEqual({ plan: 'enterprise', warnings: [] });

    const refused = await setPlan(second);
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^claimgate: CLAIMGATE_SECRET: /)]);
    const wrong = await serve(second);
    expect(wrong.plan).toBe('pro');
    expect(wrong.warnings).toEqual([
      expect.stringMatching(
        /^CLAIMGATE_SECRET: .*another secret: 1 of its keys .*\(1 with a plan, 0 evaluations, 0 issued\)/,
      ),
    ]);
    // A gateway has been started with it by now: keys may be given plans under it.
    expect((await setPlan(second)).code).toBe(0);

    const listed = { ...second, CLAIMGATE_OLD_SECRETS: 'the-first-secret' };
    expect(await serve(listed)).toEqual({ plan: 'enterprise', warnings: [] });
  });

  it('that is another than before is warned of also where no key has a plan', async () => {
    const env = { CLAIMGATE_DATA_DIR: newData(), CLAIMGATE_SECRET: 'the-first-secret' };
    expect((await serve(env)).warnings).toEqual([]);
    const wrong = await serve({ ...env, CLAIMGATE_SECRET: 'the-second-secret' });
    expect(wrong.warnings).toEqual([expect.stringContaining('what was counted of each key')]);
  });

  it.skipIf(process.platform === 'win32')('that others can read is warned of', async () => {
    const data = newData();
    const env = { CLAIMGATE_DATA_DIR: data };
    expect((await serve(env)).warnings).toEqual([]);
    for (const mode of [0o640, 0o604]) {
      chmodSync(path.join(data, 'secret'), mode);
      expect((await serve(env)).warnings).toEqual([
        expect.stringContaining('other users can read the secret'),
      ]);
    }
  });

  it('whose file is empty stops the start', async () => {
    const data = newData();
    await serve({ CLAIMGATE_DATA_DIR: data });
    writeFileSync(path.join(data, 'secret'), '\n');
    expect(await refusal({ CLAIMGATE_DATA_DIR: data })).toMatch(/^CLAIMGATE_DATA_DIR: .* holds no secret$/);
  });
});
