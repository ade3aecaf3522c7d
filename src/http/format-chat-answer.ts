import type { ChatAnswer } from '../chat/chat-story.ts';
import type { Claim, FactCheckMetadata, Verdict } from '../domain/claim.ts';

/** From the one that matters most to the one that matters least. */
const WORST_FIRST: readonly Verdict[] = ['refuted', 'conflicting', 'not_enough_evidence', 'supported'];

const NOTHING_CHECKED: FactCheckMetadata = {
  claims_detected: 0,
  confidence_score: 1,
  sources_consulted: [],
  mode: 'detect',
  claims: [],
};

/** A whole answer as POST /chat gives it. */
export function formatChatAnswer(answer: ChatAnswer) {
  const metadata = answer.metadata ?? NOTHING_CHECKED;
  return {
    id: answer.id,
    model: answer.model,
    response: answer.content,
    claims_identified: metadata.claims.map(({ text, confidence, category }) => ({
      claim: text,
      confidence,
      category,
    })),
    fact_check_result: resultOf(answer.claims ?? []),
    ...(answer.metadata === undefined ? {} : { fact_check_metadata: answer.metadata }),
  };
}

/** The verdict of the user's claim, the worst where there are several. */
function resultOf(claims: readonly Claim[]) {
  const judged = claims.filter((claim) => claim.role === 'user' && claim.verdict !== undefined);
  const worst = WORST_FIRST.map((verdict) => judged.find((claim) => claim.verdict === verdict)).find(
    (claim) => claim !== undefined,
  );
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
