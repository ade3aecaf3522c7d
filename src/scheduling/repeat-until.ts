import { pause } from './pause.ts';

interface RepeatOptions {
  /** Milliseconds between two times, give or take a quarter: replicas do not keep step. */
  readonly every: number;
  /** Milliseconds before the first time. */
  readonly firstAfter: number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly task: () => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
}

/** Repeats a task, whether it fails or not. Resolves when the signal has aborted. */
export async function repeatUntil(
  stopped: AbortSignal,
  { every, firstAfter, random, task, onFailure }: RepeatOptions,
): Promise<void> {
  await pause(firstAfter, stopped);
  while (!stopped.aborted) {
    await task().catch(onFailure);
    await pause(every * (0.75 + 0.5 * random()), stopped);
  }
}
