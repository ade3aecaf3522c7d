/** Counts the tokens and claims of answers, for the metrics. */
import type { ChatEvent } from '../chat/narrate.ts';
import type { Usage } from '../domain/chat.ts';
import type { FactCheckMetadata } from '../domain/claim.ts';
import type { Metrics } from '../telemetry/metrics.ts';

export type AnswerMetrics = Pick<Metrics, 'tokens' | 'claims' | 'verdict' | 'firstText'>;

/** @param provider that the caller asked, by its key in the catalogue. */
export function countAnswer(
  metrics: AnswerMetrics,
  provider: string,
  { usage, metadata }: { readonly usage?: Usage; readonly metadata?: FactCheckMetadata },
): void {
  if (usage !== undefined) {
    const { promptTokens: prompt, completionTokens: completion } = usage;
    metrics.tokens(provider, 'answer', { prompt, completion });
  }
  if (metadata !== undefined) countCheck(metrics, provider, metadata);
}

/** @param provider who judged the claims; absent where nobody was asked. */
export function countCheck(
  metrics: AnswerMetrics,
  provider: string | undefined,
  { claims_detected, claims, usage }: FactCheckMetadata,
): void {
  metrics.claims(claims_detected);
  for (const { verdict } of claims) if (verdict !== undefined) metrics.verdict(verdict);
  if (usage === undefined || provider === undefined) return;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  metrics.tokens(provider, 'verification', { prompt, completion });
}

/** Counts a streamed answer as it passes. */
export function countEvents(metrics: AnswerMetrics, provider: string, events: readonly ChatEvent[]): void {
  for (const event of events) {
    if (event.type === 'usage' || event.type === 'finish') countAnswer(metrics, provider, event);
  }
}
