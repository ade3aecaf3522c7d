import type { ChatAnswer } from '../../domain/chat-answer.ts';
import { type Claim, isChecked, type Verdict } from '../../domain/claim.ts';

/** From the one that matters most to the one that matters least. */
const WORST_FIRST: readonly Verdict[] = ['refuted', 'conflicting', 'not_enough_evidence', 'supported'];

/** A whole answer as POST /chat gives it. */
export function formatChatAnswer(answer: ChatAnswer) {
  const identified = answer.metadata?.claims ?? [];
  return {
    id: answer.id,
    model: answer.model,
    response: answer.content,
    claims_identified: identified.map(({ text, confidence, category }) => ({
      claim: text,
      confidence,
      category,
    })),
    fact_check_result: resultOf(answer.claims ?? []),
    fact_check_metadata: answer.metadata,
  };
}

/** The verdict of the user's claim, the worst where several were checked; where none was, why. */
function resultOf(claims: readonly Claim[]) {
  const told = claims.filter((claim) => claim.role === 'user' && claim.verdict !== undefined);
  const checked = told.filter(isChecked);
  const worst =
    WORST_FIRST.flatMap((verdict) => checked.filter((claim) => claim.verdict === verdict))[0] ?? told[0];
  if (worst === undefined) {
    const explanation =
      claims.length === 0
        ? 'No claim that can be verified was found.'
        : 'The claims that were found have not been verified.';
    return { verdict: 'not_enough_evidence', evidence_sources: [], explanation };
  }
  return {
    verdict: worst.verdict,
    evidence_sources: worst.evidence ?? [],
    explanation: worst.explanation ?? '',
  };
}
