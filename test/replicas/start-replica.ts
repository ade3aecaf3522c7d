import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const MAIN = path.join(import.meta.dirname, '../../src/gateway/main.ts');

/** A gateway in a process of its own. */
export interface Replica {
  readonly url: string;
  readonly pid: number;
  /** Everything that it has written to both of its outputs. */
  readonly output: () => string;
  readonly running: () => boolean;
  chat(key: string): Promise<Response>;
  limits(key: string): Promise<LimitsBody>;
  /** Sends a signal; `ended` says what became of it. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code; `null` where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Sends a signal that ends it, and waits for that. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface LimitsBody {
  readonly plan: string;
  readonly windows: readonly {
    readonly name: string;
    readonly limit: number;
    readonly remaining: number;
    readonly reset: number;
  }[];
}

/**
 * Starts a gateway whose every key goes to simulated providers, and waits until it listens.
 * @param main the file to run, of another version for example.
 * @param limit of the process, in the words of `ulimit`, such as `-n 60`.
 */
export async function startReplica(
  env: Readonly<Record<string, string>>,
  main: string = MAIN,
  limit?: string,
): Promise<Replica> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const [program, args]: [string, string[]] =
    limit === undefined
      ? [process.execPath, [main]]
      : ['sh', ['-c', `ulimit ${limit} && exec "$0" "$@"`, process.execPath, main]];
  const child = spawn(program, args, {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', CLAIMGATE_SANDBOX: 'all', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const url = await listening(child, () => output);
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    running: () => child.exitCode === null && child.signalCode === null,
    chat: (key) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({
          model: 'gpt-6-luna',
          messages: [{ role: 'user', content: 'Hello' }],
          max_tokens: 2,
          fact_check: { mode: 'off' },
        }),
      }),
    limits: async (key) => {
      const answer = await fetch(`${url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } });
      return (await answer.json()) as LimitsBody;
    },
    signal: (signal) => void child.kill(signal),
    ended,
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

async function listening(child: ChildProcess, output: () => string): Promise<string> {
  while (child.exitCode === null) {
    const url = /listens on (http:\/\/\S+)/.exec(output())?.[1];
    if (url !== undefined) return url;
    await Promise.race([once(child.stderr!, 'data'), once(child, 'exit')]);
  }
  throw new Error(`The gateway does not start:\n${output()}`);
}
