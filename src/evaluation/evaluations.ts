/** What evaluations are to the rest of the gateway. */
import type { ApiKey } from '../domain/api-key.ts';
import type { EvaluationStatus, Extraction, ReportScorer, ScoredClaim } from '../domain/evaluation.ts';
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
  /** Told of the report when it is written, by the process that was born with the job alone. */
  readonly onReport?: (report: ScoredExtraction) => void;
}

export interface EvaluationState {
  readonly id: string;
  readonly status: EvaluationStatus;
  readonly scorer?: ReportScorer;
  /** Why it failed, for the caller. */
  readonly failure?: string;
  readonly claims: number;
  readonly createdAt: number;
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number };
}

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
   * is left even then is let go, for others to take over.
   */
  drain(milliseconds: number): Promise<void>;
}
