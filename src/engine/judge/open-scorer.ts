/**
 * Scores pairs in processes beside this one, which load the model when it is first asked, or by a server. Scores are kept by what was
 * read; what waits is bounded, and what does not fit is not scored.
 */

import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { withResolvers } from '../../domain/with-resolvers.ts';
import { type Lane, openLane } from './open-lane.ts';
import type { JudgeState, Pair, PairScore, PairScorer, Thresholds } from './pair-scorer.ts';
import { readModelFolder } from './read-folder.ts';
import { openServerLane, type ScoringServer } from './server/open-server-lane.ts';

export interface ScorerSettings {
  readonly enabled: boolean;
  /** Of the model; not read where a server scores. */
  readonly folder: string;
  /** Scores in place of a model on this machine. */
  readonly server?: ScoringServer | undefined;
  /** Whether others are served beside it, who go first. */
  readonly isBackground: boolean;
  /** Processes that score, or requests to the server at a time. */
  readonly threads: number;
  /** For both verdicts; the model's own where absent. */
  readonly threshold?: number | undefined;
  readonly maxPairs: number;
  /** Milliseconds. */
  readonly deadline: number;
}

/** Pairs that are handed over at once: between two batches, what nobody waits for any more is left out. */
const MOST_AT_ONCE = 8;
/** Pairs that may wait for each process: some seconds of its work. */
const MOST_WAITING = 256;
/** Bytes of the texts whose scores are kept, about. */
const KEPT = 16 * 1024 * 1024;
/** Milliseconds for which a server that failed is not asked. */
const PAUSE = 10_000;
/** Of a server that said nothing else. */
const SERVER_THRESHOLD = 0.9;
/** Times in a row that a process ended without an answer, after which none is started. */
const MOST_ENDS = 3;

interface Waiting {
  readonly pair: Pair;
  readonly key: string;
  readonly signals: AbortSignal[];
  readonly settle: (score: PairScore | undefined) => void;
  readonly scored: Promise<PairScore | undefined>;
}

/** @param onFault called where the model cannot be loaded, or a server begins to fail, with why. */
export function openPairScorer(
  settings: ScorerSettings,
  onFault: (why: string) => void = () => {},
): PairScorer {
  const { threshold, folder, server } = settings;
  const found = describeModel(settings);
  let { state } = found;
  const cache = new LRUCache<string, PairScore>({
    maxSize: KEPT,
    // Two bytes a character, and the entry.
    sizeCalculation: (_score, key) => key.length * 2 + 200,
  });
  const lanes: Lane[] = [];
  const waiting: Waiting[] = [];
  /** What waits or is read, by what it is. */
  const open = new Map<string, Waiting>();
  let ends = 0;
  /** A server that failed is tried again from then on, on the clock of `performance`. */
  let askedAgain = 0;
  let isFailing = false;

  const stateNow = (): JudgeState =>
    state === 'ready' && server !== undefined && performance.now() < askedAgain ? 'failed' : state;

  const finish = (one: Waiting, score: PairScore | undefined): void => {
    open.delete(one.key);
    if (score !== undefined) cache.set(one.key, score);
    one.settle(score);
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

  /** The next pairs that somebody still waits for. */
  const takeBatch = (): Waiting[] => {
    const batch: Waiting[] = [];
    while (batch.length < MOST_AT_ONCE) {
      const one = waiting.shift();
      if (one === undefined) break;
      if (one.signals.every(({ aborted }) => aborted)) finish(one, undefined);
      else batch.push(one);
    }
    return batch;
  };

  const startLane = (): Lane => {
    if (server !== undefined) return openServerLane(server, pause);
    const lane = openLane({
      folder,
      isBackground: settings.isBackground,
      onUnusable: fail,
      onEnd() {
        lanes.splice(lanes.indexOf(lane), 1);
        ends += 1;
        if (ends >= MOST_ENDS) fail('its process ended');
        pump();
      },
    });
    return lane;
  };

  const run = async (lane: Lane, batch: readonly Waiting[]): Promise<void> => {
    const scores = await lane.read(batch.map(({ pair }) => pair));
    if (scores !== undefined) {
      ends = 0;
      isFailing = false;
    }
    for (const [index, one] of batch.entries()) finish(one, scores?.[index]);
    pump();
  };

  const pump = (): void => {
    if (stateNow() !== 'ready') return;
    const wanted = Math.min(
      settings.threads,
      lanes.filter((lane) => lane.isBusy()).length + Math.ceil(waiting.length / MOST_AT_ONCE),
    );
    while (lanes.length < wanted) lanes.push(startLane());
    for (const lane of lanes) {
      if (lane.isBusy()) continue;
      const batch = takeBatch();
      if (batch.length === 0) return;
      void run(lane, batch);
    }
  };

  const enqueue = (pair: Pair, signal: AbortSignal): Promise<PairScore | undefined> => {
    const key = `${pair.claim}\n\0${pair.passage}`;
    const known = cache.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const same = open.get(key);
    if (same !== undefined) {
      same.signals.push(signal);
      return same.scored;
    }
    if (waiting.length >= MOST_WAITING * settings.threads) return Promise.resolve(undefined);
    const { promise, resolve } = withResolvers<PairScore | undefined>();
    const one = { pair, key, signals: [signal], settle: resolve, scored: promise };
    open.set(key, one);
    waiting.push(one);
    return promise;
  };

  return {
    state: stateNow,
    isCalibrated: found.isCalibrated,
    thresholds: threshold === undefined ? found.thresholds : { supported: threshold, refuted: threshold },
    maxPairs: settings.maxPairs,
    deadlineMs: settings.deadline,
    score(pairs, signal) {
      if (stateNow() !== 'ready' || signal.aborted) return Promise.resolve(pairs.map(() => undefined));
      const scored = pairs.map((pair) => enqueue(pair, signal));
      pump();
      return Promise.all(scored);
    },
    async close() {
      stop('off');
    },
  };
}

interface ModelState {
  readonly state: JudgeState;
  readonly thresholds: Thresholds;
  readonly isCalibrated: boolean;
}

function noJudge(state: 'off' | 'absent'): ModelState {
  return { state, thresholds: { supported: 1, refuted: 1 }, isCalibrated: false };
}

/** What can be known of a model before it is loaded. */
function describeModel({ enabled, folder, server }: ScorerSettings): ModelState {
  if (!enabled) return noJudge('off');
  if (server !== undefined) {
    const thresholds = { supported: SERVER_THRESHOLD, refuted: SERVER_THRESHOLD };
    return { state: 'ready', thresholds, isCalibrated: false };
  }
  try {
    const { thresholds, isCalibrated } = readModelFolder(folder);
    const { resolve } = createRequire(import.meta.url);
    for (const name of ['onnxruntime-node', '@huggingface/tokenizers']) resolve(name);
    return { state: 'ready', thresholds, isCalibrated };
  } catch {
    return noJudge('absent');
  }
}

/** @returns how the judge is, without opening it. */
export function scorerStateOf(settings: ScorerSettings): JudgeState {
  return describeModel(settings).state;
}
