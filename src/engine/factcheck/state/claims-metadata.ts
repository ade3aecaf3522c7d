/** The claims that are found for one request, and what `fact_check_metadata` says of them. */
import {
  type CheckUsage,
  type Claim,
  type DetectedClaim,
  type FactCheckMetadata,
  type Groundedness,
  isChecked,
  type Search,
  type Summary,
} from '../../../domain/claim.ts';
import { dollarsOf } from '../../../domain/dollars.ts';
import type { CheckMode } from '../../../domain/fact-check-mode.ts';
import type { Grounding } from '../ground-conversation.ts';
import type { Verification } from '../open-verifier.ts';
import { type ReviewAbout, toClaimReview } from './claim-review.ts';

/** The most claims that are listed with one answer; the others are counted. */
export const MOST_LISTED: number = 1_000;

/** Where a text stands that claims are found in. */
export interface Place extends Pick<Claim, 'role' | 'message_index' | 'choice_index'> {
  /** UTF-16 offset of the text in its message. */
  readonly offset: number;
}

export interface ClaimList {
  readonly kept: readonly Claim[];
  /** @returns a list that goes on from here by itself. */
  copy(): ClaimList;
  detected(): number;
  /** How many were counted that would be listed, had they been kept. */
  omitted(): number;
  /** @returns the claim that `add` would make of it. */
  next(found: DetectedClaim, place: Place): Claim;
  /** Counts the claim and keeps it. */
  add(found: DetectedClaim, place: Place): Claim;
  /** Counts the claim alone. */
  leave(found: DetectedClaim, place: Place): void;
}

interface CountedClaims {
  readonly kept: readonly Claim[];
  readonly detected: number;
  readonly statements: number;
  readonly omitted: number;
}

const NONE_COUNTED: CountedClaims = { kept: [], detected: 0, statements: 0, omitted: 0 };

/**
 * All claims are counted; those that cannot be listed need not be kept.
 *
 * @param isListed whether a claim of this message is listed where there is room; all are where absent.
 * @param counted what was counted before.
 */
export function createClaimList(
  isListed: (claim: DetectedClaim, messageIndex: number) => boolean = () => true,
  counted: CountedClaims = NONE_COUNTED,
): ClaimList {
  const kept: Claim[] = [...counted.kept];
  let { detected, statements, omitted } = counted;
  const count = (found: DetectedClaim, { message_index }: Place): boolean => {
    if (found.statement) statements += 1;
    else detected += 1;
    return isListed(found, message_index);
  };
  const list: ClaimList = {
    kept,
    copy: () => createClaimList(isListed, { kept, detected, statements, omitted }),
    detected: () => detected,
    omitted: () => omitted,
    next: (found: DetectedClaim, { role, message_index, choice_index, offset }: Place): Claim => ({
      // A literal of all fields: objects that are spread together are several times slower to make and to write.
      id: found.statement ? `statement-${statements + 1}` : `claim-${detected + 1}`,
      text: found.text,
      original_text: found.original_text,
      role,
      message_index,
      choice_index,
      start: found.start + offset,
      end: found.end + offset,
      category: found.category,
      confidence: found.confidence,
      check_worthiness: found.check_worthiness,
      language: found.language,
      language_supported: found.language_supported,
      speaker: found.speaker,
      time: found.time,
      date: found.date,
      stands_alone: found.stands_alone,
      statement: found.statement,
    }),
    add(found: DetectedClaim, place: Place): Claim {
      const claim = list.next(found, place);
      count(found, place);
      kept.push(claim);
      return claim;
    },
    leave(found: DetectedClaim, place: Place): void {
      if (count(found, place)) omitted += 1;
    },
  };
  return list;
}

/** What was found out about claims. */
interface Findings {
  readonly grounding?: Grounding | undefined;
  readonly verification?: Verification | undefined;
  /** Whose reviews the verdicts are, where they are wanted as ClaimReview too. */
  readonly review?: ReviewAbout | undefined;
  /** What was sent to sources outside. */
  readonly searches?: readonly Search[] | undefined;
  /** The answer's claims and statements, where the request brought texts to hold them against. */
  readonly held?: readonly Claim[] | undefined;
}

/** @returns the claims with their verdicts; without verification, with the evidence that was retrieved. */
export function withFindings(
  claims: readonly Claim[],
  { grounding, verification, review }: Findings,
): readonly Claim[] {
  if (verification === undefined) {
    return claims.map((claim) => {
      const evidence = grounding?.evidence.get(claim.id);
      return evidence === undefined ? claim : { ...claim, evidence };
    });
  }
  const verified = new Map(verification.claims.map((claim) => [claim.id, claim]));
  return claims.map((claim) => {
    const finalClaim = verified.get(claim.id) ?? claim;
    const claim_review = review && toClaimReview(finalClaim, review);
    return claim_review === undefined ? finalClaim : { ...finalClaim, claim_review };
  });
}

/**
 * @param mode that was run.
 * @param wanted the claims that are reported of, in order.
 * @param isListed whether they are listed too.
 */
export function describeClaims(
  mode: CheckMode,
  list: ClaimList,
  wanted: readonly Claim[],
  isListed: boolean,
  { grounding, verification, searches = [], held }: Findings,
): FactCheckMetadata {
  const claims = isListed ? wanted.slice(0, MOST_LISTED) : [];
  const omitted = isListed ? wanted.length - claims.length + list.omitted() : 0;
  return {
    claims_detected: list.detected(),
    mode,
    confidence_score: meanTruth(wanted),
    summary: summarize(wanted),
    ...(held === undefined || verification === undefined ? {} : { groundedness: groundednessOf(held) }),
    sources_consulted: [...new Set([...(grounding?.sources ?? []), ...(verification?.sources ?? [])])],
    ...(searches.length === 0 ? {} : { searches }),
    ...(verification && { calibrated: verification.calibrated }),
    ...(verification && mode === 'verify' && { usage: usageOf(verification) }),
    claims,
    ...(omitted === 0 ? {} : { claims_omitted: omitted }),
  };
}

/** How probable it is that a claim is true by its evidence, 0 to 1. */
function truthOf({ verdict, verdict_confidence: sure = UNKNOWN }: Claim): number {
  if (verdict === 'supported') return sure;
  return verdict === 'refuted' ? 1 - sure : UNKNOWN;
}

const UNKNOWN = 0.5;

function meanTruth(claims: readonly Claim[]): number {
  if (claims.length === 0) return 1;
  const sum = claims.reduce((all, claim) => all + truthOf(claim), 0);
  return Math.round((sum / claims.length) * 1e4) / 1e4;
}

function summarize(claims: readonly Claim[]): Summary {
  const summary = {
    claims: claims.length,
    supported: 0,
    refuted: 0,
    conflicting: 0,
    not_enough_evidence: 0,
    unchecked: 0,
  };
  for (const claim of claims) {
    if (claim.verdict === undefined || !isChecked(claim)) summary.unchecked += 1;
    else summary[claim.verdict] += 1;
  }
  return summary;
}

/** @param claims of an answer, or of a text, where texts were brought to hold them against. */
export function groundednessOf(claims: readonly Claim[]): Groundedness {
  const judged = claims.filter((claim) => claim.verdict !== undefined && isChecked(claim));
  const by = (verdict: Claim['verdict'], stance: string): number =>
    judged.filter(
      (claim) =>
        claim.verdict === verdict &&
        claim.evidence?.some((one) => one.kind === 'context' && one.stance === stance) === true,
    ).length;
  const [supported, refuted] = [by('supported', 'supports'), by('refuted', 'refutes')];
  return {
    score: judged.length === 0 ? null : Math.round((supported / judged.length) * 1e4) / 1e4,
    statements: claims.length,
    supported,
    refuted,
    unsupported: judged.length - supported - refuted,
    unchecked: claims.length - judged.length,
  };
}

function usageOf({ usage: { promptTokens, completionTokens, nanos } }: Verification): CheckUsage {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...(nanos === undefined ? {} : { cost: dollarsOf(nanos) }),
  };
}
