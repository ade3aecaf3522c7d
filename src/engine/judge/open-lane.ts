/**
 * One process beside this one that scores batches of pairs. It is no thread of this process: the runtime aborts the
 * process it is in where a thread is ended while it computes, and nothing of that may end the gateway.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { withResolvers } from '../../domain/with-resolvers.ts';
import type { Pair, PairScore } from './pair-scorer.ts';
import type { FromLane } from './scoring-process.ts';

export interface Lane {
  isBusy(): boolean;
  /** Only where it is not busy. @returns the scores; `undefined` where the model failed, or the process ended. */
  read(pairs: readonly Pair[]): Promise<readonly PairScore[] | undefined>;
  close(): void;
}

interface LaneOptions {
  readonly folder: string;
  /** Whether everything else goes first: others are served beside it. */
  readonly isBackground: boolean;
  /** Called where the model cannot be loaded. */
  readonly onUnusable: (why: string) => void;
  /** Called when the process has ended. */
  readonly onEnd: () => void;
}

/** Node.js's options: the model is read and its runtime loaded, and nothing else is done. */
export const LANE_RIGHTS = ['--permission', '--allow-fs-read=*', '--allow-addons'] as const;

export function openLane({ folder, isBackground, onUnusable, onEnd }: LaneOptions): Lane {
  const child = start(folder, isBackground);
  let reading: PromiseWithResolvers<readonly PairScore[] | undefined> | undefined;
  let ended = false;

  const settle = (scores?: readonly PairScore[]): void => {
    const read = reading;
    reading = undefined;
    unrefAll(child);
    read?.resolve(scores);
  };
  const end = (): void => {
    if (ended) return;
    ended = true;
    settle();
    onEnd();
  };
  child.on('message', (message: FromLane) => {
    if ('unusable' in message) onUnusable(message.unusable);
    else settle(message.scores);
  });
  child.once('error', end);
  child.once('exit', end);
  unrefAll(child);

  return {
    isBusy: () => reading !== undefined,
    read(pairs) {
      const answer = withResolvers<readonly PairScore[] | undefined>();
      reading = answer;
      // It keeps this process alive only while an answer is awaited.
      child.ref();
      child.channel?.ref();
      child.send(pairs as Pair[], (error) => {
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

function start(folder: string, isBackground: boolean): ChildProcess {
  const script = import.meta.url.endsWith('.ts') ? './scoring-process.ts' : './scoring-process.js';
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [folder], {
    serialization: 'advanced',
    // Node.js 20, on which applications may run the engine, has no such rights.
    execArgv: process.allowedNodeEnvironmentFlags.has('--permission') ? [...LANE_RIGHTS] : [],
    // No key is in its environment.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { pid } = child;
  if (isBackground) attempt(() => setPriority(pid!, constants.priority.PRIORITY_LOW));
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
