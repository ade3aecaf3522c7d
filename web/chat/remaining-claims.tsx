import type { ReactElement } from 'react';
import type { FactCheckMetadata } from '../api/types.ts';
import { estimateRest } from '../claims/check-rest.ts';
import { isPending, isUnchecked, type ShownClaim } from '../claims/claim-state.ts';
import { RestOffer } from '../claims/rest-offer.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { useMaxClaims } from '../sources/source-store.ts';
import { useChoice } from '../state/models.ts';
import { checkRemaining, stopRemaining, useRemaining } from './check-remaining.ts';

export interface Exchange {
  readonly conversation: string;
  readonly answerId: string;
  readonly question: readonly ShownClaim[];
  readonly answer: readonly ShownClaim[];
  readonly metadata: FactCheckMetadata | undefined;
}

/** What of an exchange was left unchecked, and what checking it takes. */
export function RemainingClaims({
  conversation,
  answerId,
  question,
  answer,
  metadata,
}: Exchange): ReactElement | null {
  const choice = useChoice();
  const limit = useMaxClaims();
  const { running, failure } = useRemaining(answerId);
  const all = [...question, ...answer];
  if (choice === undefined || (!running && all.some(({ state }) => isPending(state)))) return null;
  const check = (): void => {
    const model = { provider: choice.provider, id: choice.model.model_id };
    void checkRemaining(conversation, answerId, { model, limit });
  };
  return (
    <>
      <RestOffer
        cost={estimateRest([question, answer], metadata?.usage, limit)}
        running={running}
        begun={!all.every(isUnchecked)}
        onCheck={check}
        onStop={() => stopRemaining(answerId)}
      />
      {failure === undefined || running ? null : <FailureNote facts={failure} ways={{ retry: check }} />}
    </>
  );
}
