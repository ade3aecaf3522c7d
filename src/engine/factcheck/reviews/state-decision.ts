/** What somebody has decided on a claim before, as it is said of the same claim today. */
import type { Stance, Verdict } from '../../../domain/claim.ts';
import type { ClaimDecision } from '../../corpus/document.ts';

/** That a decision is right, and that it is on the same claim. */
const SURE = 0.95;

const STANCES: Readonly<Record<Verdict, Stance>> = {
  supported: 'supports',
  refuted: 'refutes',
  conflicting: 'neutral',
  not_enough_evidence: 'neutral',
};

/** @param review one with a verdict. */
export function stateDecision({ verdict = 'not_enough_evidence', rating, author, date }: ClaimDecision) {
  const when = date === undefined ? '' : ` on ${date.slice(0, 10)}`;
  return {
    verdict,
    explanation: `${author} decided this claim${when}: “${rating}”.`,
    verdict_confidence: SURE,
  };
}

/** What a decision says of its claim. */
export function stanceOf({ verdict }: ClaimDecision): Stance {
  return verdict === undefined ? 'neutral' : STANCES[verdict];
}
