/** A git repository that pipelines check, with names of files that shells and options could trip over. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const REFUTED = 'Lightning never strikes the same place twice.';
export const SUPPORTED = 'The human body has 206 bones.';
const AUTHOR = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'commit.gpgsign=false'];

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What no machine's own settings change; the sandbox judges. */
export function plainEnv(home: string): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return {
    PATH,
    NODE_COMPILE_CACHE,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    CLAIMGATE_API_KEY: 'sandbox',
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
}

export function makeFolder(): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-pipes-'));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', [...AUTHOR, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

export function commitAll(folder: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'change');
  return git(folder, 'rev-parse', 'HEAD');
}

/** The package as npm would install it: it runs this checkout. */
export function writePackage(folder: string): void {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const program = JSON.stringify(path.join(ROOT, 'bin/claimgate.js'));
  write(folder, {
    'package.json': JSON.stringify({ name: 'claimgate', version, type: 'module', bin: 'bin/claimgate.js' }),
    'bin/claimgate.js': `#!/usr/bin/env node\nawait import(${program});\n`,
  });
}

/** A project that has the package among its own, as `npm install` leaves it. */
export function installPackage(project: string): void {
  const folder = path.join(project, 'node_modules/claimgate');
  writePackage(folder);
  chmodSync(path.join(folder, 'bin/claimgate.js'), 0o755);
  mkdirSync(path.join(project, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../claimgate/bin/claimgate.js', path.join(project, 'node_modules/.bin/claimgate'));
}

export function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Ended {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

/** @returns the code block of docs/pipelines.md below a heading. */
export function readRecipe(page: string, heading: string): string {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const recipe = /^```\w+\n([\s\S]*?)^```$/m.exec(section)?.[1];
  if (recipe === undefined) throw new Error(`No recipe below ${heading}`);
  return recipe;
}
