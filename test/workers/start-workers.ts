/** A gateway with worker processes, as the command line starts it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';

const BIN = path.resolve(import.meta.dirname, '../../bin/claimgate.js');

export interface WorkersGateway {
  readonly url: string;
  readonly port: number;
  /** The primary's. */
  readonly pid: number;
  /** Of the workers that there are at the moment, those that start or end included. */
  workerPids(): number[];
  /** Resolves once so many workers serve that were not before. */
  replaced(before: readonly number[], count: number): Promise<number[]>;
  /** What was written to both outputs. */
  readonly output: () => string;
  /** Its lines of the log that have this message. */
  linesWith(message: string): Record<string, unknown>[];
  /** Exit code or signal of the primary. */
  readonly ended: Promise<number | NodeJS.Signals>;
  post(path: string, body: unknown, key?: string): Promise<Response>;
  /** Asks a chat completion of the fake provider's cheapest model. */
  chat(body?: Record<string, unknown>, key?: string): Promise<Response>;
  configure(yaml: string): void;
  signal(signal: NodeJS.Signals): void;
  signalGroup(signal: NodeJS.Signals): void;
  /** Ends all that is left, and removes what was written. */
  stop(): Promise<void>;
}

export interface WorkersOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly yaml?: string;
  readonly workers?: number;
  /** To start again where another one has ended. */
  readonly dataDir?: string;
}

/** As many as it takes for one to be another's successor, neighbour or rival. */
export const WORKERS = 2;

export async function startWorkers(options: WorkersOptions = {}): Promise<WorkersGateway> {
  const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-workers-'));
  const configFile = path.join(dir, 'config.yaml');
  const configure = (yaml: string): void => writeFileSync(configFile, yaml);
  configure(options.yaml ?? '');
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [BIN, 'start', '--workers', String(options.workers ?? WORKERS)], {
    detached: true,
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      PORT: '0',
      CLAIMGATE_CONFIG: configFile,
      CLAIMGATE_DATA_DIR: options.dataDir ?? path.join(dir, 'data'),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const url = await listening(child, () => output);
  const post: WorkersGateway['post'] = (route, body, key = 'sk-test') =>
    fetch(url + route, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const linesWith: WorkersGateway['linesWith'] = (message) =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(message))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    url,
    port: Number(new URL(url).port),
    pid,
    workerPids: () => workersOf(pid),
    async replaced(before, count) {
      const serving = () => linesWith('a worker serves').map((line) => line.pid);
      const fresh = () =>
        workersOf(pid).filter((worker) => !before.includes(worker) && serving().includes(worker));
      await expect.poll(() => fresh().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
      return fresh();
    },
    output: () => output,
    linesWith,
    ended,
    post,
    chat: (body, key) =>
      post(
        '/v1/chat/completions',
        {
          model: 'gpt-6-luna',
          messages: [{ role: 'user', content: 'Hi' }],
          fact_check: { mode: 'off' },
          ...body,
        },
        key,
      ),
    configure,
    signal: (signal) => void child.kill(signal),
    signalGroup: (signal) => void process.kill(-pid, signal),
    async stop() {
      killGroup(pid);
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Node.js processes that a primary has started, as `ps` lists them. */
function workersOf(primary: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, ppid, stat, ...args]) => Number(ppid) === primary && !stat?.startsWith('Z') && isWorker(args))
    .map(([pid]) => Number(pid));
}

const isWorker = (args: readonly string[]): boolean => args.some((arg) => /\/worker\.[jt]s$/.test(arg));

/** Whether a process is there and has not ended. */
export function isRunning(pid: number): boolean {
  try {
    const stat = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return !stat.startsWith('Z');
  } catch {
    return false;
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

async function listening(child: ChildProcess, output: () => string): Promise<string> {
  while (child.exitCode === null && child.signalCode === null) {
    const url = /listens on (http:\/\/\S+)/.exec(output())?.[1];
    if (url !== undefined) return url;
    await Promise.race([once(child.stderr!, 'data'), once(child, 'exit')]);
  }
  throw new Error(`The gateway does not start:\n${output()}`);
}
