import type { ApiKey } from '../domain/api-key.ts';
import type { EvaluationNotice } from '../domain/evaluation.ts';
import type { EvaluationRequest } from './evaluations.ts';
import type { AnsweredChat } from './read-extraction.ts';

/** A chat whose claim extraction is to be scored. */
export interface EvaluatedChat extends AnsweredChat, Pick<EvaluationRequest, 'id' | 'caller' | 'target'> {
  /** Key of the dashboard that the report is sent to. */
  readonly dashboardKey?: ApiKey;
}

export interface EvaluationService {
  /** Never fails: what cannot be begun is reported as `failed`. */
  begin(chat: EvaluatedChat): Promise<EvaluationNotice>;
}
