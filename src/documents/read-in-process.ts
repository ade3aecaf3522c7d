/**
 * Reads documents in a process beside this one, which everything else goes before: it takes no lock, no thread and no
 * processor that this one waits for. It may write no files, start no programs and (from Node.js 25 on) open no
 * connections. It is started when a document comes, and ended when none has come for a while.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { DocumentRefused, type GivenDocument, type ReadableDocument } from './document.ts';
import type { ReadingPlace } from './open-reader.ts';

export type ToProcess =
  | { readonly id: number; readonly given: GivenDocument }
  /** Nobody waits for it any more. */
  | { readonly id: number; readonly given?: undefined };

export interface FromProcess {
  readonly id: number;
  readonly document?: ReadableDocument;
  readonly refused?: string;
}

/** Milliseconds without a document after which the process is ended. */
const IDLE = 10_000;

/** Node.js's options: files are read, for its own modules, and nothing else is done. */
export const RIGHTS = ['--permission', '--allow-fs-read=*', '--allow-worker'] as const;

export function openProcess(idle = IDLE): ReadingPlace {
  const open = new Map<number, PromiseWithResolvers<ReadableDocument>>();
  let child: ChildProcess | undefined;
  let newest = 0;
  let timer: NodeJS.Timeout | undefined;

  const end = (): void => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const started = (): ChildProcess => {
    const current = child ?? start();
    if (child !== undefined) return current;
    child = current;
    current.on('message', ({ id, document, refused }: FromProcess) => {
      if (document !== undefined) open.get(id)?.resolve(document);
      else if (refused !== undefined) open.get(id)?.reject(new DocumentRefused(refused));
      else open.get(id)?.reject(new Error('A document could not be read'));
    });
    const ended = (cause?: unknown): void => {
      if (child !== current && child !== undefined) return;
      child = undefined;
      const error = new Error('The process that reads documents ended', { cause });
      for (const { reject } of open.values()) reject(error);
    };
    current.once('error', ended);
    // Killed, by the system too.
    current.once('exit', () => ended());
    return current;
  };

  return {
    async read(given, signal) {
      signal.throwIfAborted();
      const id = ++newest;
      const answer = Promise.withResolvers<ReadableDocument>();
      clearTimeout(timer);
      const reader = started();
      const send = (message: ToProcess): void =>
        void reader.send(message, (error) => error !== null && answer.reject(error));
      const onAbort = (): void => {
        send({ id });
        answer.reject(signal.reason);
      };
      open.set(id, answer);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        send({ id, given });
        return await answer.promise;
      } finally {
        signal.removeEventListener('abort', onAbort);
        open.delete(id);
        if (open.size === 0) timer = setTimeout(end, idle).unref();
      }
    },
    async close() {
      clearTimeout(timer);
      end();
    },
  };
}

function start(): ChildProcess {
  const script = import.meta.url.endsWith('.ts') ? './reading-process.ts' : './reading-process.js';
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [...RIGHTS],
    // No key is in its environment.
    env: {},
    // What a reader says of a document is nobody's business.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { pid } = child;
  // Its threads have the priority that it has when it starts them.
  attempt(() => setPriority(pid!, constants.priority.PRIORITY_BELOW_NORMAL));
  // Where memory runs out, Linux ends this first.
  attempt(() => writeFileSync(`/proc/${pid}/oom_score_adj`, '1000'));
  return child;
}

/** It works all the same. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {}
}
