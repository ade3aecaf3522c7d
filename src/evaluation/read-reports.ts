/** Finds, reads and deletes reports, for the caller who made them. */
import type { ApiKey } from '../domain/api-key.ts';
import type { ScoredClaim } from '../domain/evaluation.ts';
import type { EvaluationRecords, StoredEvaluation } from '../gateway/store/evaluations.ts';
import { unlessAway } from '../gateway/store/unless-away.ts';
import { pause } from '../scheduling/pause.ts';
import type { TextKeys } from './encrypt-text.ts';
import { openRows } from './report-rows.ts';

/** Who asks: under the current secret, and under those that it has replaced. */
export interface EvaluationCaller {
  readonly id: string;
  readonly formerIds: readonly string[];
}

/** `failure` is why it failed, for the caller. */
export type EvaluationState = Omit<StoredEvaluation, 'callerId' | 'kid' | 'callerKey'>;

interface ReportReaderOptions {
  readonly records: EvaluationRecords;
  readonly textKeys: TextKeys;
  /** What resolves when a job of this process is over, by id. */
  readonly running: ReadonlyMap<string, Promise<void>>;
  /** Aborts when the gateway stops: then no caller is kept waiting. */
  readonly stopped: AbortSignal;
}

/** Between two looks at a job that another process works on. Milliseconds. */
const LOOK_EVERY = 400;
const whileThere = unlessAway('Evaluations cannot be read at the moment');

export function createReportReader({ records, textKeys, running, stopped }: ReportReaderOptions) {
  return {
    /**
     * @param waitMs how long a running one is waited for.
     * @returns `undefined` where there is none of this caller's.
     */
    async find(
      id: string,
      caller: EvaluationCaller,
      waitMs: number,
      signal: AbortSignal,
    ): Promise<EvaluationState | undefined> {
      const until = performance.now() + waitMs;
      const stop = AbortSignal.any([signal, stopped]);
      for (;;) {
        const found = await whileThere(records.find(id));
        if (found?.callerId !== caller.id && !caller.formerIds.includes(found?.callerId ?? ''))
          return undefined;
        const left = until - performance.now();
        if (found?.status !== 'running' || left <= 0 || stop.aborted) return found;
        const look = new AbortController();
        const isOver = pause(Math.min(LOOK_EVERY, left), AbortSignal.any([stop, look.signal]));
        await Promise.race([running.get(id) ?? isOver, isOver]);
        look.abort();
      }
    },

    /** The rows of a report, in pages; memory stays flat however many there are. */
    async *rows(id: string, apiKey: ApiKey): AsyncGenerator<readonly ScoredClaim[]> {
      const found = await whileThere(records.find(id));
      if (found === undefined) return;
      const key = textKeys.openForCaller(id, found.kid, found.callerKey, apiKey);
      let sent = 0;
      for (let page = 0; sent < found.claims; page++) {
        const sealed = await records.page(id, page);
        // Deleted by now: what was sent so far must not pass for the whole.
        if (sealed === undefined) throw new Error('The report is gone');
        const rows = openRows(sealed, key, page);
        sent += rows.length;
        yield rows;
      }
    },

    /** @returns whether there was one of this caller's. */
    remove: (id: string, caller: EvaluationCaller): Promise<boolean> =>
      whileThere(records.remove(id, [caller.id, ...caller.formerIds])),
  };
}
