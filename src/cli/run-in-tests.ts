/** Runs commands in the process of a test. */
import { Readable, Writable } from 'node:stream';
import type { PairScorer } from '../engine/judge/pair-scorer.ts';
import { readConfig } from '../gateway/config/read-config.ts';
import type { Environment } from '../gateway/config/read-environment.ts';
import { readProviderKey } from '../gateway/config/read-providers.ts';
import { runCommandLine } from './run-command-line.ts';
import { TERMINAL, type Terminal } from './terminal.ts';

export const NO_JUDGE: PairScorer = {
  state: () => 'off',
  thresholds: { supported: 1, refuted: 1 },
  maxPairs: 0,
  deadlineMs: 0,
  score: async (pairs) => pairs.map(() => undefined),
  close: async () => {},
};

/** @returns a stream that adds what it gets to `written`. */
export function collect(written: { text: string }): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      written.text += String(chunk);
      done();
    },
  });
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runInTests(
  args: readonly string[],
  env: Environment = {},
  stdin: Terminal['stdin'] | string = '',
  over: Partial<Terminal> = {},
): Promise<Ended> {
  const [out, err] = [{ text: '' }, { text: '' }];
  const code = await runCommandLine(args, {
    ...TERMINAL,
    stdin: typeof stdin === 'string' ? Readable.from([stdin]) : stdin,
    stdout: collect(out),
    stderr: collect(err),
    onInterrupt: () => new AbortController().signal,
    // Verdicts of the model on this machine are for the tests that ask for them.
    judge: NO_JUDGE,
    readsMeaning: false,
    readConfig: () => readConfig(env),
    readProviderKey: (provider) => readProviderKey(provider, env),
    ...over,
  });
  return { code, stdout: out.text, stderr: err.text };
}
