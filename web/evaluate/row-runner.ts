/** Measures rows one after another, a few at a time, and waits limits out. Knows neither rows nor models. */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { onceAt } from '../shell/once-at.ts';

/** Milliseconds that a limit without a time is waited out. */
const LEAST_WAIT = 250;

export interface RowWork<R> {
  /** @throws ApiFailure */
  readonly measure: (row: number, signal: AbortSignal) => Promise<R>;
  /** How many rows may be under way now. */
  readonly atOnce: () => number;
  readonly onResult: (row: number, result: R) => void;
  /** The row failed; others may not. */
  readonly onFailure: (row: number, failure: FailureFacts) => void;
  /** @param until Unix milliseconds; `undefined` once the limit has passed. */
  readonly onWait: (until: number | undefined) => void;
  /** What every further row would fail of. The runner has paused. */
  readonly onRefusal: (failure: FailureFacts) => void;
  /** No row is left, and none is under way. */
  readonly onEnd: () => void;
}

export interface RowRunner {
  /** Measures these rows. Those that are still under way are left out. */
  start(rows: readonly number[]): void;
  /** Takes no further rows; what is under way is finished, as it is paid for. */
  pause(): void;
  /** Breaks off what is under way too. */
  end(): void;
  /** Begins further rows where more may be under way than before. */
  fill(): void;
}

export function createRowRunner<R>(work: RowWork<R>): RowRunner {
  const life = new AbortController();
  let turn = new AbortController();
  turn.abort();
  const underWay = new Set<number>();
  let open: readonly number[] = [];
  let next = 0;
  let waitingUntil = 0;

  const pause = (): void => turn.abort();

  const fill = (): void => {
    while (!turn.signal.aborted && next < open.length && underWay.size < work.atOnce()) {
      const row = open[next] as number;
      next += 1;
      underWay.add(row);
      void take(row).finally(() => {
        underWay.delete(row);
        if (life.signal.aborted) return;
        fill();
        if (next >= open.length && underWay.size === 0) work.onEnd();
      });
    }
  };

  /** A row that is not measured when the turn ends stays open: the next start has it again. */
  const take = async (row: number): Promise<void> => {
    while (!life.signal.aborted) {
      await waitForLimit(turn.signal);
      // Not the turn in which it was taken: it may have been started again meanwhile.
      if (turn.signal.aborted) return;
      try {
        const result = await work.measure(row, life.signal);
        if (!life.signal.aborted) work.onResult(row, result);
        return;
      } catch (error) {
        if (life.signal.aborted) return;
        const failure = factsOf(error);
        if (isLimit(failure)) {
          waitingUntil = Math.max(failure.retryAt ?? 0, Date.now() + LEAST_WAIT, waitingUntil);
          work.onWait(waitingUntil);
          continue;
        }
        if (!isRefusal(failure)) return work.onFailure(row, failure);
        pause();
        return work.onRefusal(failure);
      }
    }
  };

  /** No row is sent before the limit that they share has passed. */
  const waitForLimit = async (signal: AbortSignal): Promise<void> => {
    while (waitingUntil > Date.now() && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const callOff = onceAt(waitingUntil, resolve);
        signal.addEventListener('abort', () => {
          callOff();
          resolve();
        });
      });
      if (!signal.aborted && waitingUntil <= Date.now()) work.onWait(undefined);
    }
  };

  return {
    start(rows) {
      turn.abort();
      turn = new AbortController();
      // Another key has a limit of its own; the same one says so again.
      waitingUntil = 0;
      open = rows.filter((row) => !underWay.has(row));
      next = 0;
      fill();
      if (open.length === 0 && underWay.size === 0) work.onEnd();
    },
    pause,
    end() {
      turn.abort();
      life.abort();
    },
    fill,
  };
}

function isLimit({ status, code }: FailureFacts): boolean {
  return status === 429 && code !== 'insufficient_quota';
}

/** A key or a model that is refused is refused for every row; without a network, so is everything. */
function isRefusal({ status, code }: FailureFacts): boolean {
  return [401, 403, 0].includes(status) || code === 'insufficient_quota';
}
