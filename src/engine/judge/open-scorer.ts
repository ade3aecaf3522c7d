/** Scores pairs in processes beside this one, which load the model when it is first asked, or by a server. */
import { constants } from 'node:os';
import { openBatches } from './open-batches.ts';
import { openLane } from './open-lane.ts';
import type { JudgeState, Pair, PairScore, PairScorer, Thresholds } from './pair-scorer.ts';
import { findRuntime, readModelFolder } from './read-folder.ts';
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

const SCRIPT = new URL('./scoring-process', import.meta.url);
/** Pairs that are handed over at once. */
const MOST_AT_ONCE = 8;
/** Pairs that may wait for each process: some seconds of its work. */
const MOST_WAITING = 256;
/** Bytes of the texts whose scores are kept, about. */
const KEPT = 16 * 1024 * 1024;
/** Milliseconds that the model may take to load: one second, and more where others need the processor. */
const LOADING = 5_000;
/** Of a server that said nothing else. */
const SERVER_THRESHOLD = 0.9;

/** @param onFault called where the model cannot be loaded, or a server begins to fail, with why. */
export function openPairScorer(
  settings: ScorerSettings,
  onFault: (why: string) => void = () => {},
): PairScorer {
  const { threshold, folder, server } = settings;
  const found = describeModel(settings);
  const priority = settings.isBackground ? constants.priority.PRIORITY_LOW : undefined;
  const batches = openBatches<Pair, PairScore>({
    state: found.state,
    lanes: settings.threads,
    atOnce: MOST_AT_ONCE,
    mostWaiting: MOST_WAITING * settings.threads,
    kept: KEPT,
    keyOf: ({ claim, passage }) => `${claim}\n\0${passage}`,
    // Two bytes a character, and the entry.
    sizeOf: (key) => key.length * 2 + 200,
    openLane: ({ onFailure, ...events }) =>
      server === undefined
        ? openLane({ script: SCRIPT, folder, priority, ...events })
        : openServerLane(server, onFailure),
    onFault,
  });
  return {
    state: batches.state,
    isCalibrated: found.isCalibrated,
    thresholds: threshold === undefined ? found.thresholds : { supported: threshold, refuted: threshold },
    maxPairs: settings.maxPairs,
    deadlineMs: settings.deadline,
    loadingMs: () => (server === undefined && !batches.hasRead() ? LOADING : 0),
    score: (pairs, signal) => batches.read(pairs, signal),
    async close() {
      batches.close();
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
    findRuntime();
    return { state: 'ready', thresholds, isCalibrated };
  } catch {
    return noJudge('absent');
  }
}

/** @returns how the judge is, without opening it. */
export function scorerStateOf(settings: ScorerSettings): JudgeState {
  return describeModel(settings).state;
}
