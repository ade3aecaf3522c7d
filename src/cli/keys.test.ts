import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../gateway/config/read-config.ts';
import { runInTests } from './run-in-tests.ts';

const NOW = Date.parse('2026-11-05T13:20:00Z');

describe('claimgate keys', () => {
  let dataDir = '';
  let secret: string | undefined;
  let oldSecrets: string[] = [];

  beforeEach(async () => {
    [secret, oldSecrets] = [undefined, []];
    dataDir = await mkdtemp(path.join(tmpdir(), 'claimgate-keys-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  async function run(line: string, key = '', stdin?: unknown) {
    const env = {
      CLAIMGATE_DATA_DIR: dataDir,
      ...(secret === undefined ? {} : { CLAIMGATE_SECRET: secret }),
    };
    const { code, stdout, stderr } = await runInTests(
      ['keys', ...line.split(' ')],
      env,
      (stdin ?? key) as string,
      { now: () => NOW, readConfig: () => ({ ...readConfig(env), oldSecrets }) },
    );
    return { out: stdout, err: stderr, exit: code, message: /^claimgate: (.*)$/m.exec(stderr)?.[1] };
  }
  const listed = async () =>
    (await run('list --json')).out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  it('gives a key from a pipe a plan, lists it, and takes it away again', async () => {
    expect((await run('list')).err).toBe('No key has its own plan: all have pro.\n');
    const set = await run('set --plan pro --note Acme', 'sk-canary-1\n');
    expect(set.exit).toBe(0);
    expect(set.out).toBe('');
    expect(set.err).toMatch(/^[\w-]{12} has the plan pro\. Running gateways apply this within a minute\.\n$/);
    expect(await listed()).toMatchObject([
      { plan: 'pro', per_hour: null, per_month: null, note: 'Acme', updated: '2026-11-05T13:20:00.000Z' },
    ]);
    expect((await run('list')).out).toMatch(
      /CALLER +PLAN.*\n[\w-]{12} {2}pro +- +- +[\w-]{8} +2026-11-05 13:20 {2}Acme\n/,
    );
    expect((await run('remove', 'sk-canary-1')).err).toContain('it has the plan pro now');
    expect(await listed()).toEqual([]);
    expect((await run('remove', 'sk-canary-1')).message).toBe('That key is not on the list');
  });

  it("takes numbers of the key's own", async () => {
    await run('set --plan enterprise --per-hour 5 --per-month 70', 'sk-1');
    expect(await listed()).toMatchObject([{ plan: 'enterprise', per_hour: 5, per_month: 70 }]);
    await run('set --plan enterprise --per-month 70', 'sk-1');
    expect(await listed()).toMatchObject([{ per_hour: null, per_month: 70 }]);
  });

  it('says what is wrong with how it was used', async () => {
    expect(await run('set', 'sk-1')).toMatchObject({
      exit: 2,
      message: '--plan is missing. The plans are free, pro, enterprise',
    });
    expect(await run('set --plan gold', 'sk-1')).toMatchObject({
      exit: 2,
      message: "Unknown plan 'gold'. The plans are free, pro, enterprise",
    });
    expect(await run('set', 'sk-1')).toMatchObject({ exit: 2 });
    for (const count of ['0', '-1', '1.5', 'many']) {
      expect(await run(`set --plan pro --per-hour ${count}`, 'sk-1')).toMatchObject({ exit: 2 });
    }
    expect(await run('set --plan pro', ' \n')).toMatchObject({
      exit: 2,
      message: expect.stringContaining('No key'),
    });
    expect(await run('set --plan pro', 'sk-1\nsk-2')).toMatchObject({
      exit: 2,
      message: expect.stringContaining('One key'),
    });
    expect(await run('set --plan pro', 'sk-ключ')).toMatchObject({ exit: 2 });
    expect(await run('set --plan pro sk-canary-as-argument', 'sk-1')).toMatchObject({ exit: 2 });
  });

  it('removes a caller by its name where the key is lost', async () => {
    await run('set --plan pro', 'sk-1');
    await run('set --plan pro', 'sk-2');
    const [first] = await listed();
    expect(await run('remove --caller abc')).toMatchObject({ exit: 2 });
    expect(await run('remove --caller not-there-at-all')).toMatchObject({ exit: 1 });
    expect(await run(`remove --caller ${first.caller.slice(0, 12)}`)).toMatchObject({ exit: 0 });
    expect(await listed()).toHaveLength(1);
  });

  it('knows a key under a secret that was replaced', async () => {
    secret = 'the first secret';
    await run('set --plan pro', 'sk-1');
    [secret, oldSecrets] = ['the second secret', ['the first secret']];
    expect((await run('list')).out).toContain('(old)');
    await run('set --plan free', 'sk-1');
    expect(await listed()).toMatchObject([{ plan: 'free' }]);
    expect((await run('list')).out).not.toContain('(old)');
    [secret, oldSecrets] = ['the third secret', ['the second secret', 'the first secret']];
    expect(await run('remove', 'sk-1')).toMatchObject({ exit: 0 });
    expect(await listed()).toEqual([]);
  });

  it('asks at a terminal without showing what is typed', async () => {
    const raw: boolean[] = [];
    const terminal = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (on: boolean) => raw.push(on),
    });
    terminal.write('sk-canarx\u007fy');
    terminal.write('-1\r');
    const typed = await run('set --plan pro', '', terminal);
    expect(typed.err).toMatch(/^Key \(not shown\): \n[\w-]{12} has the plan pro/);
    expect(raw).toEqual([true, false]);
    expect(await run('remove', 'sk-canary-1')).toMatchObject({ exit: 0 });
    const stopped = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
    stopped.write('sk\u0003');
    expect(await run('set --plan pro', '', stopped)).toMatchObject({ exit: 130, message: 'Stopped' });
  });

  it('writes no key anywhere', async () => {
    const { out, err } = await run('set --plan pro', 'sk-canary-1');
    expect(out + err).not.toContain('canary');
    for (const file of await readdir(dataDir)) {
      expect((await readFile(path.join(dataDir, file))).includes('canary')).toBe(false);
    }
  });
});
