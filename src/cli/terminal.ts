/** What commands reach outside themselves. */

import type { PairScorer } from '../engine/judge/pair-scorer.ts';
import type { Config } from '../gateway/config/read-config.ts';

/** Ctrl-C. */
export class Interrupted extends Error {
  constructor(message = 'Stopped') {
    super(message);
    this.name = 'Interrupted';
  }
}

/** Tests hand in others. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream | (NodeJS.ReadableStream & { readonly isTTY?: false });
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly readConfig: () => Config | Promise<Config>;
  /** @returns the key that a provider is asked with; `undefined` where the environment has none. */
  readonly readProviderKey: (provider: string) => string | undefined | Promise<string | undefined>;
  /** What reads pairs in place of the model on this machine. */
  readonly judge?: PairScorer;
  /** Whether texts are read for what they mean, as config says; they are where it is absent. */
  readonly readsMeaning?: boolean;
  /** @returns a signal that aborts at the first Ctrl-C; the second ends the process. */
  readonly onInterrupt: () => AbortSignal;
}

export const TERMINAL: Terminal = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  // Loaded when they are needed: a command without a server begins at once.
  readConfig: async () => (await import('../gateway/config/read-config.ts')).readConfig(),
  readProviderKey: async (provider) =>
    (await import('../gateway/config/read-providers.ts')).readProviderKey(provider),
  onInterrupt() {
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort(new Interrupted()));
    return stop.signal;
  },
};

/** @returns whether a person is to type the input; says so on stderr. */
export function askToType(
  { stdin, stderr }: Pick<Terminal, 'stdin' | 'stderr'>,
  file: string,
  what: string,
): boolean {
  if (file !== '-' || stdin.isTTY !== true) return false;
  stderr.write(`Type ${what}, then press Ctrl-D on a new line.\n`);
  return true;
}
