/**
 * One process beside this one that holds a model and reads batches of texts with it. It is no thread of this process: the runtime aborts the
 * process it is in where a thread is ended while it computes, and nothing of that may end the gateway.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withResolvers } from '../../domain/with-resolvers.ts';
import type { Pair, PairScore } from './pair-scorer.ts';
import type { FromLane } from './serve-lane.ts';

export interface Lane<In = Pair, Out = PairScore> {
  isBusy(): boolean;
  /** Only where it is not busy. @returns what it read; `undefined` where the model failed, or the process ended. */
  read(batch: readonly In[]): Promise<readonly Out[] | undefined>;
  close(): void;
}

interface LaneOptions {
  /** What the process runs, without the name's ending; see `serveLane`. */
  readonly script: URL;
  /** Of the model. */
  readonly folder: string;
  /** Of the process, as the system counts: lower where others are served beside it, who go first. */
  readonly priority?: number | undefined;
  /** Called where the model cannot be loaded. */
  readonly onUnusable: (why: string) => void;
  /** Called when the process has ended. */
  readonly onEnd: () => void;
}

/** Node.js's options: the model is read and its runtime loaded, and nothing else is done. */
export const LANE_RIGHTS = ['--permission', '--allow-fs-read=*', '--allow-addons'] as const;

export function openLane<In, Out>({ onUnusable, onEnd, ...options }: LaneOptions): Lane<In, Out> {
  const child = start(options);
  let reading: PromiseWithResolvers<readonly Out[] | undefined> | undefined;
  let ended = false;

  const settle = (results?: readonly Out[]): void => {
    const read = reading;
    reading = undefined;
    unrefAll(child);
    read?.resolve(results);
  };
  const end = (): void => {
    if (ended) return;
    ended = true;
    settle();
    onEnd();
  };
  child.on('message', (message: FromLane<Out>) => {
    if ('unusable' in message) onUnusable(message.unusable);
    else settle(message.results);
  });
  child.once('error', end);
  child.once('exit', end);
  unrefAll(child);

  return {
    isBusy: () => reading !== undefined,
    read(batch) {
      const answer = withResolvers<readonly Out[] | undefined>();
      reading = answer;
      // It keeps this process alive only while an answer is awaited.
      child.ref();
      child.channel?.ref();
      child.send(batch as unknown[], (error) => {
        if (error !== null) end();
      });
      return answer.promise;
    },
    close: () => void child.kill('SIGKILL'),
  };
}

function unrefAll(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function start({
  script,
  folder,
  priority,
}: Pick<LaneOptions, 'script' | 'folder' | 'priority'>): ChildProcess {
  const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  const child = fork(`${fileURLToPath(script)}${ending}`, [folder], {
    serialization: 'advanced',
    // Node.js 20, on which applications may run the engine, has no such rights.
    execArgv: process.allowedNodeEnvironmentFlags.has('--permission') ? [...LANE_RIGHTS] : [],
    // No key is in its environment.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { pid } = child;
  if (priority !== undefined) attempt(() => setPriority(pid!, priority));
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
