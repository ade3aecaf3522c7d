/** Builds the page at the first start, where nobody has built it; the API serves meanwhile. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../telemetry/log.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Where the built page lies. */
export const PAGE_FOLDER = path.join(ROOT, 'dist-page');
const SOURCES = path.join(ROOT, 'web');
const SCRIPT = path.join(ROOT, 'scripts', 'build-page.js');

/**
 * Builds in a process of its own where the build is missing, or older than what it is built from. A failure
 * is logged and nothing more.
 * @returns resolves when there is nothing more to do.
 */
export function buildPageIfNeeded(log: Log): Promise<void> {
  return new Promise((resolve) => {
    if (!isPageOutdated()) return resolve();
    const build = spawn(process.execPath, [SCRIPT], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
    build.unref();
    let said = '';
    build.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-500);
    });
    const end = (built: boolean): void => {
      if (built) log.info('the page is built');
      else log.warn({ said: said.trim() }, 'the page could not be built; the API works without it');
      resolve();
    };
    build.on('error', () => end(false));
    build.on('close', (code) => end(code === 0));
  });
}

/** @returns whether there is something to build. A published package has the build alone, and no sources. */
export function isPageOutdated(): boolean {
  if (!existsSync(SOURCES) || !existsSync(SCRIPT)) return false;
  const built = path.join(PAGE_FOLDER, 'index.html');
  if (!existsSync(built)) return true;
  const since = statSync(built).mtimeMs;
  return readdirSync(SOURCES, { recursive: true, withFileTypes: true }).some(
    (file) => file.isFile() && statSync(path.join(file.parentPath, file.name)).mtimeMs > since,
  );
}
