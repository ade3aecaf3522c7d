/**
 * Verifies one claim, after FIRE (Xie et al. 2025):
 *
 * 1. Evidence is looked for. Where nothing bears on the claim, that is the verdict, and no judge is asked: the
 *    same sources would be asked the same again.
 * 2. The judge gives its verdict by the numbers of the evidence, or asks one more query. Claims that wait at the
 *    same time share a call (`judge-queue.ts`).
 * 3. The query is asked, unless it is one that was asked already. Where it finds something new, the judge is
 *    asked once more, for the last time; where not, its first judgement stands.
 */
import type { Usage } from '../../domain/chat.ts';
import type { Claim } from '../../domain/claim.ts';
import { addUsage } from '../../upstream/ask-json.ts';
import type { Retrieval } from '../ground-conversation.ts';
import { judgeName } from './calibration.ts';
import { chooseItems, type ShownItem } from './choose-items.ts';
import { openJudgeDesk } from './judge-desk.ts';
import { openNativeEvidence } from './native-evidence.ts';
import type { VerifierOptions } from './open-verifier.ts';
import type { Judgement } from './read-judgements.ts';
import { type Judged, type Outcome, verdictOf } from './state-verdict.ts';
import { openTokenBudget } from './token-budget.ts';
import { citationKey, verdictKey } from './verdict-cache.ts';
import type { Verification } from './verified-claim.ts';

/** Verifies the claims of one request, side by side. */
export interface ClaimVerifier {
  /**
   * Never rejects but where the signal aborts.
   *
   * @param known what was retrieved for the claim already, by its own text.
   * @param onJudging called when the judge begins to read the claim, perhaps more than once.
   * @param note called with the best that is known, whenever that changes.
   */
  verify(
    claim: string,
    search: Claim,
    known: Retrieval | undefined,
    onJudging: () => void,
    note: (outcome: Outcome) => void,
  ): Promise<void>;
}
