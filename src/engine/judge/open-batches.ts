/**
 * Has texts read in batches by lanes, which are opened when there is something to read. What was read is kept; what waits is
 * bounded, and what does not fit is not read.
 */
import { LRUCache } from 'lru-cache';
import { withResolvers } from '../../domain/with-resolvers.ts';
import type { Lane } from './open-lane.ts';
import type { JudgeState } from './pair-scorer.ts';

export interface LaneEvents {
  /** The model cannot be loaded: no lane is opened any more. */
  readonly onUnusable: (why: string) => void;
  /** The lane has ended. */
  readonly onEnd: () => void;
  /** What reads fails for now: it is asked again after a while. */
  readonly onFailure: (why: string) => void;
}

interface BatchOptions<In, Out> {
  readonly state: JudgeState;
  readonly openLane: (events: LaneEvents) => Lane<In, Out>;
  readonly lanes: number;
  /** Inputs that are handed over at once: between two batches, what nobody waits for any more is left out. */
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** Bytes of what is kept, about. */
  readonly kept: number;
  /** Inputs with the same key are read once. */
  readonly keyOf: (input: In) => string;
  /** Bytes of what is kept of one. */
  readonly sizeOf: (key: string) => number;
  /** Called where nothing can be read any more, or what reads begins to fail, with why. */
  readonly onFault: (why: string) => void;
}

export interface Batches<In, Out> {
  state(): JudgeState;
  /** Whether anything has been read by now: before, a model is still to be loaded. */
  hasRead(): boolean;
  /** @returns what was read of the input before. */
  known(input: In): Out | undefined;
  /**
   * Never rejects.
   *
   * @param signal what it aborts is not read any more.
   * @param goesFirst whether others that wait are passed.
   * @returns for each input what was read; `undefined` where too many wait, the signal aborted, or the model failed.
   */
  read(
    inputs: readonly In[],
    signal: AbortSignal,
    goesFirst?: boolean,
  ): Promise<readonly (Out | undefined)[]>;
  close(): void;
}

/** Milliseconds for which what failed is not asked. */
const PAUSE = 10_000;
/** Times in a row that a process ended without an answer, after which none is started. */
const MOST_ENDS = 3;

interface Waiting<In, Out> {
  readonly input: In;
  readonly key: string;
  readonly signals: AbortSignal[];
  readonly settle: (result: Out | undefined) => void;
  readonly read: Promise<Out | undefined>;
}

export function openBatches<In, Out extends object>(options: BatchOptions<In, Out>): Batches<In, Out> {
  const { keyOf, sizeOf, atOnce, onFault } = options;
  let { state } = options;
  const cache = new LRUCache<string, Out>({
    maxSize: options.kept,
    sizeCalculation: (_result, key) => sizeOf(key),
  });
  const lanes: Lane<In, Out>[] = [];
  const waiting: Waiting<In, Out>[] = [];
  /** What waits or is read, by what it is. */
  const open = new Map<string, Waiting<In, Out>>();
  let ends = 0;
  /** What failed is tried again from then on, on the clock of `performance`. */
  let askedAgain = 0;
  let isFailing = false;
  let hasRead = false;

  const stateNow = (): JudgeState =>
    state === 'ready' && askedAgain > 0 && performance.now() < askedAgain ? 'failed' : state;

  const finish = (one: Waiting<In, Out>, result: Out | undefined): void => {
    open.delete(one.key);
    if (result !== undefined) cache.set(one.key, result);
    one.settle(result);
  };
  const dropWaiting = (): void => {
    for (const one of waiting.splice(0)) finish(one, undefined);
  };
  const stop = (next: JudgeState): void => {
    state = next;
    dropWaiting();
    for (const lane of lanes) lane.close();
  };
  const pause = (why: string): void => {
    askedAgain = performance.now() + PAUSE;
    dropWaiting();
    if (!isFailing) onFault(why);
    isFailing = true;
  };
  const fail = (why: string): void => {
    if (state !== 'ready') return;
    stop('failed');
    onFault(why);
  };

  /** The next inputs that somebody still waits for. */
  const takeBatch = (): Waiting<In, Out>[] => {
    const batch: Waiting<In, Out>[] = [];
    while (batch.length < atOnce) {
      const one = waiting.shift();
      if (one === undefined) break;
      if (one.signals.every(({ aborted }) => aborted)) finish(one, undefined);
      else batch.push(one);
    }
    return batch;
  };

  const startLane = (): Lane<In, Out> => {
    const lane = options.openLane({
      onUnusable: fail,
      onFailure: pause,
      onEnd() {
        lanes.splice(lanes.indexOf(lane), 1);
        ends += 1;
        if (ends >= MOST_ENDS) fail('its process ended');
        pump();
      },
    });
    return lane;
  };

  const run = async (lane: Lane<In, Out>, batch: readonly Waiting<In, Out>[]): Promise<void> => {
    const results = await lane.read(batch.map(({ input }) => input));
    if (results !== undefined) {
      ends = 0;
      isFailing = false;
      hasRead = true;
    }
    for (const [index, one] of batch.entries()) finish(one, results?.[index]);
    pump();
  };

  const pump = (): void => {
    if (stateNow() !== 'ready') return;
    const wanted = Math.min(
      options.lanes,
      lanes.filter((lane) => lane.isBusy()).length + Math.ceil(waiting.length / atOnce),
    );
    while (lanes.length < wanted) lanes.push(startLane());
    for (const lane of lanes) {
      if (lane.isBusy()) continue;
      const batch = takeBatch();
      if (batch.length === 0) return;
      void run(lane, batch);
    }
  };

  const enqueue = (input: In, signal: AbortSignal, added: Waiting<In, Out>[]): Promise<Out | undefined> => {
    const key = keyOf(input);
    const known = cache.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const same = open.get(key);
    if (same !== undefined) {
      same.signals.push(signal);
      return same.read;
    }
    if (waiting.length + added.length >= options.mostWaiting) return Promise.resolve(undefined);
    const { promise, resolve } = withResolvers<Out | undefined>();
    const one = { input, key, signals: [signal], settle: resolve, read: promise };
    open.set(key, one);
    added.push(one);
    return promise;
  };

  return {
    state: stateNow,
    hasRead: () => hasRead,
    known: (input) => cache.get(keyOf(input)),
    read(inputs, signal, goesFirst = false) {
      if (stateNow() !== 'ready' || signal.aborted) return Promise.resolve(inputs.map(() => undefined));
      const added: Waiting<In, Out>[] = [];
      const read = inputs.map((input) => enqueue(input, signal, added));
      if (goesFirst) waiting.unshift(...added);
      else waiting.push(...added);
      pump();
      return Promise.all(read);
    },
    close: () => stop('off'),
  };
}
