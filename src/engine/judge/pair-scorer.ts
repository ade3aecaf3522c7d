/** What scores pairs of texts: whether a passage supports a claim, refutes it, or does not say. */

export interface Pair {
  readonly claim: string;
  readonly passage: string;
}

/** Their sum is 1. */
export interface PairScore {
  readonly supported: number;
  readonly refuted: number;
  readonly not_enough_info: number;
}

/** The least probability at which a verdict is stated, for each verdict. */
export interface Thresholds {
  readonly supported: number;
  /** For a claim all of whose words one sentence of the passage has, with no value that differs; absent: as for others. */
  readonly supportedWhole?: number;
  readonly refuted: number;
}

/**
 * `ready`: it can be asked, and loads when it first is; `off`: not wanted by the operator; `absent`: this
 * installation lacks the model or what runs it; `failed`: it could not be loaded.
 */
export type JudgeState = 'ready' | 'off' | 'absent' | 'failed';

export interface PairScorer {
  readonly state: () => JudgeState;
  readonly thresholds: Thresholds;
  /** Whether a calibration was fitted for its probabilities; absent: it was. */
  readonly isCalibrated?: boolean;
  /** The most pairs that one request may have scored. */
  readonly maxPairs: number;
  /** Milliseconds from the end of an answer until what is not judged stays so. */
  readonly deadlineMs: number;
  /** @returns milliseconds more than that for who asks now: what loading the model may take. Absent: none. */
  readonly loadingMs?: () => number;
  /**
   * Never rejects.
   *
   * @param signal what it aborts is not scored any more.
   * @returns for each pair its score; `undefined` where too many pairs wait, the signal aborted, or the model failed.
   */
  score(pairs: readonly Pair[], signal: AbortSignal): Promise<readonly (PairScore | undefined)[]>;
  close(): Promise<void>;
}
