/** A program of a benchmark in a process of its own. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface Child {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a program that prints its port, or that it listens, when it is ready.
 *
 * @param cores it runs on these alone, as taskset names them: `0,1`.
 * @throws where it ends before.
 */
export async function startChild(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cores?: string,
): Promise<Child> {
  const pin = cores === undefined ? [] : ['taskset', '-c', cores];
  const [command, ...rest] = [...pin, process.execPath, file, ...args] as [string, ...string[]];
  const child = spawn(command, rest, {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${path.basename(file)} ended with ${code}`)));
    const read = (line: string): void => {
      const match = /^(\d+)$|listens on .*:(\d+)$/.exec(line);
      if (match !== null) resolve(Number(match[1] ?? match[2]));
    };
    createInterface({ input: child.stdout }).on('line', read);
    createInterface({ input: child.stderr }).on('line', read);
  });
  return {
    port,
    pid: child.pid as number,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}
