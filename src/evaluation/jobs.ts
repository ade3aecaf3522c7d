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
import type { NewEvaluation } from '../store/evaluations.ts';
import type { TextKeys } from './encrypt-text.ts';
import type { Evaluations } from './evaluations.ts';
import { gatherWrites } from './gather-writes.ts';
import { pause, within } from './pause.ts';
import { createReportReader } from './read-reports.ts';
import { createJobRunner, type JobRunnerOptions } from './run-jobs.ts';

export interface EvaluationsOptions extends JobRunnerOptions {
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
}

/** More jobs would fill memory: they are left to the store, for any process that has time. */
const MOST_IN_MEMORY = 5_000;
const MOST_ATTEMPTS = 5;
const TAKEN_AT_ONCE = 20;
/** Milliseconds that a chat's answer waits until its job is stored; then it goes out without an evaluation. */
const INSERT_PATIENCE = 2_000;
const PRUNE_EVERY = 3_600_000;
const DAY = 86_400_000;

export function createEvaluations(options: EvaluationsOptions): Evaluations {
  const { records, textKeys, local, owner, storeText, lease, now, random, events } = options;
  const stop = new AbortController();
  const stopped = stop.signal;
  const { running, run, drain } = createJobRunner(options, stopped);
  let draining = false;

  const insert = gatherWrites<NewEvaluation, undefined>({
    write: async (jobs) => {
      await records.insert(jobs);
      return jobs.map(() => undefined);
    },
    most: 200,
    // An answer waits for it.
    every: 3,
  });

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
      await drain(milliseconds);
      stop.abort();
      if (running.size > 0) await records.release(owner).catch(events.storeAway);
      await local.close();
    },
  };
}
