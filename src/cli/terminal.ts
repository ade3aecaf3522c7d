/** What commands reach outside themselves, and how they read numbers. */
import { InvalidArgumentError } from 'commander';
import { type Config, readConfig } from '../config/read-config.ts';
import type { KeyInput } from './read-key.ts';

/** Tests hand in others. */
export interface Terminal extends KeyInput {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly readConfig: () => Config;
}

export const TERMINAL: Terminal = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  readConfig,
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
