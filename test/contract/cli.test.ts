/** Contract, section 11: the command line, as far as it starts, lists and checks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readShippedCatalogue } from '../conformance/read-fixtures.ts';

const SHIPPED = [...readShippedCatalogue().models.values()].filter(({ provider }) => provider !== 'local');
const CLAIMGATE = path.resolve(import.meta.dirname, '../../bin/claimgate.js');

const KEY = 'sk-proj-4fGh7Canary9xQz2LmN8';

let dir: string;
let count = 0;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'claimgate-cli-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function launch(
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string,
): { child: ChildProcess; result: Promise<Result>; err: () => string } {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [CLAIMGATE, ...args], {
    cwd: dir,
    env: { PATH, NODE_COMPILE_CACHE, CLAIMGATE_DATA_DIR: path.join(dir, `data-${++count}`), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Commands that read nothing may end before.
  child.stdin.on('error', () => {}).end(input);
  let out = '';
  let err = '';
  child.stdout.on('data', (piece: Buffer) => {
    out += piece;
  });
  child.stderr.on('data', (piece: Buffer) => {
    err += piece;
  });
  const result = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  return { child, result, err: () => err };
}
const run = (args: readonly string[], env: Record<string, string> = {}, input?: string) =>
  launch(args, env, input).result;
function config(yaml: string): Record<string, string> {
  const file = path.join(dir, `config-${++count}.yaml`);
  writeFileSync(file, yaml);
  return { CLAIMGATE_CONFIG: file };
}

describe.concurrent('claimgate', { timeout: 60_000 }, () => {
  it('models lists a model a line, on stdout alone, and writes nothing', async () => {
    const data = path.join(dir, 'untouched');
    const { code, out, err } = await run(['models'], { CLAIMGATE_DATA_DIR: data });
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(SHIPPED.length);
    expect(lines.filter((line) => / (basic|standard|premium) /.test(line))).toHaveLength(SHIPPED.length);
    expect(lines.filter((line) => line.startsWith('gpt-6-luna *'))).toHaveLength(1);
    expect(existsSync(data)).toBe(false);
  });

  it('says why what it found cannot be written', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [CLAIMGATE, 'models'], { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    const [err, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
    expect([code, err]).toEqual([1, 'claimgate: cannot write to standard output: the disk is full\n']);
  });

  it.each([
    ['FORCE_COLOR', { FORCE_COLOR: '1' }, true],
    ['CLICOLOR_FORCE', { CLICOLOR_FORCE: '1' }, true],
    ['CLICOLOR_FORCE=0', { CLICOLOR_FORCE: '0' }, false],
    ['CLICOLOR_FORCE beside NO_COLOR', { CLICOLOR_FORCE: '1', NO_COLOR: '1' }, false],
  ])('a pipe with %s', async (_what, env, coloured) => {
    const { out } = await run(['check', '-', '--fail-on', 'refuted'], env, 'The Berlin Wall fell in 1991.');
    expect(out.includes('\u001b[')).toBe(coloured);
  });

  it('models --json is JSON Lines, with those that config adds', async () => {
    const own = config(
      'providers: { mine: { base_url: "http://127.0.0.1:1/v1", models: [{ id: tiny-1, name: Tiny, description: Small, tier: basic }] } }',
    );
    const { code, out } = await run(['models', '--json'], own);
    expect(code).toBe(0);
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows).toHaveLength(SHIPPED.length + 1);
    expect(rows.filter((row) => row.default === true).map((row) => row.id)).toEqual(['gpt-6-luna']);
    expect(rows.find((row) => row.id === 'openai/gpt-oss-120b')).toMatchObject({
      provider: 'Together',
      tier: 'basic',
    });
    expect(rows.at(-1)).toMatchObject({ id: 'tiny-1', provider: 'mine' });
  });

  it('config check says that all is well on stderr, and writes nothing', async () => {
    const data = path.join(dir, 'untouched-too');
    const { code, out, err } = await run(['config', 'check'], { CLAIMGATE_DATA_DIR: data });
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(/good/);
    expect(existsSync(data)).toBe(false);
  });

  it.each([
    ['an unknown key', () => config('serverr: {}'), 'serverr'],
    ['a bad catalogue', () => config('catalogue: { extend: nowhere.yaml }'), 'catalogue.extend'],
    [
      'a bad model',
      () => config('providers: { mine: { base_url: "http://x/v1", models: [{ id: "a b" }] } }'),
      'mine',
    ],
  ])('config check names %s in one line, and exits 1', async (_what, env, key) => {
    const { code, out, err } = await run(['config', 'check'], env());
    expect([code, out]).toEqual([1, '']);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toMatch(/^claimgate: /);
    expect(err).toContain(key);
  });

  it.each([[['sing']], [['models', '--loud']], [['config', 'check', 'twice']], [[]]])(
    '%j is wrong use: exit 2, and nothing on stdout',
    async (args) => {
      const { code, out, err } = await run(args);
      expect([code, out]).toEqual([2, '']);
      expect(err).not.toBe('');
    },
  );

  it.each([
    [['keys', 'set', '--plan', 'pro', KEY], 2],
    [['keys', KEY], 2],
    [['keys', 'set', '--plan', KEY], 2],
    [['keys', 'set', '--plan', 'pro', `--key=${KEY}`], 2],
    [['keys', 'set', '--plan', 'pro', '--per-hour', KEY], 2],
    [[KEY], 2],
    [['corpus', 'add', KEY], 1],
    [['normalize', '--model', KEY], 1],
    [['check', KEY], 1],
    [['check', '--model', KEY], 1],
    [['check', '--sources', KEY], 2],
    [['check', '--fail-on', KEY], 2],
    [['check', '--date', KEY], 2],
    [['check', `https://${KEY}@example.org/`], 2],
  ])('%j does not show a key that was given by mistake', async (args, exit) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([exit, '']);
    expect(err).not.toBe('');
    for (let start = 3; start + 8 <= KEY.length; start++) {
      expect(err).not.toContain(KEY.slice(start, start + 8));
    }
  });

  it('a URL of a database whose password cannot be read is refused, without the password', async () => {
    for (const [name, protocol] of [
      ['DATABASE_URL', 'postgres'],
      ['REDIS_URL', 'redis'],
    ] as const) {
      const url = `${protocol}://user:canary%zz@127.0.0.1:1/0`;
      const { code, err } = await run(['start'], { [name]: url, CLAIMGATE_SECRET: 'a-secret-of-the-test' });
      expect(code).toBe(1);
      expect(err).toMatch(new RegExp(`^claimgate: ${name}: [^\\n]+\\n$`));
      expect(err).not.toContain('canary');
    }
  });

  describe('check', () => {
    const TEXT = 'Lightning never strikes the same place twice. The human body has 206 bones.\n';
    const SANDBOX = { CLAIMGATE_API_KEY: 'sandbox' };
    const JUDGED = ['--model', 'gpt-6-luna'];
    const textFile = (): string => {
      const file = path.join(dir, `text-${++count}.md`);
      writeFileSync(file, TEXT);
      return file;
    };

    it('gives a file its claims with verdicts, quotes and links, without colours in a pipe', async () => {
      const { code, out, err } = await run(['check', textFile(), ...JUDGED], SANDBOX);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^✗ refuted: Lightning never strikes the same place twice\.\n/);
      expect(out).toMatch(/\n {4}refutes: “Lightning can strike the same place twice[^\n]+”\n/);
      expect(out).toMatch(/\n {8}See also https:\/\/en\.wikipedia\.org\/wiki\/Lightning\n/);
      expect(out).toMatch(/\n2 claims: 1 supported, 1 refuted; sources: starter\.\n$/);
    });

    it('has colours where FORCE_COLOR asks for them', async () => {
      const { out } = await run(['check', textFile(), ...JUDGED], { ...SANDBOX, FORCE_COLOR: '1' });
      expect(out).toContain('\u001b[31m');
    });

    it('as a step of a script: reads a pipe, and --fail-on exits 3 after one JSON object', async () => {
      const args = ['check', '-', '--json', '--fail-on', 'refuted', ...JUDGED];
      const { code, out, err } = await run(args, SANDBOX, TEXT);
      expect([code, err]).toEqual([3, 'claimgate: 1 of 2 claims: refuted\n']);
      expect(JSON.parse(out)).toMatchObject({ claims_detected: 2, mode: 'verify' });
      expect(out.trimEnd().split('\n')).toHaveLength(1);
      expect((await run(args, SANDBOX, 'The human body has 206 bones.')).code).toBe(0);
    });

    it('without a model and a key is judged by the one on this machine, and says so', async () => {
      const { code, out, err } = await run(['check'], {}, TEXT);
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(/^No --model: a small model on this machine judges/),
      ]);
      expect(out).toMatch(/\n2 claims: [^\n]+; sources: starter\.\n$/);
    });

    it.each([
      ['a missing file', ['check', 'nowhere.md'], {}, 1, 'cannot read nowhere.md: there is no such file'],
      ['a folder', ['check', '.'], {}, 1, 'cannot read .: it is a directory'],
      [
        'a model that there is not',
        ['check', '-', '--model', 'nothing'],
        SANDBOX,
        1,
        "Unknown model 'nothing'",
      ],
      ['no key', ['check', '-', ...JUDGED], {}, 1, 'no key for openai'],
      [
        'a refused key',
        ['check', '-', ...JUDGED],
        { CLAIMGATE_API_KEY: 'sandbox-invalid' },
        1,
        'Invalid API key',
      ],
      [
        'a link that leads inside',
        ['check', 'http://127.0.0.1:1/page'],
        {},
        1,
        'claimgate: http://127.0.0.1:1/page: The address leads into',
      ],
      ['a link of another kind', ['check', 'ftp://example.org/page'], {}, 2, 'Not an http or https address'],
      ['two forms', ['check', '--json', '--markdown'], {}, 2, 'Give --json, --markdown or --github'],
    ])('%s: nothing on stdout, and one reason', async (_what, args, env, exit, reason) => {
      // Of the last sentence the gateway’s own judge is not sure, so that a model is asked.
      const { code, out, err } = await run(args, env, `${TEXT} Sydney is the capital of Australia.`);
      expect([code, out]).toEqual([exit, '']);
      expect(err).toContain(reason);
    });

    it('a config whose source cannot be used is named, and ends the command', async () => {
      const { code, out, err } = await run(['check'], config('sources: { nowhere: {} }'), TEXT);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('claimgate: sources.nowhere: ');
    });

    it('a reader that has seen enough is no failure', async () => {
      const claims = Array.from(
        { length: 2_000 },
        (_, index) => `Town ${index} had ${index + 9} houses in 1900.`,
      );
      const { child, result } = launch(['check', '--json'], {}, claims.join('\n'));
      child.stdout?.once('data', () => child.stdout?.destroy());
      const { code, err } = await result;
      expect(code).toBe(0);
      expect(err).not.toContain('EPIPE');
    });
  });

  it('--version says which it is', async () => {
    const { code, out, err } = await run(['--version']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });

  it('--help helps, and exits 0', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/Usage: claimgate/);
  });

  it('start serves until it is stopped, with its log on stdout', async () => {
    const { child, result, err } = launch(['start'], { PORT: '0' });
    let url: string | undefined;
    while (url === undefined && child.exitCode === null) {
      url = /http:\/\/127\.0\.0\.1:\d+/.exec(err())?.[0];
      await delay(5);
    }
    expect((await fetch(`${url}/models`)).status).toBe(200);
    child.kill('SIGTERM');
    const { code, out } = await result;
    expect(code).toBe(0);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find((line) => line.route === '/models')).toMatchObject({ level: 'info', status: 200 });
  });

  it('start with a config that cannot be used exits 1 and names the key', async () => {
    const { code, err } = await run(['start'], config('sandbox: { enabled: maybe }'));
    expect(code).toBe(1);
    expect(err.trimEnd()).toMatch(/^claimgate: sandbox\.enabled: [^\n]+$/);
  });
});
