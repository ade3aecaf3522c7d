import type { StatementWish } from '../../domain/claim.ts';
import { type FactCheckMode, grounds, verifies } from '../../domain/fact-check-mode.ts';
import type { PairScorer } from '../judge/pair-scorer.ts';
import { NATIVE, type NativeOptions } from './find/native-evidence.ts';
import type { CitationCache, ReadingCache, VerdictCache } from './judge/verdict-cache.ts';
import { openVerifier, type Verifier } from './open-verifier.ts';
import type { VerifierOptions } from './verify-claim.ts';

/** The operator's settings for verification. */
export interface VerifySettings extends Pick<VerifierOptions, SettingNames> {
  readonly verdicts: VerdictCache;
  readonly citations: CitationCache;
  readonly readings: ReadingCache;
  /** The judge's own web search, for requests that name it. */
  readonly native: NativeOptions;
  /** The gateway's own judge; absent where the operator wants none. */
  readonly local?: PairScorer | undefined;
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
  /** Who judges. */
  readonly judge?: JudgeWish | undefined;
  /** Which statements are held against the evidence; `auto` where absent. */
  readonly statements?: StatementWish | undefined;
  /** Under which judgements are kept; none are where it is absent. */
  readonly callerId?: string | undefined;
  /** The judge may search the web by itself, with the caller's key. */
  readonly native?: boolean;
}

/**
 * Whose verdicts a request wants: the gateway's own judge first and the caller's model for what it leaves undecided,
 * the gateway's own alone, or the model alone.
 */
export const JUDGE_WISHES = ['auto', 'local', 'model'] as const;
export type JudgeWish = (typeof JUDGE_WISHES)[number];

/** @returns whether the claims of a request get verdicts: without a model, where the own judge can be asked. */
export function judges(
  { local }: Pick<VerifySettings, 'local'>,
  mode: FactCheckMode,
  judge: JudgeWish = 'auto',
): boolean {
  return verifies(mode) || (grounds(mode) && judge !== 'model' && local?.state() === 'ready');
}

/** @returns whether what an answer asserts is held against the evidence, claim or not. */
export function readsStatements(
  settings: Pick<VerifySettings, 'local'>,
  mode: FactCheckMode,
  { judge, statements = 'auto', context = false }: Pick<VerifyRequest, 'judge' | 'statements' | 'context'>,
): boolean {
  if (statements === 'none' || !judges(settings, mode, judge)) return false;
  return statements === 'all' || context;
}

/**
 * Opens the verifier of one request whose claims get verdicts.
 *
 * @param mode no model is asked but in one that verifies.
 */
export function verifierFor(
  { verdicts, citations, readings, native, local, ...settings }: VerifySettings,
  mode: FactCheckMode,
  { target, judge = 'auto', retrieve, maxClaims, context = false, textDate, ...request }: VerifyRequest,
  tools: Pick<VerifierOptions, 'upstream' | 'nonce' | 'signal' | 'from'>,
): Verifier {
  const asksModel = verifies(mode) && judge !== 'local' && target !== undefined;
  return openVerifier({
    ...settings,
    ...(asksModel || local === undefined ? {} : { deadlineMs: local.deadlineMs }),
    ...(asksModel && request.native ? { native } : {}),
    ...(judge !== 'model' && local?.state() === 'ready' ? { local } : {}),
    target: asksModel ? target : undefined,
    retrieve,
    maxClaims,
    context,
    textDate,
    ...(request.callerId === undefined
      ? {}
      : { cache: { verdicts, citations, readings, callerId: request.callerId } }),
    ...tools,
  });
}

export { NATIVE };
