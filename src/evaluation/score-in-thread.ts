/** Local scoring in a thread of its own, started with the first conversation. */
import { Worker } from 'node:worker_threads';
import type { ClaimScores, Extraction } from '../domain/evaluation.ts';
import type { TextKey } from '../gateway/store/seal-text.ts';
import { gatherWrites } from '../scheduling/gather-writes.ts';
import type { ScoringAnswer, ScoringTask } from './scoring-worker.ts';

export type LocalScorer = ReturnType<typeof createLocalScorer>;

export function createLocalScorer() {
  let worker: Worker | undefined;
  /** What the thread works on: one batch at a time. */
  let batch: PromiseWithResolvers<ScoringAnswer[]> | undefined;

  const start = (): Worker => {
    const script = import.meta.url.endsWith('.ts') ? './scoring-worker.ts' : './scoring-worker.js';
    const started = new Worker(new URL(script, import.meta.url));
    const end = (reason: string): void => {
      if (worker !== started) return;
      worker = undefined;
      batch?.reject(new Error(reason));
    };
    started.on('message', (answers: ScoringAnswer[]) => {
      started.unref();
      batch?.resolve(answers);
    });
    started.on('error', () => end('The scoring thread failed'));
    started.on('exit', () => end('The scoring thread has ended'));
    return started;
  };

  const send = gatherWrites<ScoringTask, ScoringAnswer>({
    write: (tasks) => {
      batch = Promise.withResolvers();
      worker ??= start();
      // The thread keeps the process alive only while an answer is awaited.
      worker.ref();
      worker.postMessage(tasks);
      return batch.promise;
    },
    most: 32,
    every: 20,
  });

  const ask = async <A extends ScoringAnswer>(task: ScoringTask): Promise<A> => {
    const answer = await send(task);
    if ('error' in answer) throw new Error(`Scoring failed: ${answer.error}`);
    return answer as A;
  };

  return {
    /** @throws Error where the thread has ended; says nothing of the text. */
    score: async (extraction: Extraction): Promise<ClaimScores[]> =>
      (await ask<{ scores: ClaimScores[] }>({ extraction: JSON.stringify(extraction) })).scores,
    /**
     * Scores, and seals the report page by page, all in the thread.
     * @param extraction as JSON.
     * @param at when it is scored, Unix milliseconds.
     * @throws Error as `score` does.
     */
    report: async (extraction: string, { bytes: key }: TextKey, at: number): Promise<string[]> =>
      (await ask<{ pages: string[] }>({ extraction, seal: { key, at } })).pages,
    close: async (): Promise<void> => {
      await worker?.terminate();
    },
  };
}
