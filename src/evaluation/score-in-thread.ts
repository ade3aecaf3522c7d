/** Local scoring in a thread of its own, started with the first conversation. */
import { Worker } from 'node:worker_threads';
import type { ClaimScores, Extraction } from '../domain/evaluation.ts';
import type { ScoringAnswer } from './scoring-worker.ts';

export interface LocalScorer {
  /** @throws Error where the thread has ended; says nothing of the text. */
  score(extraction: Extraction): Promise<ClaimScores[]>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(scores: ClaimScores[]): void;
  reject(error: Error): void;
}

export function createLocalScorer(): LocalScorer {
  let worker: Worker | undefined;
  const waiting: Waiting[] = [];

  const end = (ended: Worker, error: Error): void => {
    if (worker !== ended) return;
    worker = undefined;
    for (const each of waiting.splice(0)) each.reject(error);
  };

  const start = (): Worker => {
    const script = import.meta.url.endsWith('.ts') ? './scoring-worker.ts' : './scoring-worker.js';
    const started = new Worker(new URL(script, import.meta.url));
    started.unref();
    started.on('message', (answer: ScoringAnswer) => {
      const first = waiting.shift();
      if (waiting.length === 0) started.unref();
      if ('scores' in answer) first?.resolve(answer.scores);
      else first?.reject(new Error(`Scoring failed: ${answer.error}`));
    });
    started.on('error', () => end(started, new Error('The scoring thread failed')));
    started.on('exit', () => end(started, new Error('The scoring thread has ended')));
    return started;
  };

  return {
    score: (extraction) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        // The thread keeps the process alive only while an answer is awaited.
        if (waiting.push({ resolve, reject }) === 1) worker.ref();
        worker.postMessage(extraction);
      }),
    async close() {
      await worker?.terminate();
    },
  };
}
