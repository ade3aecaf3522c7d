/** What verification needs, from the request and from the operator. */
import type { JsonTarget } from '../../upstream/ask-json.ts';
import type { Upstream } from '../../upstream/call-provider.ts';
import type { Retrieve } from '../ground-conversation.ts';
import type { Calibration } from './calibration.ts';
import type { NativeOptions } from './native-evidence.ts';
import type { CitationCache, VerdictCache } from './verdict-cache.ts';

export interface VerifierOptions {
  readonly upstream: Upstream;
  /** The judge: the caller's model, or its `judge_model`, asked with the caller's key. */
  readonly target: JsonTarget;
  /** Asked by the claim's text, and again with the judge's query: one line of at most 300 characters. */
  readonly retrieve: Retrieve;
  /** The request brought texts of its own: what the judge, having read them, asks next is no query for its search. */
  readonly context?: boolean;
  /** The most claims that are looked up; the others come out unchecked. */
  readonly maxClaims: number;
  /** The most calls to the judge at the same time; 3 unless said otherwise. */
  readonly concurrency?: number;
  /** Milliseconds from `finish()` until what is not judged stays so. */
  readonly deadlineMs: number;
  /** Milliseconds that one call to the judge may take; 30 s unless said otherwise. */
  readonly judgeTimeoutMs?: number;
  /** Tokens of all calls to the judge, prompts and answers. */
  readonly tokenBudget: number;
  /** The judge's own web search, where the request asks for it. */
  readonly native?: NativeOptions;
  /** Judgements of this caller, and what its own model found; none are kept where it is absent. */
  readonly cache?: {
    readonly verdicts: VerdictCache;
    readonly citations: CitationCache;
    readonly callerId: string;
  };
  /** Those of all judges; the judge's own is looked up. */
  readonly calibrations?: readonly Calibration[];
  /** Random, at least 16 hexadecimal characters, another one each time. */
  readonly nonce: () => string;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The caller's: everything stops. */
  readonly signal: AbortSignal;
}
