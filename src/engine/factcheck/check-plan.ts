/**
 * What is done with the claims that are found. A plan is a rung of a ladder: each does what the one below it does, and
 * one thing more. A request's mode names a rung; with the gateway's own judge at hand, `ground` reaches the highest.
 */
import type { JudgeWish, Search, StatementWish } from '../../domain/claim.ts';
import { type CheckMode, type GroundingMode, reaches } from '../../domain/fact-check-mode.ts';
import type { PairScorer } from '../judge/pair-scorer.ts';
import { NATIVE, type NativeOptions } from './find/native-evidence.ts';
import type { AskOwn, Retrieve } from './ground-conversation.ts';
import { deadlineOf } from './judge/judge-locally.ts';
import type { CitationCache, ReadingCache, VerdictCache } from './judge/verdict-cache.ts';
import type { SkipRules } from './leave-alone.ts';
import type { ReviewAbout } from './state/claim-review.ts';
import type { VerifierOptions } from './verify-claim.ts';

export type CheckPlan = DetectPlan | GroundPlan | JudgePlan;

/** Claims are found, and nothing is looked up. */
export interface DetectPlan {
  readonly rung: 'detect';
  readonly mode: 'detect';
}

/** Claims are found, and evidence is looked up for them; nobody judges it. */
export interface GroundPlan extends EvidenceWish, Pick<VerifierOptions, 'fenceWord'> {
  readonly rung: 'ground';
  readonly mode: GroundingMode;
}

/** Claims are found, evidence is looked up, and each claim gets a verdict. */
export interface JudgePlan extends EvidenceWish, Pick<VerifierOptions, 'fenceWord'> {
  readonly rung: 'judge';
  readonly mode: GroundingMode;
  readonly verifier: Omit<VerifierOptions, 'signal' | 'from' | 'skipReason'>;
  /** Whether statements of the answer are found and held against the evidence too. */
  readonly statements: boolean;
  /** Whose reviews the verdicts are, where they are wanted as ClaimReview too. */
  readonly review?: ReviewAbout | undefined;
}

/** Where evidence is looked for. */
interface EvidenceWish extends SkipRules, Pick<VerifierOptions, 'holdsRest'> {
  readonly retrieve: Retrieve;
  /** Asks what the request brought; absent where the model that answers reads all of that anyway. */
  readonly ask?: AskOwn | undefined;
  /** What `retrieve` has sent to sources outside so far. */
  readonly searches?: (() => readonly Search[]) | undefined;
  /** The most claims that are looked up. */
  readonly maxClaims: number;
  /** The request brought texts of its own, which `retrieve` searches. */
  readonly context?: boolean;
}

/** The operator's settings for verification. */
export interface VerifySettings
  extends Pick<
    VerifierOptions,
    | 'concurrency'
    | 'deadlineMs'
    | 'judgeTimeoutMs'
    | 'tokenBudget'
    | 'calibrations'
    | 'fenceWord'
    | 'now'
    | 'today'
  > {
  readonly verdicts: VerdictCache;
  readonly citations: CitationCache;
  readonly readings: ReadingCache;
  /** The judge's own web search, for requests that name it. */
  readonly native?: NativeOptions | undefined;
  /** The gateway's own judge; absent where the operator wants none. */
  readonly local?: PairScorer | undefined;
}

/** What one request wants of its claims beyond finding them. */
export interface VerifyRequest extends EvidenceWish, Pick<VerifierOptions, 'model' | 'textDate'> {
  /** Whose verdicts are wanted; `auto` where absent. */
  readonly judge?: JudgeWish | undefined;
  /** Which statements are held against the evidence; `auto` where absent. */
  readonly statements?: StatementWish | undefined;
  /** Under which judgements are kept; none are where it is absent. */
  readonly callerId?: string | undefined;
  /** The judge may search the web by itself, with the caller's key. */
  readonly native?: boolean;
  readonly review?: ReviewAbout | undefined;
}

/** What a request asks for: evidence only in a mode that looks for some. */
export type CheckWish =
  | { readonly mode: 'detect' }
  | { readonly mode: GroundingMode; readonly evidence: VerifyRequest };

/** @returns the wish of a mode that is known only at run time. */
export function wishFor(mode: CheckMode, evidence: VerifyRequest): CheckWish {
  return reaches(mode, 'ground') ? { mode, evidence } : { mode };
}

/** Whether a mode asks the caller's model for verdicts; in the others the gateway's own judge alone gives them. */
const ASKS_MODEL: Readonly<Record<GroundingMode, boolean>> = { ground: false, verify: true };

/** Chooses the rung of a request: as high as its mode says, and as those who judge can be asked. */
export function planCheck(settings: VerifySettings, wish: CheckWish): CheckPlan {
  if (!('evidence' in wish)) return { rung: 'detect', mode: wish.mode };
  const { mode, evidence: asked } = wish;
  const { judge = 'auto', statements = 'auto', context = false, retrieve, ask, searches, maxClaims } = asked;
  const { factsAlone = false, brings = false } = asked;
  const evidence = {
    mode,
    retrieve,
    ask,
    searches,
    maxClaims,
    context,
    factsAlone,
    brings,
    fenceWord: settings.fenceWord,
  };
  // Without a model, claims get verdicts where the own judge can be asked.
  const local = judge !== 'model' && settings.local?.state() === 'ready' ? settings.local : undefined;
  if (!ASKS_MODEL[mode] && local === undefined) return { rung: 'ground', ...evidence };
  return {
    rung: 'judge',
    ...evidence,
    verifier: planVerifier(settings, wish.mode, asked, local),
    statements: statements === 'all' || (statements === 'auto' && context),
    review: asked.review,
  };
}

function planVerifier(
  { verdicts, citations, readings, native, local: own, ...settings }: VerifySettings,
  mode: GroundingMode,
  asked: VerifyRequest,
  local: PairScorer | undefined,
): JudgePlan['verifier'] {
  const { model, judge, retrieve, maxClaims, holdsRest = false, context = false, textDate, callerId } = asked;
  const asksModel = ASKS_MODEL[mode] && judge !== 'local' && model !== undefined;
  return {
    ...settings,
    ...(asksModel || own === undefined ? {} : { deadlineMs: deadlineOf(own) }),
    ...(asksModel && asked.native && native !== undefined ? { native } : {}),
    ...(local === undefined ? {} : { local }),
    model: asksModel ? model : undefined,
    retrieve,
    maxClaims,
    holdsRest,
    context,
    textDate,
    ...(callerId === undefined ? {} : { cache: { verdicts, citations, readings, callerId } }),
  };
}

export { NATIVE };
