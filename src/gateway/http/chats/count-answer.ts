/** Counts the tokens and claims of answers, for the metrics. */

import type { Usage } from '../../../domain/chat.ts';
import type { ChatEvent } from '../../../domain/chat-answer.ts';
import type { FactCheckMetadata } from '../../../domain/claim.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

export type AnswerMetrics = Pick<Metrics, 'tokens' | 'claims' | 'verdict' | 'acted' | 'firstText'>;

/** Who answered: provider and model by their names in the catalogue. */
export interface Answering {
  readonly provider: string;
  /** `unlisted` where the catalogue does not have it. */
  readonly model: string;
}

export function countAnswer(
  metrics: AnswerMetrics,
  answering: Answering,
  { usage, metadata }: { readonly usage?: Usage; readonly metadata?: FactCheckMetadata },
): void {
  if (usage !== undefined) {
    const { promptTokens: prompt, completionTokens: completion } = usage;
    metrics.tokens(answering, 'answer', { prompt, completion });
  }
  if (metadata === undefined) return;
  countCheck(metrics, answering, metadata);
  if (metadata.action !== undefined) metrics.acted(metadata.action);
}

/** @param judging who judged the claims; absent where nobody was asked. */
export function countCheck(
  metrics: AnswerMetrics,
  judging: Answering | undefined,
  { claims_detected, claims, usage }: FactCheckMetadata,
): void {
  metrics.claims(claims_detected);
  for (const { verdict } of claims) if (verdict !== undefined) metrics.verdict(verdict);
  if (usage === undefined || judging === undefined) return;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  metrics.tokens(judging, 'verification', { prompt, completion });
}

/** Counts a streamed answer as it passes. */
export function countEvents(
  metrics: AnswerMetrics,
  answering: Answering,
  events: readonly ChatEvent[],
): void {
  for (const event of events) {
    if (event.type === 'usage' || event.type === 'finish') countAnswer(metrics, answering, event);
  }
}
