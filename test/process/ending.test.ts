/** However the server's process ends, a line on standard error says why. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BIN = path.join(ROOT, 'bin/claimgate.js');
const EXPLAIN = path.join(ROOT, 'src/gateway/wiring/explain-end.ts');

let dir: string;
let count = 0;
const children = new Set<ChildProcess>();
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'claimgate-ending-'));
});
afterAll(() => {
  // Each with what it has started.
  for (const { pid, exitCode, signalCode } of children)
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcess;
  /** What was written to standard error so far. */
  said(): string;
  /** Resolves when standard error matches. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

function run(
  program: string,
  args: readonly string[],
  { env = {}, stdout = 'pipe' }: { env?: Record<string, string>; stdout?: 'pipe' | number } = {},
): Run {
  const child = spawn(program, args, {
    cwd: ROOT,
    detached: true,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      PORT: '0',
      CLAIMGATE_DATA_DIR: path.join(dir, String(++count)),
      ...env,
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  children.add(child);
  let text = '';
  child.stdout?.resume();
  child.stderr!.on('data', (piece: Buffer) => {
    text += piece;
  });
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return {
    child,
    said: () => text,
    ended,
    async says(pattern) {
      for (;;) {
        const found = pattern.exec(text);
        if (found !== null) return found;
        const over = await Promise.race([
          once(child.stderr!, 'data').then(() => false),
          ended.then(() => true),
        ]);
        if (over && !pattern.test(text)) throw new Error(`it never said ${pattern}: ${text}`);
      }
    },
  };
}

const start = (options = {}): Run => run(process.execPath, [BIN, 'start'], options);
const script = (code: string): Run =>
  run(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { explainEnd } from ${JSON.stringify(EXPLAIN)}; explainEnd();\n${code}`,
  ]);

describe('a process that explains its end', () => {
  it.each([
    [
      'waits for nothing that can come',
      'await new Promise(() => {});',
      13,
      /^claimgate: ended with exit code 13: /m,
    ],
    ['leaves without a reason', 'process.exit(3);', 3, /^claimgate: ended with exit code 3: /m],
    [
      'throws',
      'setTimeout(() => { throw Object.assign(new TypeError("sk-canary"), { code: "E_X" }); });',
      1,
      /^claimgate: ended by an unexpected error: \{"error":"TypeError","error_code":"E_X","stack":\["at /,
    ],
    [
      'rejects unheard',
      'Promise.reject(new RangeError("sk-canary")); setInterval(() => {}, 1000);',
      1,
      /^claimgate: ended by an unexpected error: \{"error":"RangeError"/,
    ],
  ])('says so where it %s', async (_what, code, expected, line) => {
    const { ended, said } = script(code);
    expect(await ended).toBe(expected);
    expect(said()).toMatch(line);
    expect(said()).not.toContain('canary');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGXCPU'] as const)(
    'ends by %s as if it did not listen, but with a line',
    async (signal) => {
      const { ended, said } = script(`process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000);`);
      expect(await ended).toBe(signal);
      expect(said()).toBe(`claimgate: ended by ${signal}\n`);
    },
  );

  it('leaves a signal to who listens for it', async () => {
    const { ended, said } = script(
      "process.on('SIGTERM', () => { console.error('mine'); process.exitCode = 0; clearInterval(timer); });" +
        "const timer = setInterval(() => {}, 1000); process.kill(process.pid, 'SIGTERM');",
    );
    expect(await ended).toBe(0);
    expect(said()).toMatch(/^mine\n/);
  });
});

describe('a start', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('that %s interrupts says so', async (signal) => {
    // A database that takes a connection and is silent: the start waits for it.
    const database = createServer();
    database.listen(0, '127.0.0.1');
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const { child, ended, said } = start({
      env: { DATABASE_URL: `postgres://u:canary@127.0.0.1:${port}/x`, CLAIMGATE_SECRET: 'canary-secret' },
    });
    await once(database, 'connection');
    child.kill(signal);
    expect(await ended).toBe(signal);
    expect(said()).toBe(`claimgate: ended by ${signal}\n`);
    database.close();
  });

  it('says so too while it is still reading its own code', async () => {
    const hook =
      "import module from 'node:module'; module.registerHooks({ load(url, context, next) {" +
      "if (url.endsWith('/cli/commands.ts')) process.kill(process.pid, 'SIGTERM'); return next(url, context); } })";
    const { ended, said } = run(process.execPath, ['--import', `data:text/javascript,${hook}`, BIN, 'start']);
    expect(await ended).toBe('SIGTERM');
    expect(said()).toBe('claimgate: ended by SIGTERM\n');
  });

  it('is drained by a signal that comes as soon as it says that it listens', async () => {
    const runs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { child, says, ended, said } = start();
        await says(/listens on/);
        child.kill('SIGTERM');
        return [await ended, said().split('\n')[1]];
      }),
    );
    expect(runs).toEqual(Array(4).fill([0, 'claimgate: ended by SIGTERM, drained']));
  });

  it.skipIf(!existsSync('/dev/full'))(
    'whose log has no room goes on, says so once, and ends in order',
    async () => {
      const full = openSync('/dev/full', 'w');
      const { child, says, ended, said } = start({ stdout: full });
      const [, url] = await says(/listens on (\S+)/);
      await says(/^claimgate: the log cannot be written \(ENOSPC\)$/m);
      for (let i = 0; i < 3; i++) expect((await fetch(`${url}/ready`)).status).toBe(200);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(said().match(/cannot be written/g)).toHaveLength(1);
      expect(said()).toMatch(/^claimgate: ended by SIGTERM, drained$/m);
    },
  );

  it('by npm passes signals on to the gateway, and is over when the gateway is', async () => {
    const { child, says, ended, said } = run('npm', ['start', '--silent'], {
      env: { HOME: process.env.HOME ?? dir },
    });
    const [, url] = await says(/listens on (\S+)/);
    child.kill('SIGTERM');
    await ended;
    expect(said()).toMatch(/^claimgate: ended by SIGTERM, drained$/m);
    await expect(fetch(`${url}/ready`)).rejects.toThrow();
  });
});
