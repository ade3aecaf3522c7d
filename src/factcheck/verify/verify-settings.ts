import type { NativeOptions } from './native-evidence.ts';
import type { VerifierOptions } from './open-verifier.ts';
import type { CitationCache, VerdictCache } from './verdict-cache.ts';

/** How claims are verified, whoever asks; the operator's numbers. */
export interface VerifySettings extends Pick<VerifierOptions, 'tokenBudget' | 'calibrations'> {
  readonly concurrency: number;
  /** Milliseconds after the last claim was found. */
  readonly deadlineMs: number;
  readonly judgeTimeoutMs: number;
  readonly verdicts: VerdictCache;
  readonly citations: CitationCache;
  /** The judge's own web search, for requests that name it. */
  readonly native: NativeOptions;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** The source that is the judge's own web search, on the caller's key. */
export const NATIVE = 'native';
