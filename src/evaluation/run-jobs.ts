/** Runs jobs: scores each, with the caller's model where there is time for it, else locally, and writes its report. */
import type { Extraction, ReportScorer } from '../domain/evaluation.ts';
import type { EvaluationRecords, Fence, FinishedEvaluation } from '../gateway/store/evaluations.ts';
import type { TextKey } from '../gateway/store/seal-text.ts';
import type { JsonTarget } from '../models/upstream/ask-json.ts';
import type { Upstream } from '../models/upstream/call-provider.ts';
import { Gate } from '../scheduling/gate.ts';
import { gatherWrites } from '../scheduling/gather-writes.ts';
import { pause } from '../scheduling/pause.ts';
import { within } from '../scheduling/within.ts';
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
  readonly own?: OwnJob;
}

/** What only the process has that began the job. */
export interface OwnJob {
  readonly target: JsonTarget;
  readonly extraction: Extraction;
  /** Called with the report when it is written. */
  readonly onReport?: (report: ScoredExtraction) => void;
}

export interface EvaluationEvents {
  readonly completed: (scorer: ReportScorer, claims: number, failure: ScoredExtraction['failure']) => void;
  readonly failed: (error: unknown) => void;
  /** Another process has taken the job over in the meantime: this one's work does not count. */
  readonly lost: () => void;
  /** Jobs of processes that are gone were taken over. */
  readonly takenOver: (count: number) => void;
  /** The store could not be asked; it is tried again. */
  readonly storeAway: (error: unknown) => void;
}

export interface JobRunnerOptions {
  readonly records: EvaluationRecords;
  readonly events: EvaluationEvents;
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
interface SealedReport extends Omit<ScoredExtraction, 'rows'> {
  readonly pages: readonly string[];
  readonly claims: number;
  /** The same in the open; absent where nobody asked for it. */
  readonly report?: ScoredExtraction;
}

/** More that wait for a model would hold keys for too long: they are scored locally. */
const MOST_WAITING = 1_000;
/** Milliseconds. */
const WRITE_AGAIN_AFTER = 500;
/** Beside the leases, milliseconds that a report which cannot be written is kept. */
const WRITE_PATIENCE = 60_000;
const LAST_GRACE = 5_000;

const tooManyWaiting = new Error('Too many wait for a model');
const turnsOf = (concurrency: number): Gate => new Gate(concurrency, MOST_WAITING, () => tooManyWaiting);

/**
 * @param signal stops what asks a model: the rest is scored locally.
 * @param turns those who may ask a model.
 */
export function createJobScorer(
  { upstream, local, askModel, concurrency, now }: Omit<JobRunnerOptions, 'records' | 'events'>,
  signal: AbortSignal,
  { run: takeTurn }: Pick<Gate, 'run'> = turnsOf(concurrency),
): (job: Job) => Promise<SealedReport> {
  const score = async (key: TextKey, extraction: Extraction, target?: JsonTarget): Promise<SealedReport> => {
    const judge = target && { upstream, target };
    const report = await scoreExtraction({ judge, local, now }, extraction, signal);
    const { rows, ...rest } = report;
    return { ...rest, pages: sealRows(rows, key), claims: rows.length, report };
  };

  return async ({ key, text, claims, own }) => {
    if (own !== undefined && askModel && claims > 0) {
      try {
        return await takeTurn(() => score(key, own.extraction, own.target));
      } catch (error) {
        if (error !== tooManyWaiting) throw error;
      }
    }
    if (own?.onReport !== undefined) return score(key, own.extraction);
    // Nobody needs it in the open: all is done in the thread, at a third of the cost for the one that answers.
    return { scorer: 'local', pages: await local.report(text, key, now()), claims };
  };
}

/** @param stopped aborts when no store is waited for any longer. */
export function createJobRunner(options: JobRunnerOptions, stopped: AbortSignal) {
  const { records, now, events } = options;
  const running = new Map<string, Promise<void>>();
  const stopModels = new AbortController();
  const turns = turnsOf(options.concurrency);
  const score = createJobScorer(options, stopModels.signal, turns);
  const complete = gatherWrites<FinishedEvaluation, boolean>({
    write: async (reports) => {
      const written = await records.complete(reports);
      return reports.map(({ id }) => written.has(id));
    },
    most: 100,
    every: 50,
  });

  /** @returns whether the report was written; a store that is away is tried again for a while. */
  const writeReport = async (finished: FinishedEvaluation): Promise<boolean> => {
    const giveUpAt = performance.now() + WRITE_PATIENCE;
    for (;;) {
      try {
        const isOurs = await complete(finished);
        if (!isOurs) events.lost();
        return isOurs;
      } catch (error) {
        events.storeAway(error);
        if (performance.now() > giveUpAt || stopped.aborted) return false;
        await pause(WRITE_AGAIN_AFTER, stopped);
      }
    }
  };

  const work = async (job: Job): Promise<void> => {
    try {
      const { scorer, usage, pages, failure, claims, report } = await score(job);
      if (!(await writeReport({ ...job.fence, scorer, finishedAt: now(), pages, usage }))) return;
      events.completed(scorer, claims, failure);
      if (report !== undefined) job.own?.onReport?.(report);
    } catch (error) {
      events.failed(error);
      await records.fail(job.fence, 'The evaluation could not be scored', now()).catch(events.storeAway);
    }
  };

  const waitForAll = (milliseconds: number): Promise<unknown> =>
    within(milliseconds, Promise.all(running.values())).catch(() => {});

  return {
    /** By id, what resolves at a job's end. */
    running: running as ReadonlyMap<string, Promise<void>>,
    turns: turns as Pick<Gate, 'waiting'>,
    /** Never rejects. */
    run(job: Job): Promise<void> {
      const { id } = job.fence;
      const done = work(job).finally(() => {
        if (running.get(id) === done) running.delete(id);
      });
      running.set(id, done);
      return done;
    },
    /** Waits for so many milliseconds, then a little more for what is scored locally instead of by a model. */
    async drain(milliseconds: number): Promise<void> {
      await waitForAll(milliseconds);
      stopModels.abort();
      await waitForAll(LAST_GRACE);
    },
  };
}
