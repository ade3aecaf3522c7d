/** The thread that scores locally: a long conversation takes tens of milliseconds, which no stream may wait for. */
import { parentPort } from 'node:worker_threads';
import type { ClaimScores, Extraction } from '../domain/evaluation.ts';
import { textKey } from '../gateway/store/seal-text.ts';
import { giveWay } from '../scheduling/give-way.ts';
import { sealRows, toRows } from './report-rows.ts';
import { scoreLocally } from './score-locally.ts';

export interface ScoringTask {
  /** The extraction, as JSON: a thread is handed one string faster than many objects. */
  readonly extraction: string;
  /** Where the rows of the report are wanted, sealed: under which key, and when it was scored (Unix milliseconds). */
  readonly seal?: { readonly key: Uint8Array; readonly at: number };
}

export type ScoringAnswer =
  | { readonly scores: ClaimScores[] }
  | { readonly pages: string[] }
  | { readonly error: string };

const port = parentPort!;
giveWay();

port.on('message', (tasks: readonly ScoringTask[]) => port.postMessage(tasks.map(answer)));

function answer({ extraction, seal }: ScoringTask): ScoringAnswer {
  try {
    const read = JSON.parse(extraction) as Extraction;
    const scores = scoreLocally(read);
    return seal === undefined
      ? { scores }
      : { pages: sealRows(toRows(read, scores, seal.at), textKey(seal.key)) };
  } catch (error) {
    return { error: (error as Error).name };
  }
}
