import { NATIVE, type NativeOptions } from './native-evidence.ts';
import { openVerifier, type Verifier } from './open-verifier.ts';
import type { CitationCache, ReadingCache, VerdictCache } from './verdict-cache.ts';
import type { VerifierOptions } from './verify-claim.ts';

/** The operator's settings for verification. */
export interface VerifySettings extends Pick<VerifierOptions, SettingNames> {
  readonly verdicts: VerdictCache;
  readonly citations: CitationCache;
  readonly readings: ReadingCache;
  /** The judge's own web search, for requests that name it. */
  readonly native: NativeOptions;
}
type SettingNames =
  | 'concurrency'
  | 'deadlineMs'
  | 'judgeTimeoutMs'
  | 'tokenBudget'
  | 'calibrations'
  | 'now'
  | 'today';

/** What one request asks for. */
export interface VerifyRequest
  extends Pick<VerifierOptions, 'target' | 'retrieve' | 'maxClaims' | 'context' | 'textDate'> {
  readonly callerId: string;
  /** The judge may search the web by itself, with the caller's key. */
  readonly native: boolean;
}

/** Opens the verifier of one request. */
export function verifierFor(
  { verdicts, citations, readings, native, ...settings }: VerifySettings,
  { target, retrieve, maxClaims, context = false, textDate, ...request }: VerifyRequest,
  tools: Pick<VerifierOptions, 'upstream' | 'nonce' | 'signal' | 'from'>,
): Verifier {
  return openVerifier({
    ...settings,
    ...(request.native ? { native } : {}),
    target,
    retrieve,
    maxClaims,
    context,
    textDate,
    cache: { verdicts, citations, readings, callerId: request.callerId },
    ...tools,
  });
}

export { NATIVE };
