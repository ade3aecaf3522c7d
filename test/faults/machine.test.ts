/** What the machine does to a gateway: damaged files, databases of other versions, no descriptors, no memory, clocks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '../harness/start-gateway.ts';
import { startReplica } from '../replicas/start-replica.ts';
import { dial, type Line } from './dial.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/gateway/main.ts');
const HOUR = 3_600_000;

const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-machine-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
let made = 0;

/** A data directory in which a gateway has counted three requests of `sk-kept`. */
const used = path.join(directory, 'used');
beforeAll(async () => {
  const gateway = await startReplica({ CLAIMGATE_DATA_DIR: used });
  for (let i = 0; i < 3; i++) expect((await gateway.chat('sk-kept')).status).toBe(200);
  await gateway.kill('SIGTERM');
});

function usedData(): { readonly data: string; readonly file: string } {
  const data = path.join(directory, `data-${++made}`);
  cpSync(used, data, { recursive: true });
  return { data, file: path.join(data, 'claimgate.sqlite') };
}

async function start(data: string): Promise<{ readonly code: number; readonly output: string }> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', CLAIMGATE_DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece));
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, output };
}

describe('a start on a database', () => {
  it.each<[string, (file: string) => void, RegExp]>([
    [
      'that is no database ends in one line, and leaves the file alone',
      (file) => writeFileSync(file, 'no database at all, '.repeat(500)),
      /is not a database\n$/,
    ],
    [
      'whose first page is damaged ends in one line, and leaves the file alone',
      (file) => overwrite(file, 100, 4_000),
      /is malformed\n$|is not a database\n$/,
    ],
    [
      'that a newer version has changed ends in one line that says so, and leaves the file alone',
      (file) => {
        const database = new DatabaseSync(file);
        const { last } = database.prepare('select max(position) as last from schema_changes').get() as {
          last: number;
        };
        database
          .prepare('insert into schema_changes (position, name, applied_at, needs) values (?, ?, ?, ?)')
          .run(last + 1, '9999-later', 0, '9998-later');
        database.close();
      },
      /changed by a newer version of Claimgate .*Run that version, or restore the backup/,
    ],
  ])(
    '%s',
    async (_how, spoil, says) => {
      const { data, file } = usedData();
      for (const journal of [`${file}-wal`, `${file}-shm`]) rmSync(journal, { force: true });
      spoil(file);
      const before = readFileSync(file);
      const { code, output } = await start(data);
      expect([code, output]).toEqual([1, expect.stringMatching(/^(?:\{.*\}\n)*claimgate: [^\n]+\n$/)]);
      expect(output).toMatch(says);
      expect(readFileSync(file).equals(before)).toBe(true);
    },
    60_000,
  );
});

/** Writes zeros over part of a file. */
function overwrite(file: string, from: number, bytes: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(Math.min(bytes, statSync(file).size - from)), 0, undefined, from);
  closeSync(handle);
}

describe('a database that is damaged while it is in use', () => {
  it('costs no answer, and limits hold', async () => {
    const { data, file } = usedData();
    const gateway = await startReplica({ CLAIMGATE_DATA_DIR: data, CLAIMGATE_CONFIG: smallPlan() });
    overwrite(file, 0, Number.MAX_SAFE_INTEGER);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await gateway.chat('sk-fresh')).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    await gateway.kill('SIGTERM');
  }, 60_000);
});

function smallPlan(): string {
  const file = path.join(directory, 'small.yaml');
  writeFileSync(file, 'plans: { small: { per_hour: 10, per_month: 1000, models: all }, default: small }');
  return file;
}

describe.skipIf(process.platform === 'win32')('a gateway without free file descriptors', () => {
  it('answers those who are connected, lives on, and takes others when there are some again', async () => {
    const data = path.join(directory, 'few');
    mkdirSync(data);
    const gateway = await startReplica({ CLAIMGATE_DATA_DIR: data }, MAIN, '-n 60');
    const first = await dial(gateway.url);
    const lines: Line[] = [];
    try {
      for (let i = 0; i < 300; i++) lines.push(await dial(gateway.url).catch(() => first));
      const head = 'GET /models HTTP/1.1\r\nHost: localhost\r\n\r\n';
      first.say(head);
      expect(await first.hear(/default_model/)).toContain('HTTP/1.1 200');
      expect(gateway.running()).toBe(true);
    } finally {
      for (const line of new Set([first, ...lines])) line.vanish();
    }
    await expect
      .poll(
        () =>
          gateway.chat('sk-later').then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200);
    expect((await gateway.limits('sk-later')).windows[0]?.remaining).toBeDefined();
    await gateway.kill('SIGTERM');
    expect(await gateway.ended).toBe(0);
  }, 60_000);
});

describe('a clock that jumps', () => {
  /** A caller has used up its hour of five requests. */
  const useUpHour = async (perMonth: number, now: () => number) => {
    const gateway = await startGateway({
      env: { CLAIMGATE_SANDBOX: 'all' },
      yaml: `plans: { small: { per_hour: 5, per_month: ${perMonth}, models: all }, default: small }`,
      app: { now },
    });
    const ask = async () => (await gateway.chat({ api_key: 'sk-clock' })).status;
    for (let i = 0; i < 5; i++) expect(await ask()).toBe(200);
    return { gateway, ask };
  };

  it.each<[string, number]>([
    ['ten minutes back', -HOUR / 6],
    ['an hour back', -HOUR],
  ])('%s gives no window twice, and ends no request', async (_how, jump) => {
    let now = Date.UTC(2026, 5, 15, 12, 10);
    const { gateway, ask } = await useUpHour(100, () => now);
    now += jump;
    expect(await ask()).toBe(429);
    expect((await gateway.chat({ api_key: 'sk-other' })).status).toBe(200);
    now -= jump;
    expect(await ask()).toBe(429);
    now += HOUR;
    expect(await ask()).toBe(200);
    await gateway.stop();
  });

  it('a day back keeps nobody out for more than an hour, and ends no request', async () => {
    let now = Date.UTC(2026, 5, 15, 12, 10);
    const { gateway, ask } = await useUpHour(8, () => now);
    now -= 24 * HOUR;
    expect(await ask()).toBe(429);
    now += 2 * HOUR;
    expect([await ask(), await ask(), await ask(), await ask()], 'the month goes on').toEqual([
      200, 200, 200, 429,
    ]);
    await gateway.stop();
  });

  it('forty days ahead begins new windows, and coming back keeps nobody out for long', async () => {
    let now = Date.UTC(2026, 5, 15, 12, 10);
    const { gateway, ask } = await useUpHour(100, () => now);
    now += 40 * 24 * HOUR;
    expect(await ask()).toBe(200);
    now -= 40 * 24 * HOUR;
    now += HOUR;
    expect(await ask()).toBe(200);
    await gateway.stop();
  });
});

describe.skipIf(process.platform === 'win32')('a gateway that is short of memory', () => {
  it('refuses what it has no memory for, lives on, and loses no count', async () => {
    const { data } = usedData();
    const gateway = await startReplica({ CLAIMGATE_DATA_DIR: data, NODE_OPTIONS: '--max-old-space-size=96' });
    const text = 'The tower is 330 m high. '.repeat(130_000);
    const large = JSON.stringify({ model: 'gpt-6-luna', messages: [{ role: 'user', content: text }] });
    const ask = (key: string): Promise<number | 'cut'> =>
      fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: large,
      }).then(
        async (response) => ((await response.text().catch(() => 'cut')) === 'cut' ? 'cut' : response.status),
        () => 'cut',
      );
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(`sk-large-${i}`)));
    // A refusal comes while the request is still being sent.
    expect(outcomes.filter((outcome) => ![200, 503, 'cut'].includes(outcome))).toEqual([]);
    expect(outcomes, 'the memory was enough').toContain(503);
    expect(gateway.output()).not.toContain('330 m high');
    expect(gateway.running()).toBe(true);
    expect(await ask('sk-alone')).toBe(200);
    await gateway.kill('SIGKILL');
    const next = await startReplica({ CLAIMGATE_DATA_DIR: data });
    const { windows } = await next.limits('sk-kept');
    expect(windows.map(({ limit, remaining }) => limit - remaining)).toEqual([3, 3]);
    expect((await next.chat('sk-kept')).status).toBe(200);
    await next.kill('SIGTERM');
  }, 60_000);
});
