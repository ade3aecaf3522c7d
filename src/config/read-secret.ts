import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './config-error.ts';
import type { Config } from './read-config.ts';

/**
 * The secret under which callers are fingerprinted: the configured one, or one that is made at the first
 * start and kept in the data directory, readable by its owner alone.
 */
export function readSecret(config: Config): string {
  if (config.secret !== undefined) return config.secret;
  const file = path.join(config.dataDir, 'secret');
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) makeSecret(file);
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length >= 8) return secret;
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`CLAIMGATE_DATA_DIR: cannot use ${file} (${code})`);
  }
  throw new ConfigError(`CLAIMGATE_DATA_DIR: the file ${file} holds no secret`);
}

/** Linked into its place whole: of several processes that start at once, all read the same secret. */
function makeSecret(file: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
}
