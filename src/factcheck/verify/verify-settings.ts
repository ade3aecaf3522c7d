import type { VerifierOptions } from './open-verifier.ts';
import type { VerdictCache } from './verdict-cache.ts';

/** How claims are verified, whoever asks; the operator's numbers. */
export interface VerifySettings extends Pick<VerifierOptions, 'tokenBudget' | 'calibrations'> {
  readonly concurrency: number;
  /** Milliseconds after the last claim was found. */
  readonly deadlineMs: number;
  readonly judgeTimeoutMs: number;
  readonly verdicts: VerdictCache;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}
