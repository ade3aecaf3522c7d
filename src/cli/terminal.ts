/** What commands reach outside themselves, and how they read numbers. */
import { InvalidArgumentError } from 'commander';
import { type Config, readConfig } from '../config/read-config.ts';
import { readProviderKey } from '../config/read-providers.ts';

/** Tests hand in others. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream | (NodeJS.ReadableStream & { readonly isTTY?: false });
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly readConfig: () => Config;
  /** @returns the key that a provider is asked with; `undefined` where the environment has none. */
  readonly readProviderKey: (provider: string) => string | undefined;
}

export const TERMINAL: Terminal = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  readConfig,
  readProviderKey,
};

/** @returns reads an option's value: a whole number from 1 to `most`. */
export function countUpTo(most: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^\d+$/.test(text) || count < 1 || count > most) {
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${most.toLocaleString('en')}.`);
    }
    return count;
  };
}
