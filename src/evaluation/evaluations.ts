/** What evaluations are to the rest of the gateway. */
import type { ApiKey } from '../domain/api-key.ts';
import type { EvaluationStatus, Extraction, ScoredClaim } from '../domain/evaluation.ts';
import type { StoredEvaluation } from '../store/evaluations.ts';
import type { JsonTarget } from '../upstream/ask-json.ts';
import type { ScoredExtraction } from './score-extraction.ts';

/** Who asks: under the current secret, and under those that it has replaced. */
export interface EvaluationCaller {
  readonly id: string;
  readonly formerIds: readonly string[];
}

export interface EvaluationRequest {
  /** The completion's id. */
  readonly id: string;
  readonly caller: EvaluationCaller;
  readonly target: JsonTarget;
  readonly extraction: Extraction;
  /** Called with the report when it is written, if this process still has the job. */
  readonly onReport?: (report: ScoredExtraction) => void;
}

/** `failure` is why it failed, for the caller. */
export type EvaluationState = Pick<
  StoredEvaluation,
  'id' | 'status' | 'scorer' | 'failure' | 'claims' | 'createdAt' | 'usage'
>;

export interface Evaluations {
  /** @returns its state once it is certain to be done, whatever happens to this process; `failed` where it is not. */
  begin(request: EvaluationRequest): Promise<EvaluationStatus>;
  /**
   * @param waitMs how long a running one is waited for.
   * @returns `undefined` where there is none of this caller's.
   */
  find(
    id: string,
    caller: EvaluationCaller,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<EvaluationState | undefined>;
  /** The rows of a report, in pages; memory stays flat however many there are. */
  rows(id: string, apiKey: ApiKey): AsyncIterable<readonly ScoredClaim[]>;
  /** @returns whether there was one of this caller's. */
  remove(id: string, caller: EvaluationCaller): Promise<boolean>;
  /** How many this process works on. */
  readonly running: number;
  /** Begins to look for jobs that others have lost, and to forget old reports. */
  start(): void;
  /**
   * Waits for what is running; what still asks a model at the end of that time is scored locally, at once. What
   * is left even then is released, for other processes to take over.
   */
  drain(milliseconds: number): Promise<void>;
}
