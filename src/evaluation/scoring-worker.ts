/** The thread that scores locally: a long conversation takes tens of milliseconds, which no stream may wait for. */
import { parentPort } from 'node:worker_threads';
import type { ClaimScores, Extraction } from '../domain/evaluation.ts';
import { scoreLocally } from './score-locally.ts';

export type ScoringAnswer = { readonly scores: ClaimScores[] } | { readonly error: string };

const port = parentPort!;

port.on('message', (extraction: Extraction) => {
  let answer: ScoringAnswer;
  try {
    answer = { scores: scoreLocally(extraction) };
  } catch (error) {
    answer = { error: (error as Error).name };
  }
  port.postMessage(answer);
});
