/**
 * The life of an evaluation.
 *
 * 1. It is born in the store, leased to this process, which alone has the caller's key, in memory; what a
 *    recovery needs of the text goes with it, sealed (or not at all, where texts are not to be stored).
 * 2. It waits for its turn and is scored, by the caller's model, or locally.
 * 3. Its report is written, if the job is still this process's own, and what recovery needed is deleted.
 *
 * A process that dies renews its leases no longer. Whoever sees one end takes the job over and scores it locally:
 * the key died with the process.
 */
import type { Usage } from '../domain/chat.ts';
import type { Extraction, ReportScorer } from '../domain/evaluation.ts';
import type { EvaluationRecords, Fence, NewEvaluation } from '../store/evaluations.ts';
import type { JsonTarget } from '../upstream/ask-json.ts';
import type { Upstream } from '../upstream/call-provider.ts';
import type { TextKey, TextKeys } from './encrypt-text.ts';
import type { EvaluationRequest, Evaluations } from './evaluations.ts';
import { gatherWrites } from './gather-writes.ts';
import { createLane } from './lane.ts';
import { pause, within } from './pause.ts';
import { createReportReader } from './read-reports.ts';
import { type ScoredExtraction, scoreExtraction } from './score-extraction.ts';
import type { LocalScorer } from './score-in-thread.ts';
import { sealRows } from './seal-rows.ts';

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

export interface EvaluationsOptions {
  readonly records: EvaluationRecords;
  readonly upstream: Upstream;
  readonly textKeys: TextKeys;
  readonly local: LocalScorer;
  /** Name of this process among all that ever were. */
  readonly owner: string;
  /** Whether what recovery needs of the text is kept, sealed. */
  readonly storeText: boolean;
  /** Whether models are asked at all. */
  readonly askModel: boolean;
  /** Evaluations that ask a model at the same time. */
  readonly concurrency: number;
  /** Milliseconds that a job stays its process's own without a sign of life. */
  readonly lease: number;
  /** Days that reports are kept. */
  readonly retentionDays: number;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** 0 to 1, for pauses that replicas do not take together. */
  readonly random: () => number;
  readonly events: EvaluationEvents;
}

/** More that wait for a model would hold keys for too long: they are scored locally. */
const MOST_FOR_MODEL = 1_000;
/** More that wait at all would fill memory: they are left to the store, for whoever has time. */
const MOST_IN_MEMORY = 5_000;
const LOCAL_WIDTH = 64;
const MOST_ATTEMPTS = 5;
const TAKEN_AT_ONCE = 20;
/** What a report waits for the store before the chat's answer goes out without it. Milliseconds. */
const BIRTH_PATIENCE = 2_000;
const WRITE_AGAIN_AFTER = 500;
/** Beside the leases, milliseconds that a report which cannot be written is kept. */
const WRITE_PATIENCE = 60_000;
const LAST_GRACE = 5_000;
const PRUNE_EVERY = 3_600_000;
const DAY = 86_400_000;

interface Job {
  readonly fence: Fence;
  readonly key: TextKey;
  /** The extraction, as JSON. */
  readonly text: string;
  readonly claims: number;
  /** What a model is asked; absent for one that was taken over, since the caller's key is gone. */
  readonly model?: { readonly target: JsonTarget; readonly extraction: Extraction };
  readonly onReport?: EvaluationRequest['onReport'];
}

/** A report as it is written down. */
interface SealedReport {
  readonly scorer: ReportScorer;
  readonly pages: readonly string[];
  readonly claims: number;
  readonly usage?: Usage;
  readonly failure?: ScoredExtraction['failure'];
  /** The same in the open, where somebody is to be told of it. */
  readonly told?: ScoredExtraction;
}

export function createEvaluations(options: EvaluationsOptions): Evaluations {
  const { records, upstream, textKeys, local, owner, storeText, askModel, lease, now, random, events } =
    options;
  const modelLane = createLane(options.concurrency);
  const localLane = createLane(LOCAL_WIDTH);
  const insert = gatherWrites<NewEvaluation, undefined>({
    write: async (jobs) => {
      await records.insert(jobs);
      return jobs.map(() => undefined);
    },
    most: 200,
    // An answer waits for it.
    every: 3,
  });
  const complete = gatherWrites<Parameters<EvaluationRecords['complete']>[0][number], boolean>({
    write: async (reports) => {
      const written = await records.complete(reports);
      return reports.map(({ id }) => written.has(id));
    },
    most: 100,
    every: 50,
  });

  /** By id, what tells of its end. */
  const running = new Map<string, Promise<void>>();
  const stopModels = new AbortController();
  const stopWaits = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  let draining = false;

  const writeReport = async ({ fence, onReport }: Job, report: SealedReport): Promise<void> => {
    const { scorer, usage, pages, failure, told } = report;
    const finished = {
      ...fence,
      scorer,
      finishedAt: now(),
      ...(usage === undefined ? {} : { usage }),
      pages,
    };
    const giveUpAt = performance.now() + WRITE_PATIENCE;
    for (;;) {
      try {
        if (!(await complete(finished))) {
          events.lost();
          return;
        }
        break;
      } catch (error) {
        events.storeAway(error);
        if (performance.now() > giveUpAt || stopWaits.signal.aborted) return;
        await pause(WRITE_AGAIN_AFTER, stopWaits.signal);
      }
    }
    events.completed(scorer, report.claims, failure);
    if (told !== undefined) onReport?.(told);
  };

  const judge = async (
    { key, onReport }: Job,
    extraction: Extraction,
    target: JsonTarget | undefined,
  ): Promise<SealedReport> => {
    const judged = target === undefined ? {} : { judge: { upstream, target } };
    const report = await scoreExtraction({ ...judged, local, now }, extraction, stopModels.signal);
    const { rows, ...rest } = report;
    const sealed = { ...rest, pages: sealRows(rows, key), claims: rows.length };
    return onReport === undefined ? sealed : { ...sealed, told: report };
  };

  const score = async (job: Job): Promise<void> => {
    const { model, onReport } = job;
    try {
      let report: SealedReport;
      if (
        askModel &&
        model !== undefined &&
        model.extraction.claims.length > 0 &&
        modelLane.waiting < MOST_FOR_MODEL
      ) {
        report = await modelLane.run(() => judge(job, model.extraction, model.target));
      } else if (onReport !== undefined && model !== undefined) {
        report = await localLane.run(() => judge(job, model.extraction, undefined));
      } else {
        const pages = await localLane.run(() => local.report(job.text, job.key, now()));
        report = { scorer: 'local', pages, claims: job.claims };
      }
      await writeReport(job, report);
    } catch (error) {
      events.failed(error);
      await records.fail(job.fence, 'The evaluation could not be scored', now()).catch(events.storeAway);
    }
  };

  const run = (job: Job): void => {
    const { id } = job.fence;
    const done = score(job).finally(() => {
      if (running.get(id) === done) running.delete(id);
    });
    running.set(id, done);
  };

  /** Jobs whose process is gone, as many as there is room for. */
  const takeOver = async (): Promise<void> => {
    await records.failLost(now(), MOST_ATTEMPTS);
    while (!draining && localLane.waiting < TAKEN_AT_ONCE) {
      const claimed = await records.claimExpired({
        owner,
        kids: textKeys.kids,
        nowMs: now(),
        leaseUntil: now() + lease,
        limit: TAKEN_AT_ONCE,
      });
      if (claimed.length > 0) events.takenOver(claimed.length);
      for (const { kid, claims, recovery, ...fence } of claimed) {
        try {
          const key = textKeys.openForRecovery(fence.id, kid, recovery.key);
          run({ fence, key, claims, text: key.open(recovery.sealed, 'recovery') });
        } catch (error) {
          events.failed(error);
          await records.fail(fence, 'What was kept of its text cannot be read', now());
        }
      }
      if (claimed.length < TAKEN_AT_ONCE) return;
    }
  };

  /** Repeats a task, with pauses that differ from replica to replica; a failure is told, and it goes on. */
  const repeat = (every: number, firstAfter: number, task: () => Promise<unknown>): void => {
    const plan = (after: number): void => {
      const timer = setTimeout(async () => {
        timers.delete(timer);
        await task().catch(events.storeAway);
        if (!stopWaits.signal.aborted) plan(every * (0.75 + 0.5 * random()));
      }, after);
      timer.unref();
      timers.add(timer);
    };
    plan(firstAfter);
  };

  const reports = createReportReader({
    records,
    textKeys,
    endOf: (id) => running.get(id),
    stopped: stopWaits.signal,
  });

  return {
    get running() {
      return running.size;
    },

    async begin({ id, caller, target, extraction, onReport }) {
      const { key, forCaller, forRecovery } = textKeys.create(id, target.key);
      const isFull = running.size >= MOST_IN_MEMORY;
      if (isFull && !storeText) return 'failed';
      const created = now();
      const text = JSON.stringify(extraction);
      const born: NewEvaluation = {
        id,
        callerId: caller.id,
        kid: textKeys.kid,
        claims: extraction.claims.length,
        createdAt: created,
        owner,
        leaseUntil: isFull ? 0 : created + lease,
        callerKey: forCaller,
        ...(storeText ? { recovery: { key: forRecovery, sealed: key.seal(text, 'recovery') } } : {}),
      };
      const inserted = insert(born).then(
        () => true,
        (error) => {
          events.storeAway(error);
          return false;
        },
      );
      const isBorn = await within(BIRTH_PATIENCE, inserted, false);
      if (!isFull) {
        const job: Job = {
          fence: { id, owner, attempt: 1 },
          key,
          text,
          claims: extraction.claims.length,
          model: { target, extraction },
          ...(onReport === undefined ? {} : { onReport }),
        };
        // A store that answers late has the job all the same.
        if (isBorn) run(job);
        else void inserted.then((late) => late && run(job));
      }
      return isBorn ? 'running' : 'failed';
    },

    ...reports,

    start() {
      repeat(lease / 3, lease / 3, async () => {
        if (running.size > 0) await records.renew(owner, [...running.keys()], now() + lease);
      });
      repeat(Math.min(lease / 2, 5_000), 0, takeOver);
      repeat(PRUNE_EVERY, 10_000 * (1 + random()), () => records.prune(now() - options.retentionDays * DAY));
    },

    async drain(milliseconds) {
      draining = true;
      const settled = (): Promise<unknown> => Promise.all(running.values());
      await within(milliseconds, settled(), undefined);
      stopModels.abort();
      await within(LAST_GRACE, settled(), undefined);
      stopWaits.abort();
      for (const timer of timers) clearTimeout(timer);
      if (running.size > 0) await records.release(owner).catch(events.storeAway);
      await local.close();
    },
  };
}
