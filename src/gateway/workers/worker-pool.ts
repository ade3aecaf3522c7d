/** Keeps a number of workers serving: replaces one that dies, and all of them, one after the other, when asked to. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Handlers } from './calls.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Milliseconds before a worker that ended soon after its start is replaced; doubles up to the longest each time. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** Milliseconds after its start from which on a worker that ends is replaced at once. */
const SETTLED = 10_000;

interface PoolOptions<W> {
  readonly count: number;
  readonly start: () => W;
  /** It serves from now on. */
  readonly onServing: (worker: W) => void;
  /** It is being replaced: it ends once its connections are gone. */
  readonly onRetired: (worker: W) => void;
  /** It has ended. @param why undefined where it was meant to. */
  readonly onEnded: (worker: W, why: string | undefined) => void;
  /** None could be started in the place of one that ended; it is tried again. */
  readonly onRefused: (error: Error) => void;
}

export function createWorkerPool<W extends Pick<WorkerProcess<Handlers>, 'ready' | 'ended' | 'kill'>>(
  options: PoolOptions<W>,
) {
  const { start, onServing, onRetired, onEnded, onRefused } = options;
  const serving = new Set<W>();
  const alive = new Set<W>();
  let ending = false;
  let pause = 0;
  let restarting: Promise<void> = Promise.resolve();

  /** @throws where the worker cannot start. */
  const begin = async (): Promise<void> => {
    const worker = start();
    const startedAt = performance.now();
    alive.add(worker);
    let served = false;
    void worker.ended.then((why) => {
      alive.delete(worker);
      const died = serving.delete(worker) && !ending;
      if (served) onEnded(worker, died ? why : undefined);
      if (!died) return;
      if (performance.now() - startedAt > SETTLED) pause = 0;
      void replace();
    });
    await worker.ready;
    served = true;
    serving.add(worker);
    onServing(worker);
  };

  const replace = async (): Promise<void> => {
    while (!ending) {
      await delay(pause, undefined, { ref: false });
      pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, 2 * pause));
      if (ending) return;
      try {
        await begin();
        return;
      } catch (error) {
        onRefused(error as Error);
      }
    }
  };

  const retire = (worker: W): void => {
    // Not one that died in the meantime, which is replaced already.
    if (serving.delete(worker)) onRetired(worker);
  };

  return {
    /** Those that get connections. */
    serving: serving as ReadonlySet<W>,
    /** Those too that start, or end. */
    alive: alive as ReadonlySet<W>,
    /** Starts all. @throws what keeps the first of them from starting; then none is left. */
    async open(): Promise<void> {
      const started = await Promise.allSettled(Array.from({ length: options.count }, begin));
      const refused = started.find(({ status }) => status === 'rejected') as
        | PromiseRejectedResult
        | undefined;
      if (refused === undefined) return;
      await this.end((worker) => worker.kill());
      throw refused.reason;
    },
    /**
     * Replaces workers one after the other: each once its successor serves.
     * @param which all unless it says otherwise.
     * @returns resolves once the last successor serves. Rejects where one cannot start: then its predecessor stays.
     */
    restart(which: () => readonly W[] = () => [...serving]): Promise<void> {
      restarting = restarting
        .catch(() => {})
        .then(async () => {
          for (const worker of which()) {
            if (ending) return;
            if (!serving.has(worker)) continue;
            await begin();
            retire(worker);
          }
        });
      return restarting;
    },
    /** Ends all: calls `tell` for each, also for those that start, and resolves once none is left. */
    async end(tell: (worker: W) => void): Promise<void> {
      ending = true;
      while (alive.size > 0) {
        const these = [...alive];
        for (const worker of these) tell(worker);
        await Promise.all(these.map((worker) => worker.ended));
      }
    },
    /** For those that do not end. */
    kill(): void {
      for (const worker of alive) worker.kill();
    },
  };
}
