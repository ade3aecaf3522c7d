/** Scores one job: with the caller's model where there is time for it, else locally. */
import type { Extraction } from '../domain/evaluation.ts';
import type { Fence } from '../store/evaluations.ts';
import { Gate } from '../store/gate.ts';
import type { JsonTarget } from '../upstream/ask-json.ts';
import type { Upstream } from '../upstream/call-provider.ts';
import type { TextKey } from './encrypt-text.ts';
import type { EvaluationRequest } from './evaluations.ts';
import { sealRows } from './report-rows.ts';
import { type ScoredExtraction, scoreExtraction } from './score-extraction.ts';
import type { LocalScorer } from './score-in-thread.ts';

export interface Job {
  readonly fence: Fence;
  readonly key: TextKey;
  /** The extraction, as JSON. */
  readonly text: string;
  readonly claims: number;
  /** Absent for a job that was taken over: the caller's key is gone, and nobody waits for the report. */
  readonly own?: Pick<EvaluationRequest, 'target' | 'extraction' | 'onReport'>;
}

export interface JobScorerOptions {
  readonly upstream: Upstream;
  readonly local: LocalScorer;
  /** Whether models are asked at all. */
  readonly askModel: boolean;
  /** Evaluations that ask a model at the same time. */
  readonly concurrency: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A report as it is stored. */
export interface SealedReport extends Omit<ScoredExtraction, 'rows'> {
  readonly pages: readonly string[];
  readonly claims: number;
  /** The same in the open; absent where nobody asked for it. */
  readonly report?: ScoredExtraction;
}

/** More that wait for a model would hold keys for too long: they are scored locally. */
const MOST_WAITING = 1_000;

class TooManyWaiting extends Error {}

/** @param signal stops what asks a model: the rest is scored locally. */
export function createJobScorer(
  { upstream, local, askModel, concurrency, now }: JobScorerOptions,
  signal: AbortSignal,
): (job: Job) => Promise<SealedReport> {
  const { run: takeTurn } = new Gate(concurrency, MOST_WAITING, () => new TooManyWaiting());

  const score = async (key: TextKey, extraction: Extraction, target?: JsonTarget): Promise<SealedReport> => {
    const judge = target === undefined ? {} : { judge: { upstream, target } };
    const report = await scoreExtraction({ ...judge, local, now }, extraction, signal);
    const { rows, ...rest } = report;
    return { ...rest, pages: sealRows(rows, key), claims: rows.length, report };
  };

  return async ({ key, text, claims, own }) => {
    if (own !== undefined && askModel && claims > 0) {
      try {
        return await takeTurn(() => score(key, own.extraction, own.target));
      } catch (error) {
        if (!(error instanceof TooManyWaiting)) throw error;
      }
    }
    if (own?.onReport !== undefined) return score(key, own.extraction);
    // Nobody needs it in the open: all is done in the thread.
    return { scorer: 'local', pages: await local.report(text, key, now()), claims };
  };
}
