/** Runs jobs: scores each and writes its report. */
import type { ReportScorer } from '../domain/evaluation.ts';
import type { EvaluationRecords, FinishedEvaluation } from '../store/evaluations.ts';
import { gatherWrites } from './gather-writes.ts';
import { pause, within } from './pause.ts';
import type { ScoredExtraction } from './score-extraction.ts';
import { createJobScorer, type Job, type JobScorerOptions } from './score-job.ts';

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

export interface JobRunnerOptions extends JobScorerOptions {
  readonly records: EvaluationRecords;
  readonly events: EvaluationEvents;
}

export interface JobRunner {
  /** By id, what resolves at a job's end. */
  readonly running: ReadonlyMap<string, Promise<void>>;
  /** Never rejects. */
  run(job: Job): Promise<void>;
  /** Waits for so many milliseconds, then a little more for what is scored locally instead of by a model. */
  drain(milliseconds: number): Promise<void>;
}

const WRITE_AGAIN_AFTER = 500;
/** Beside the leases, milliseconds that a report which cannot be written is kept. */
const WRITE_PATIENCE = 60_000;
const LAST_GRACE = 5_000;

/** @param stopped aborts when no store is waited for any longer. */
export function createJobRunner(options: JobRunnerOptions, stopped: AbortSignal): JobRunner {
  const { records, now, events } = options;
  const running = new Map<string, Promise<void>>();
  const stopModels = new AbortController();
  const score = createJobScorer(options, stopModels.signal);
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
      const result = { scorer, finishedAt: now(), pages, ...(usage === undefined ? {} : { usage }) };
      if (!(await writeReport({ ...job.fence, ...result }))) return;
      events.completed(scorer, claims, failure);
      if (report !== undefined) job.own?.onReport?.(report);
    } catch (error) {
      events.failed(error);
      await records.fail(job.fence, 'The evaluation could not be scored', now()).catch(events.storeAway);
    }
  };

  const run = (job: Job): Promise<void> => {
    const { id } = job.fence;
    const done = work(job).finally(() => {
      if (running.get(id) === done) running.delete(id);
    });
    running.set(id, done);
    return done;
  };

  return {
    running,
    run,
    async drain(milliseconds) {
      const settled = (): Promise<unknown> => Promise.all(running.values());
      await within(milliseconds, settled(), undefined);
      stopModels.abort();
      await within(LAST_GRACE, settled(), undefined);
    },
  };
}
