/**
 * The claims of one conversation and of its answer, and what is said of them in
 * `fact_check_metadata`.
 */
import { detectInSlices } from '../claims/detect.ts';
import { openClaimScan } from '../claims/scan-stream.ts';
import type { Message } from '../domain/chat.ts';
import type { Claim, ClaimListing, DetectedClaim, FactCheckMetadata } from '../domain/claim.ts';
import type { CheckMode } from '../domain/fact-check-mode.ts';
import type { Grounding } from './ground-conversation.ts';
import { createClaimCount, listClaims, MOST_LISTED } from './list-claims.ts';
import { newestText } from './newest-text.ts';
import { type ReviewAbout, toClaimReview } from './verify/claim-review.ts';
import type { Verifier } from './verify/open-verifier.ts';
import type { Verification } from './verify/verified-claim.ts';

/** Characters of a conversation, the newest first, in which claims are looked for. */
const MAX_CHARACTERS = 50_000;
/** Text up to this length is searched in one go: about a millisecond. */
const ONE_GO = 4_000;

/** Milliseconds without a further token after which a sentence that seems to have ended is taken to have. */
const PAUSE = 100;
/** The end of a piece that may be a sentence's end. */
const MAY_END = /(?:[^\p{L}\p{N}\s,;:–-]|^)\s*$/u;

/** What a check came to. */
export interface CheckResult {
  /** For the caller: the claims that are to be listed. */
  readonly metadata: FactCheckMetadata;
  /** All claims of the conversation and of the answer, listed or not, with all that is known of them. */
  readonly claims: readonly Claim[];
}

export interface ConversationCheck {
  /** Claims of the last user message, in order: of the conversation, these alone are looked up and verified. */
  readonly asked: readonly Claim[];
  /** Claims of the conversation that are told of, in order: those of the last user message, or all. */
  readonly told: readonly Claim[];
  /**
   * A long piece is read in slices between which other requests are served.
   *
   * @param text the next piece of the answer.
   * @returns the claims of the sentences that it completed; those that are only counted are not among them.
   */
  readAnswer(text: string): readonly Claim[] | Promise<readonly Claim[]>;
  /** The answer has ended. @returns the claims of its last sentences. */
  endAnswer(): readonly Claim[];
  /** Notes the evidence that was found for claims of the conversation. */
  ground(grounding: Grounding): void;
  /**
   * Claims of the last user message are verified from now on, and those of the answer as they are found.
   * After `ground`, whose findings are not looked for again.
   *
   * @param review whose reviews the verdicts are, where they are to be told as ClaimReview too.
   */
  verify(verifier: Verifier, claims: readonly Claim[], review?: ReviewAbout): void;
  /** @param tell called with each claim when it is verified. */
  onVerdict(tell: (claim: Claim, progress: Verifier['progress']) => void): void;
  /** @param tell called with the claims that the judge begins to read. */
  onJudging(tell: (claims: readonly Claim[]) => void): void;
  /**
   * All that is known, once the answer has ended; where claims are verified, once the last verdict is in or
   * the deadline has passed.
   */
  result(): Promise<CheckResult>;
}

/**
 * Finds the conversation's claims, in slices between which other requests are served.
 *
 * @param listing which claims are listed; all are found and counted.
 * @param yieldTurn resolves after the event loop has turned.
 * @param mode of the check, which the metadata repeats.
 */
export async function checkConversation(
  messages: readonly Message[],
  listing: ClaimListing,
  yieldTurn: () => Promise<void>,
  mode: CheckMode = 'detect',
): Promise<ConversationCheck> {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const isNew = ({ message_index: index }: Claim): boolean => index === lastUser || index === messages.length;
  const claims: Claim[] = [];
  const count = createClaimCount();
  /** The claims that the confidence is a mean of. */
  const scored = createClaimCount();
  const toClaim = (
    found: DetectedClaim,
    role: 'user' | 'assistant',
    index: number,
    offset: number,
  ): Claim => ({
    id: `claim-${count.detected + 1}`,
    text: found.text,
    original_text: found.original_text,
    role,
    message_index: index,
    start: found.start + offset,
    end: found.end + offset,
    category: found.category,
    confidence: found.confidence,
  });
  const place = (...found: Parameters<typeof toClaim>): Claim => {
    const claim = toClaim(...found);
    count.add(claim);
    if (listing === 'all' || isNew(claim)) scored.add(claim);
    claims.push(claim);
    return claim;
  };

  let searched = 0;
  for (const { index, role, text, offset } of newestText(messages, MAX_CHARACTERS)) {
    for (const batch of detectInSlices(text)) {
      for (const found of batch) place(found, role, index, offset);
      if (text.length > ONE_GO || searched > ONE_GO) await yieldTurn();
    }
    searched += text.length;
  }
  const asked = claims.filter((claim) => claim.message_index === lastUser);
  const told = listing === 'all' ? claims.slice() : asked;
  let grounding: Grounding | undefined;
  let verifier: Verifier | undefined;
  let review: ReviewAbout | undefined;
  const scan = openClaimScan();
  /** Of an answer of megabytes, the claims that cannot be listed are not kept. */
  let room = MOST_LISTED;
  const placeAnswer = (found: readonly DetectedClaim[]): readonly Claim[] => {
    if (found.length === 0) return [];
    const placed = found.slice(0, room).map((claim) => place(claim, 'assistant', messages.length, 0));
    for (const claim of found.slice(room)) {
      count.add(claim);
      scored.add(claim);
    }
    room -= placed.length;
    return placed;
  };

  const placeAndVerify = (found: readonly DetectedClaim[]): readonly Claim[] => {
    const placed = placeAnswer(found);
    for (const claim of placed) verifier?.add(claim);
    return placed;
  };

  /** A model that pauses behind a sentence has most likely ended it: it is verified meanwhile. */
  let pause: NodeJS.Timeout | undefined;
  const foresee = (): void => {
    const likely = scan.likely();
    if (likely !== undefined) verifier?.foresee(toClaim(likely, 'assistant', messages.length, 0));
  };

  const readPiece = (text: string): readonly Claim[] => {
    clearTimeout(pause);
    const found = placeAndVerify(scan.push(text));
    if (verifier !== undefined && MAY_END.test(text)) pause = setTimeout(foresee, PAUSE);
    return found;
  };

  const readLong = async (text: string): Promise<readonly Claim[]> => {
    const found: Claim[] = [];
    for (let at = 0; at < text.length; at += ONE_GO) {
      found.push(...readPiece(text.slice(at, at + ONE_GO)));
      await yieldTurn();
    }
    return found;
  };

  return {
    asked,
    told,
    readAnswer: (text) => (text.length > ONE_GO ? readLong(text) : readPiece(text)),
    endAnswer() {
      clearTimeout(pause);
      return placeAndVerify(scan.end());
    },
    ground(found) {
      grounding = found;
    },
    verify(opened, own, about) {
      verifier = opened;
      review = about;
      for (const claim of own) opened.add(claim, grounding?.retrievals.get(claim.id));
    },
    onVerdict(tell) {
      verifier?.onVerdict((claim) => tell(claim, (verifier as Verifier).progress));
    },
    onJudging(tell) {
      verifier?.onJudging(tell);
    },
    async result() {
      const verification = await verifier?.finish();
      const known =
        verification === undefined
          ? claims.map((claim) => withEvidence(claim, grounding))
          : verifiedClaims(claims, verification, review);
      const wanted = listing === 'all' ? known : known.filter(isNew);
      const summary =
        verification === undefined
          ? {
              confidence_score: scored.meanConfidence,
              sources_consulted: grounding?.sources ?? [],
              mode,
            }
          : verificationSummary(mode, grounding, verification);
      const listed = listing === 'none' ? { claims: [] } : listClaims(wanted, count.detected - claims.length);
      return { metadata: { claims_detected: count.detected, ...summary, ...listed }, claims: known };
    },
  };
}

/**
 * What is said of claims of which some, or all, are verified.
 *
 * @param found those that may be listed, and how many more were only counted.
 */
export function verifiedMetadata(
  { claims, unkept }: { readonly claims: readonly Claim[]; readonly unkept: number },
  mode: CheckMode,
  verification: Verification,
  review?: ReviewAbout,
): FactCheckMetadata {
  return {
    claims_detected: claims.length + unkept,
    ...verificationSummary(mode, undefined, verification),
    ...listClaims(verifiedClaims(claims, verification, review), unkept),
  };
}

function verificationSummary(
  mode: CheckMode,
  grounding: Grounding | undefined,
  { confidence_score, sources, calibrated, usage: { promptTokens, completionTokens } }: Verification,
): Omit<FactCheckMetadata, 'claims_detected' | 'claims'> {
  return {
    confidence_score,
    sources_consulted: [...new Set([...(grounding?.sources ?? []), ...sources])],
    mode,
    calibrated,
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

function verifiedClaims(
  claims: readonly Claim[],
  verification: Verification,
  review: ReviewAbout | undefined,
): readonly Claim[] {
  const verified = new Map(verification.claims.map((claim) => [claim.id, claim]));
  return claims.map((claim) => withReview(verified.get(claim.id) ?? claim, review));
}

export function withEvidence(claim: Claim, grounding: Grounding | undefined): Claim {
  const evidence = grounding?.evidence.get(claim.id);
  return evidence === undefined ? claim : { ...claim, evidence };
}

function withReview(claim: Claim, about: ReviewAbout | undefined): Claim {
  const review = about === undefined ? undefined : toClaimReview(claim, about);
  return review === undefined ? claim : { ...claim, claim_review: review };
}
