/** Runs commands in the process of a test. */
import { Readable, Writable } from 'node:stream';
import { readConfig } from '../config/read-config.ts';
import type { Environment } from '../config/read-environment.ts';
import { readProviderKey } from '../config/read-providers.ts';
import { runCommandLine } from './run-command-line.ts';
import { TERMINAL, type Terminal } from './terminal.ts';

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
    readConfig: () => readConfig(env),
    readProviderKey: (provider) => readProviderKey(provider, env),
    ...over,
  });
  return { code, stdout: out.text, stderr: err.text };
}
