/**
 * How an evaluation is done.
 *
 * 1. It is stored as a job that this process has leased. Only this process has the caller's key, in memory. What a
 *    recovery needs of the text is stored with it, sealed (or not at all, where texts are not to be stored).
 * 2. It waits for its turn and is scored, by the caller's model, or locally.
 * 3. Its report is written, if the lease is still this process's own, and what recovery needed is deleted.
 *
 * A process that died renews its leases no longer. The first process to see one end takes the job over and scores it
 * locally, since the caller's key is gone.
 */
import type { ReportScorer } from '../domain/evaluation.ts';
import type { EvaluationRecords, FinishedEvaluation, NewEvaluation } from '../store/evaluations.ts';
import type { TextKeys } from './encrypt-text.ts';
import type { Evaluations } from './evaluations.ts';
import { gatherWrites } from './gather-writes.ts';
import { pause, within } from './pause.ts';
import { createReportReader } from './read-reports.ts';
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

export interface EvaluationsOptions extends JobScorerOptions {
  readonly records: EvaluationRecords;
  readonly textKeys: TextKeys;
  /** Name of this process among all that ever were. */
  readonly owner: string;
  /** Whether what recovery needs of the text is kept, sealed. */
  readonly storeText: boolean;
  /** Milliseconds that a job stays its process's own without a sign of life. */
  readonly lease: number;
  /** Days that reports are kept. */
  readonly retentionDays: number;
  /** 0 to 1, for pauses that replicas do not take together. */
  readonly random: () => number;
  readonly events: EvaluationEvents;
}

/** More jobs would fill memory: they are left to the store, for any process that has time. */
const MOST_IN_MEMORY = 5_000;
const MOST_ATTEMPTS = 5;
const TAKEN_AT_ONCE = 20;
/** Milliseconds that a chat's answer waits until its job is stored; then it goes out without an evaluation. */
const INSERT_PATIENCE = 2_000;
const WRITE_AGAIN_AFTER = 500;
/** Beside the leases, milliseconds that a report which cannot be written is kept. */
const WRITE_PATIENCE = 60_000;
const LAST_GRACE = 5_000;
const PRUNE_EVERY = 3_600_000;
const DAY = 86_400_000;

export function createEvaluations(options: EvaluationsOptions): Evaluations {
  const { records, textKeys, local, owner, storeText, lease, now, random, events } = options;
  /** By id, what resolves at its end. */
  const running = new Map<string, Promise<void>>();
  const stopModels = new AbortController();
  const stopWaits = new AbortController();
  const stopped = stopWaits.signal;
  let draining = false;

  const score = createJobScorer(options, stopModels.signal);
  const insert = gatherWrites<NewEvaluation, undefined>({
    write: async (jobs) => {
      await records.insert(jobs);
      return jobs.map(() => undefined);
    },
    most: 200,
    // An answer waits for it.
    every: 3,
  });
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

  /** Finishes jobs whose process is gone, some at a time, so that other replicas get their share. */
  const takeOver = async (): Promise<void> => {
    await records.failLost(now(), MOST_ATTEMPTS);
    while (!draining) {
      const claimed = await records.claimExpired({
        owner,
        kids: textKeys.kids,
        nowMs: now(),
        leaseUntil: now() + lease,
        limit: TAKEN_AT_ONCE,
      });
      if (claimed.length === 0) return;
      events.takenOver(claimed.length);
      await Promise.all(
        claimed.map(async ({ kid, claims, recovery, ...fence }) => {
          try {
            const key = textKeys.openForRecovery(fence.id, kid, recovery.key);
            await run({ fence, key, claims, text: key.open(recovery.sealed, 'recovery') });
          } catch (error) {
            events.failed(error);
            await records.fail(fence, 'What was kept of its text cannot be read', now());
          }
        }),
      );
    }
  };

  /** Repeats a task, with pauses that differ from replica to replica, whether it fails or not. */
  const repeat = async (every: number, firstAfter: number, task: () => Promise<unknown>): Promise<void> => {
    await pause(firstAfter, stopped);
    while (!stopped.aborted) {
      await task().catch(events.storeAway);
      await pause(every * (0.75 + 0.5 * random()), stopped);
    }
  };

  return {
    get running() {
      return running.size;
    },

    async begin({ id, caller, target, extraction, onReport }) {
      const { key, forCaller, forRecovery } = textKeys.create(id, target.key);
      const isFull = running.size >= MOST_IN_MEMORY;
      if (isFull && !storeText) return 'failed';
      const createdAt = now();
      const text = JSON.stringify(extraction);
      const claims = extraction.claims.length;
      const inserted = insert({
        id,
        callerId: caller.id,
        kid: textKeys.kid,
        claims,
        createdAt,
        owner,
        leaseUntil: isFull ? 0 : createdAt + lease,
        callerKey: forCaller,
        ...(storeText ? { recovery: { key: forRecovery, sealed: key.seal(text, 'recovery') } } : {}),
      }).then(
        () => true,
        (error) => {
          events.storeAway(error);
          return false;
        },
      );
      const own = { target, extraction, ...(onReport === undefined ? {} : { onReport }) };
      const start = (): unknown =>
        isFull || run({ fence: { id, owner, attempt: 1 }, key, text, claims, own });
      const isStored = await within(INSERT_PATIENCE, inserted, false);
      // A store that answers late has the job all the same.
      if (isStored) start();
      else void inserted.then((isLate) => isLate && start());
      return isStored ? 'running' : 'failed';
    },

    ...createReportReader({ records, textKeys, endOf: (id) => running.get(id), stopped }),

    start() {
      void repeat(lease / 3, lease / 3, async () => {
        if (running.size > 0) await records.renew(owner, [...running.keys()], now() + lease);
      });
      void repeat(Math.min(lease / 2, 5_000), 0, takeOver);
      void repeat(PRUNE_EVERY, 10_000 * (1 + random()), () =>
        records.prune(now() - options.retentionDays * DAY),
      );
    },

    async drain(milliseconds) {
      draining = true;
      const settled = (): Promise<unknown> => Promise.all(running.values());
      await within(milliseconds, settled(), undefined);
      stopModels.abort();
      await within(LAST_GRACE, settled(), undefined);
      stopWaits.abort();
      if (running.size > 0) await records.release(owner).catch(events.storeAway);
      await local.close();
    },
  };
}
