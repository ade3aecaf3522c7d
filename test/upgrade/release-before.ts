/** The release before this one, as it was: unpacked from the repository's history, and run. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The commit that was released last, 0.1.0. */
const COMMIT = '7db51b1a4d8bbe11e6344cf37161e4f6548d08a6';

function git(...args: readonly string[]): Buffer {
  return execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 });
}

function hasCommit(): boolean {
  try {
    git('cat-file', '-e', `${COMMIT}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** What is missing where the history does not reach back to the release. */
export const releaseMissing = hasCommit() ? undefined : "the repository's history (git fetch --unshallow)";

export interface Output {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Version {
  /** What starts its server. */
  readonly main: string;
  /** Runs a command of its command line. */
  cli(args: readonly string[], env: Readonly<Record<string, string>>, input?: string): Promise<Output>;
}

export const thisVersion: Version = versionIn(ROOT, 'src/gateway/main.ts');

/** Unpacks the release; it runs with the packages of this version. */
export function unpackRelease(): Version & { remove(): void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-release-'));
  mkdirSync(path.join(directory, 'src'));
  execFileSync('tar', ['x', '-C', directory], {
    input: git('archive', COMMIT, 'src', 'bin', 'package.json'),
  });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
  return {
    ...versionIn(directory, 'src/main.ts'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function versionIn(directory: string, main: string): Version {
  return {
    main: path.join(directory, main),
    async cli(args, env, input = '') {
      const script = path.join(directory, 'src/cli/claimgate.ts');
      const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
      const child = spawn(process.execPath, [script, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env } });
      let [out, err] = ['', ''];
      child.stdout.on('data', (data: Buffer) => {
        out += data.toString();
      });
      child.stderr.on('data', (data: Buffer) => {
        err += data.toString();
      });
      child.stdin.end(input);
      const [code] = await once(child, 'close');
      return { code: code as number | null, out, err };
    },
  };
}
