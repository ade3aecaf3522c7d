/** Finds, reads and deletes reports, for the caller who made them. */
import { GatewayError } from '../errors.ts';
import type { EvaluationRecords, StoredEvaluation } from '../store/evaluations.ts';
import { isStoreAway } from '../store/name-fault.ts';
import type { TextKeys } from './encrypt-text.ts';
import type { EvaluationCaller, Evaluations } from './evaluations.ts';
import { pause } from './pause.ts';
import { openRows } from './report-rows.ts';

export interface ReportReaderOptions {
  readonly records: EvaluationRecords;
  readonly textKeys: TextKeys;
  /** What resolves when a job of this process is over; `undefined` for those of others. */
  readonly endOf: (id: string) => Promise<void> | undefined;
  /** Aborts when the gateway stops: then no caller is kept waiting. */
  readonly stopped: AbortSignal;
}

/** Between two looks at a job that another process works on. Milliseconds. */
const LOOK_EVERY = 400;

export function createReportReader(
  options: ReportReaderOptions,
): Pick<Evaluations, 'find' | 'rows' | 'remove'> {
  const { records, textKeys, endOf, stopped } = options;

  const find = async (id: string, caller: EvaluationCaller): Promise<StoredEvaluation | undefined> => {
    const found = await whileThere(records.find(id));
    const isOwn = found?.callerId === caller.id || caller.formerIds.includes(found?.callerId ?? '');
    return isOwn ? found : undefined;
  };

  return {
    async find(id, caller, waitMs, signal) {
      const until = performance.now() + waitMs;
      const stop = AbortSignal.any([signal, stopped]);
      for (;;) {
        const found = await find(id, caller);
        const left = until - performance.now();
        if (found?.status !== 'running' || left <= 0 || stop.aborted) return found;
        const look = new AbortController();
        const isOver = pause(Math.min(LOOK_EVERY, left), AbortSignal.any([stop, look.signal]));
        await Promise.race([endOf(id) ?? isOver, isOver]);
        look.abort();
      }
    },

    async *rows(id, apiKey) {
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

    remove: (id, caller) => whileThere(records.remove(id, [caller.id, ...caller.formerIds])),
  };
}

/** @throws GatewayError `unavailable` where the database is away. */
async function whileThere<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isStoreAway(error)) throw error;
    throw new GatewayError('unavailable', 'Evaluations cannot be read at the moment', { cause: error });
  }
}
