/**
 * What the Dockerfile makes, made without Docker: its last stage as a folder that holds Node.js, its libraries and what
 * the Dockerfile copies. The gateway runs there as in a container: with that folder as its read-only root, as user 65532.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithServer } from '../servers/find-server.ts';
import { freePort } from '../servers/free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MiB = 1024 * 1024;
/** What gcr.io/distroless/cc-debian13 has beside the libraries that are counted here, at most. */
const BASE = 30 * MiB;

function canMount(): boolean {
  return (
    process.platform === 'linux' &&
    spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
  );
}

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** What the Dockerfile's `COPY . .` copies: all that .dockerignore lets through. */
function copyContext(to: string): void {
  const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].flatMap(([, glob = '']) =>
    globSync(glob, { cwd: ROOT }),
  );
  const filter = (file: string): boolean => !/\.test\.ts$|__fixtures__/.test(file);
  for (const name of allowed) cpSync(path.join(ROOT, name), path.join(to, name), { recursive: true, filter });
}

/** As a tree of links, which takes no time; as copies where the two are on different disks. Nothing writes into them. */
function link(from: string, to: string): void {
  if (spawnSync('cp', ['-al', from, to]).status !== 0)
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

/** The packages that `npm ci --omit=dev` installs, except another Node.js. */
function copyPackages(to: string): void {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: true; devOptional?: true }>;
  };
  for (const [place, { dev, devOptional }] of Object.entries(packages)) {
    const isInside = place.lastIndexOf('node_modules/') === 0;
    if (!isInside || dev || devOptional || /node-(bin|linux)/.test(place)) continue;
    if (!existsSync(path.join(ROOT, place))) continue;
    mkdirSync(path.dirname(path.join(to, place)), { recursive: true });
    link(path.join(ROOT, place), path.join(to, place));
  }
}

function sizeOf(directory: string): number {
  let bytes = 0;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += statSync(path.join(entry.parentPath, entry.name)).size;
  }
  return bytes;
}

describeWithServer(canMount() ? undefined : 'Linux, as a user who may mount', 'the image', () => {
  let root = '';
  let build = '';
  let child: ChildProcess | undefined;
  let output = '';
  let port = 0;

  /** Runs Node.js in the image's root, which nobody can write to beside `/data`. */
  const inImage = (args: readonly string[], env: Record<string, string>): ChildProcess => {
    const script = `
      mount --bind "$0" "$0" && mount --rbind /dev "$0/dev" && mount -t tmpfs -o mode=700,uid=65532,gid=65532 none "$0/data" &&
      mount -o remount,bind,ro "$0" && mount -t proc none "$0/proc" &&
      exec chroot --userspec=65532:65532 "$0" /usr/local/bin/node "$@"`;
    return spawn('unshare', ['-m', 'sh', '-c', script, root, ...args], {
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', CLAIMGATE_DATA_DIR: '/data', ...env },
    });
  };

  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'claimgate-image-'));
    chmodSync(root, 0o755);
    build = mkdtempSync(path.join(tmpdir(), 'claimgate-image-build-'));
    copyContext(build);
    // As `npm ci` does it.
    copyPackages(build);
    execFileSync(process.execPath, ['scripts/build-page.js'], { cwd: build, stdio: 'pipe' });
    execFileSync('sh', ['deploy/image/reduce.sh'], { cwd: build, stdio: 'pipe' });
    for (const [, sources = ''] of read('Dockerfile').matchAll(/^COPY --from=build (\/app\/.+) \S+$/gm)) {
      for (const source of sources.split(' ').map((place) => place.slice('/app/'.length))) {
        const target = path.join(root, 'app', source);
        mkdirSync(path.dirname(target), { recursive: true });
        renameSync(path.join(build, source), target);
      }
    }
    for (const name of ['dev', 'proc', 'data', 'usr/local/bin'])
      mkdirSync(path.join(root, name), { recursive: true });
    cpSync(process.execPath, path.join(root, 'usr/local/bin/node'));
    // The judge's runtime needs another part of the C library than Node.js does; the base has all of it.
    const runtime = globSync('node_modules/onnxruntime-node/bin/*/linux/*/libonnxruntime.so.*', {
      cwd: ROOT,
    });
    const own = runtime
      .filter((file) => file.includes(`/${process.arch}/`))
      .map((file) => path.join(ROOT, file));
    const libraries = execFileSync('ldd', [process.execPath, ...own], { encoding: 'utf8' });
    for (const [, file = ''] of libraries.matchAll(/(?:=> |^\t)(\/\S+)/gm)) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      copyFileSync(file, path.join(root, file));
    }
  }, 120_000);
  afterAll(() => {
    child?.kill('SIGKILL');
    for (const directory of [root, build]) rmSync(directory, { recursive: true, force: true });
  });

  it('is below 335 MB', () => {
    expect(sizeOf(root) + BASE).toBeLessThan(335 * 1_000_000);
  });

  it('has only what runs: no package of the page or of tests, and licences', () => {
    const packages = readdirSync(path.join(root, 'app/node_modules'));
    expect(packages).toContain('fastify');
    for (const absent of ['vite', 'react', 'antd', 'vitest', 'typescript', 'claimgate-web'])
      expect(packages).not.toContain(absent);
    expect(existsSync(path.join(root, 'app/node_modules/fastify/LICENSE'))).toBe(true);
  });

  it('starts with a read-only root as a user without rights, answers, and is healthy', async () => {
    port = await freePort();
    const env = { HOST: '127.0.0.1', PORT: String(port), CLAIMGATE_SANDBOX: 'all' };
    child = inImage(['/app/bin/claimgate.js', 'start'], env);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data: Buffer) => {
        output += data.toString();
      });
    }
    const ready = async (): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
      return answer?.status ?? 0;
    };
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk-demo' },
      body: JSON.stringify({
        model: 'gpt-6-luna',
        messages: [{ role: 'user', content: 'The Eiffel Tower was completed in 1889.' }],
      }),
    });
    expect(await answer.text()).toContain('The Eiffel Tower was completed in 1889.');
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/docs/`)).status).toBe(200);
    const health = async (of: number): Promise<number | null> => {
      const check = inImage(['/app/deploy/image/check-health.js'], { ...env, PORT: String(of) });
      return new Promise((resolve) => check.once('exit', resolve));
    };
    expect(await health(port)).toBe(0);
    expect(await health(await freePort())).toBe(1);
    expect(output).not.toMatch(/EROFS|EACCES|"level":"(?:warn|error)"/);
  });

  it('ends by SIGTERM with exit code 0', async () => {
    expect(child?.exitCode).toBe(null);
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
