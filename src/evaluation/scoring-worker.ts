/** The thread that scores locally: a long conversation takes tens of milliseconds, which no stream may wait for. */
import { parentPort } from 'node:worker_threads';
import type { ClaimScores, Extraction } from '../domain/evaluation.ts';
import { scoreLocally } from './score-locally.ts';

export type ScoringAnswer = { readonly scores: ClaimScores[] } | { readonly error: string };

const port = parentPort!;

port.on('message', (extractions: readonly Extraction[]) => port.postMessage(extractions.map(answer)));

function answer(extraction: Extraction): ScoringAnswer {
  try {
    return { scores: scoreLocally(extraction) };
  } catch (error) {
    return { error: (error as Error).name };
  }
}
