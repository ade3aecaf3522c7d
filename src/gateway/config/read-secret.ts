import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './config-error.ts';
import type { Config } from './read-config.ts';

/** Key material under which callers are fingerprinted. */
export interface Secret {
  readonly text: string;
  /** The file it was read from; absent where the environment has it. */
  readonly file?: string;
  /** Whether other users of the machine may read that file. */
  readonly isExposed: boolean;
}

/** Where the secret lies that is made at the first start. */
export function secretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'secret');
}

/**
 * @returns the configured secret, else the one kept in the data directory, else `undefined`.
 * @throws ConfigError where its file cannot be read.
 */
export function readSecret(config: Pick<Config, 'dataDir' | 'secret'>): Secret | undefined {
  if (config.secret !== undefined) return { text: config.secret, isExposed: false };
  const file = secretFile(config);
  const text = withFile(file, () => {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  });
  if (text === undefined) return undefined;
  if (text.length < 8) throw new ConfigError(`CLAIMGATE_DATA_DIR: the file ${file} holds no secret`);
  // On Windows the mode says nothing of who may read.
  const isExposed = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  return { text, file, isExposed };
}

/**
 * Makes a secret in the data directory, which is there, readable by its owner alone. Linked into its place whole: of several
 * processes that start at once, all read the same one afterwards.
 */
export function makeSecret(config: Pick<Config, 'dataDir' | 'secret'>): Secret {
  const file = secretFile(config);
  const own = `${file}.${process.pid}`;
  withFile(file, () => {
    try {
      writeFileSync(own, randomBytes(32).toString('base64url'), { mode: 0o600 });
      linkSync(own, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(own, { force: true });
    }
  });
  return readSecret(config) as Secret;
}

function withFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`CLAIMGATE_DATA_DIR: cannot use ${file} (${code})`);
  }
}
