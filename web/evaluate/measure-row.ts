/** What is measured of one row: how well its claims are extracted, or how they hold up. */

import type { FailureFacts } from '../api/failure.ts';
import { checkText, evaluateText } from '../api/gateway.ts';
import type { Claim, EvaluationReport, FactCheckMetadata, ScoredClaim, Verdict } from '../api/types.ts';
import { isUnchecked } from '../claims/claim-state.ts';
import { meanSureness } from '../claims/merge-metadata.ts';
import { readCheckOptions } from '../sources/check-options.ts';
import { keyFor } from '../state/keys.ts';

export const MEASURES = ['extraction', 'verdicts'] as const;
export type Measure = (typeof MEASURES)[number];

export interface Result {
  /** With scores where extraction is measured. */
  readonly scored: readonly ScoredClaim[];
  /** With verdicts where those are measured. */
  readonly claims: readonly Claim[];
  readonly scorer?: EvaluationReport['scorer'];
  readonly verdict: Verdict | undefined;
  /** 0 to 1, the mean over the claims that have the row's verdict. */
  readonly confidence: number | undefined;
  readonly tokens: number;
  /** US dollars; absent where the price is not known, or nothing was asked. */
  readonly cost?: number;
  readonly failure?: FailureFacts;
}

export interface JudgeModel {
  readonly provider: string;
  readonly id: string;
  /** As people call it. */
  readonly name: string;
}

const NOTHING: Result = { scored: [], claims: [], verdict: undefined, confidence: undefined, tokens: 0 };

/** @throws ApiFailure */
export async function measureRow(
  text: string,
  measure: Measure,
  model: JudgeModel,
  signal: AbortSignal,
): Promise<Result> {
  if (text.trim() === '') return NOTHING;
  return measure === 'extraction' ? scoreRow(text, model, signal) : verifyRow(text, model, signal);
}

export function failedResult(failure: FailureFacts): Result {
  return { ...NOTHING, failure };
}

async function scoreRow(text: string, { id, provider }: JudgeModel, signal: AbortSignal): Promise<Result> {
  const { report, tokens } = await evaluateText(text, id, keyFor(provider), signal);
  return { ...NOTHING, scored: report.claims, scorer: report.scorer, tokens };
}

async function verifyRow(text: string, { id, provider }: JudgeModel, signal: AbortSignal): Promise<Result> {
  let metadata: FactCheckMetadata | undefined;
  const options = await readCheckOptions({ id, provider }, 'check');
  const request = { text, mode: 'verify', model: id, key: keyFor(provider), ...options } as const;
  for await (const event of checkText(request, signal)) if (event.type === 'done') metadata = event.metadata;
  // Without what an export of claims would need: of thousands of rows, it would fill the browser's storage.
  const claims = (metadata?.claims ?? []).map(({ claim_review: _, ...claim }) => claim);
  const { total_tokens: tokens = 0, cost } = metadata?.usage ?? {};
  return { ...NOTHING, claims, ...judgeRow(claims), tokens, ...(cost === undefined ? {} : { cost }) };
}

/**
 * What the checked claims of a row come to: the worst verdict among them, and how sure the claims are that have it.
 * A claim that was not checked is no verdict.
 */
export function judgeRow(claims: readonly Claim[]): Pick<Result, 'verdict' | 'confidence'> {
  const checked = claims.filter((claim) => !isUnchecked(claim));
  const verdict = WORST_FIRST.find((worst) => checked.some((claim) => claim.verdict === worst));
  return { verdict, confidence: meanSureness(checked.filter((claim) => claim.verdict === verdict)) };
}

/** From the worst to the best: a text is as good as its worst claim. */
const WORST_FIRST: readonly Verdict[] = ['refuted', 'conflicting', 'not_enough_evidence', 'supported'];

/** Characters a token, by experience. */
const CHARACTERS_A_TOKEN = 4;
/** Tokens of the instructions and the short answer, and what judging one claim takes, by experience. */
const COST = {
  extraction: { row: 650, claim: 130, readings: 3 },
  verdicts: { row: 0, claim: 800, readings: 1 },
} as const;

/** Tokens that a text will take, about: a claim a sentence. */
export function estimateTokens(text: string, measure: Measure): number {
  if (text.trim() === '') return 0;
  const { row, claim, readings } = COST[measure];
  const sentences = text.split(/[.!?。！？]+(?:\s|$)/).filter((part) => part.trim() !== '').length;
  return row + claim * sentences + Math.ceil((readings * text.length) / CHARACTERS_A_TOKEN);
}
