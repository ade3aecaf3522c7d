/** A finished check as it is reported: the gateway's results, and what a person decided. */
import {
  type Claim,
  type FactCheckMetadata,
  isChecked,
  type Span,
  type Verdict,
} from '../../domain/claim.ts';

/** A person's own verdict on a claim, which goes before the model's. */
export interface PersonDecision {
  readonly verdict: Verdict;
  readonly note?: string | undefined;
  /** Whose it is. */
  readonly by?: string | undefined;
  /** Unix milliseconds. */
  readonly at?: number | undefined;
  readonly evidence?: readonly { readonly text?: string | undefined; readonly url?: string | undefined }[];
}

export interface ReportedClaim extends Claim {
  readonly decision?: PersonDecision | undefined;
  /** What others decided; it does not count for the claim. */
  readonly others?: readonly PersonDecision[] | undefined;
  /** All places of the text where it stands, where it has several. */
  readonly places?: readonly Span[] | undefined;
}

export interface ReportedCheck
  extends Pick<FactCheckMetadata, 'claims_detected' | 'sources_consulted' | 'mode' | 'claims_omitted'> {
  readonly claims: readonly ReportedClaim[];
}

/** What became of a claim, or of a part of one. */
export type CheckState = Verdict | 'not_checked';

/** @returns how a claim came out: as a person decided, else as it was judged; `undefined` where nobody was to judge. */
export function stateOf(
  claim: Pick<ReportedClaim, 'verdict' | 'checked' | 'decision'>,
): CheckState | undefined {
  if (claim.decision !== undefined) return claim.decision.verdict;
  return judgedStateOf(claim);
}

/** @returns what the gateway says of it, whatever a person decided. */
export function judgedStateOf(claim: Pick<Claim, 'verdict' | 'checked'>): CheckState | undefined {
  return isChecked(claim) ? claim.verdict : 'not_checked';
}

/** What is wrong in it, and what is right: nothing, where a person does not find it wrong. */
export function correctionOf({ decision, correction }: ReportedClaim): Claim['correction'] {
  return decision === undefined || decision.verdict === 'refuted' ? correction : undefined;
}
