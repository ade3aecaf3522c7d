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
import type { EvaluationStatus } from '../domain/evaluation.ts';
import type { NewEvaluation } from '../gateway/store/evaluations.ts';
import { gatherWrites } from '../scheduling/gather-writes.ts';
import { repeatUntil } from '../scheduling/repeat-until.ts';
import { within } from '../scheduling/within.ts';
import type { TextKeys } from './encrypt-text.ts';
import { createReportReader, type EvaluationCaller } from './read-reports.ts';
import { createJobRunner, type Job, type JobRunnerOptions, type OwnJob } from './run-jobs.ts';

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

export interface EvaluationRequest extends OwnJob {
  /** The completion's id. */
  readonly id: string;
  readonly caller: EvaluationCaller;
}

export type Evaluations = ReturnType<typeof createEvaluations>;

/** More jobs would fill memory: they are left to the store, for any process that has time. */
const MOST_IN_MEMORY = 5_000;
const MOST_ATTEMPTS = 5;
const TAKEN_AT_ONCE = 20;
/** Milliseconds that a chat's answer waits until its job is stored; then it goes out without an evaluation. */
const INSERT_PATIENCE = 2_000;
const PRUNE_EVERY = 3_600_000;
const DAY = 86_400_000;

export function createEvaluations(options: EvaluationsOptions) {
  const { records, textKeys, local, owner, storeText, lease, now, random, events } = options;
  const stop = new AbortController();
  const stopped = stop.signal;
  const { running, turns, run, drain } = createJobRunner(options, stopped);
  let draining = false;

  const insert = gatherWrites<NewEvaluation, boolean>({
    write: async (jobs) => {
      await records.insert(jobs);
      return jobs.map(() => true);
    },
    most: 200,
    // An answer waits for it.
    every: 3,
  });

  const takeOver = (): Promise<void> => takeOverLost(options, run, () => draining);

  const repeat = (every: number, firstAfter: number, task: () => Promise<unknown>): void =>
    void repeatUntil(stopped, { every, firstAfter, random, task, onFailure: events.storeAway });

  return {
    /** How many this process works on. */
    get running(): number {
      return running.size;
    },

    /** How many of them wait until a model may be asked. */
    get waiting(): number {
      return turns.waiting;
    },

    /** @returns `running` once it is certain to be done, whatever happens to this process; else `failed`. */
    async begin({ id, caller, ...own }: EvaluationRequest): Promise<EvaluationStatus> {
      const { key, forCaller, forRecovery } = textKeys.create(id, own.target.key);
      const isFull = running.size >= MOST_IN_MEMORY;
      if (isFull && !storeText) return 'failed';
      const createdAt = now();
      const text = JSON.stringify(own.extraction);
      const claims = own.extraction.claims.length;
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
      }).catch((error) => {
        events.storeAway(error);
        return false;
      });
      // A store that answers late has the job all the same.
      const started = inserted.then((isStored) => {
        if (isStored && !isFull) void run({ fence: { id, owner, attempt: 1 }, key, text, claims, own });
        return isStored;
      });
      const isStored = await within(INSERT_PATIENCE, started).catch(() => false);
      return isStored ? 'running' : 'failed';
    },

    ...createReportReader({ records, textKeys, running, stopped }),

    /** Begins to look for jobs that others have lost, and to forget old reports. */
    start(): void {
      repeat(lease / 3, lease / 3, async () => {
        if (running.size > 0) await records.renew(owner, [...running.keys()], now() + lease);
      });
      repeat(Math.min(lease / 2, 5_000), 0, takeOver);
      repeat(PRUNE_EVERY, 10_000 * (1 + random()), () => records.prune(now() - options.retentionDays * DAY));
    },

    /**
     * Waits for what is running; what still asks a model at the end of that time is scored locally, at once. What
     * is left even then is released, for other processes to take over.
     */
    async drain(milliseconds: number): Promise<void> {
      draining = true;
      await drain(milliseconds);
      stop.abort();
      if (running.size > 0) await records.release(owner).catch(events.storeAway);
      await local.close();
    },
  };
}

/** Finishes jobs whose process is gone, some at a time, so that other replicas get their share. */
async function takeOverLost(
  { records, textKeys, owner, lease, now, events }: EvaluationsOptions,
  run: (job: Job) => Promise<void>,
  isDraining: () => boolean,
): Promise<void> {
  await records.failLost(now(), MOST_ATTEMPTS);
  while (!isDraining()) {
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
}
