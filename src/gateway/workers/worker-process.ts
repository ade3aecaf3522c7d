/** One worker, as the primary sees it. */
import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type Batch, type Calls, createCalls, type Handlers } from './calls.ts';
import type { Dealt } from './deal-connections.ts';

/** What travels beside batches of calls. */
export type ToWorker = Batch | { readonly start: unknown } | { readonly connection: number };
export type FromWorker = Batch | { readonly ready: true } | { readonly refused: string };

export interface WorkerProcess<Theirs extends Handlers> {
  readonly pid: number;
  readonly calls: Calls<Theirs>;
  readonly dealt: Dealt;
  /** Resolves once it serves. Rejects, with one line for the operator, where it cannot, or ends before. */
  readonly ready: Promise<void>;
  /** Resolves once it has ended, with what ended it: `exit code 1`, `SIGKILL`. */
  readonly ended: Promise<string>;
  kill(): void;
}

interface WorkerOptions {
  readonly script: URL;
  /** What it is sent first: anything that can be cloned. */
  readonly start: unknown;
  /** What it may call. */
  readonly handlers: Handlers;
  /** Takes the lines of its log; standard output unless it says otherwise. */
  readonly logLine?: ((line: string) => void) | undefined;
}

export function startWorker<Theirs extends Handlers>(options: WorkerOptions): WorkerProcess<Theirs> {
  const { script, start, handlers, logLine } = options;
  const child = fork(script, [], {
    serialization: 'advanced',
    stdio: ['ignore', logLine === undefined ? 'inherit' : 'pipe', 'inherit', 'ipc'],
  });
  if (logLine !== undefined && child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => logLine(`${line}\n`));
  }
  const send = (message: ToWorker, socket?: Socket, written?: () => void): void => {
    // To one that has ended, nothing is sent.
    if (!child.connected) return;
    child.send(message, socket, { keepOpen: true }, (error) => {
      if (error === null) written?.();
    });
  };
  const calls = createCalls<Theirs>(send, handlers);
  const ready = Promise.withResolvers<void>();
  child.on('message', (message: FromWorker) => {
    if (Array.isArray(message)) calls.receive(message);
    else if ('refused' in message) ready.reject(new Error(message.refused));
    else ready.resolve();
  });
  const ended = new Promise<string>((resolve) => {
    const end = (why: string): void => {
      calls.close();
      ready.reject(new Error(`a worker ended before it served (${why})`));
      resolve(why);
    };
    // Not `exit`, which may come before the last of what it said.
    child.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
    child.on('error', (error: NodeJS.ErrnoException) => {
      // It could not be started: then it does not close either.
      if (child.pid === undefined) end(error.code ?? error.message);
    });
  });
  send({ start });
  return {
    pid: child.pid ?? 0,
    calls,
    dealt: { send: (id, socket, written) => send({ connection: id }, socket, written) },
    ready: ready.promise,
    ended,
    kill: () => void child.kill('SIGKILL'),
  };
}
