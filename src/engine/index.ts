/**
 * `claimgate/engine`, for applications that check texts themselves: claims, evidence from documents of their own, verdicts by a
 * small model on their machine or by any model that they ask. It needs no server, no database and no account.
 */

export type {
  Claim,
  ClaimCategory,
  Correction,
  DetectedClaim,
  Evidence,
  FactCheckMetadata,
  Groundedness,
  Summary,
  Verdict,
} from '../domain/claim.ts';
export { detectClaims } from './claims/detect.ts';
export {
  type AskModel,
  type Checker,
  type CheckerOptions,
  type CheckInput,
  createChecker,
  type Document,
  openJudge,
  type Question,
} from './create-checker.ts';
export type { CheckEvent, Progress } from './factcheck/check-event.ts';
export type { PairScorer } from './judge/pair-scorer.ts';
