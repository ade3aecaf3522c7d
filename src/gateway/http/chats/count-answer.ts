/** Counts the tokens and claims of answers, for the metrics and for traffic over time. */

import type { FastifyRequest } from 'fastify';
import type { Usage } from '../../../domain/chat.ts';
import type { ChatEvent } from '../../../domain/chat-answer.ts';
import type { Claim, FactCheckMetadata } from '../../../domain/claim.ts';
import { nanosIn } from '../../../domain/dollars.ts';
import { whyUnchecked } from '../../../engine/factcheck/state/why-unchecked.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { Tally } from '../../traffic/tally.ts';
import { isSimulated } from '../server/is-simulated.ts';

export type AnswerMetrics = Pick<Metrics, 'tokens' | 'claims' | 'verdict' | 'acted' | 'firstText'>;

/** Who answered: provider and model by their names in the catalogue. */
export interface Answering {
  readonly provider: string;
  /** `unlisted` where the catalogue does not have it. */
  readonly model: string;
}

/** Where the answers of one request are counted. */
export interface Counting {
  readonly metrics: AnswerMetrics;
  readonly tally: Tally;
}

/** @returns the tally of a request, which is begun where there is none. */
export function tallyOf(request: FastifyRequest): Tally {
  request.tally ??= new Tally(isSimulated(request));
  return request.tally;
}

/** @param purpose what the provider was asked for. */
export function countTokens(
  { metrics, tally }: { readonly metrics: Pick<Metrics, 'tokens'>; readonly tally: Tally },
  answering: Answering,
  purpose: 'answer' | 'verification',
  usage: Usage,
): void {
  const { promptTokens: prompt, completionTokens: completion } = usage;
  metrics.tokens(answering, purpose, { prompt, completion }, tally.isSandbox);
  tally.addTokens(usage);
}

export function countAnswer(
  counting: Counting,
  answering: Answering,
  {
    usage,
    metadata,
    claims,
  }: Pick<Extract<ChatEvent, { type: 'finish' }>, 'metadata' | 'claims'> & {
    readonly usage?: Usage;
  },
): void {
  if (usage !== undefined) countTokens(counting, answering, 'answer', usage);
  if (metadata === undefined) return;
  countCheck(counting, answering, metadata, 'assistant', claims);
  if (metadata.action !== undefined) counting.metrics.acted(metadata.action);
}

/**
 * @param judging who judged the claims; absent where nobody was asked.
 * @param role whose claims count as the traffic's: what the model wrote, or the text that was to be checked.
 * @param all claims, those that the metadata does not list too.
 */
export function countCheck(
  counting: Counting,
  judging: Answering | undefined,
  { claims_detected, claims, usage }: FactCheckMetadata,
  role: 'assistant' | 'text' = 'text',
  all: readonly Claim[] = claims,
): void {
  const { metrics, tally } = counting;
  metrics.claims(claims_detected, tally.isSandbox);
  for (const { verdict } of claims) {
    if (verdict !== undefined) metrics.verdict(verdict, tally.isSandbox);
  }
  if (role === 'text') tally.isCheck = true;
  for (const claim of all) if (claim.role === role) tally.addClaim(claim, whyUnchecked(claim));
  if (usage === undefined || judging === undefined) return;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens, cost } = usage;
  countTokens(counting, judging, 'verification', {
    ...{ promptTokens, completionTokens },
    ...(cost === undefined ? {} : { nanos: nanosIn(cost) }),
  });
}

/** Counts a streamed answer as it passes. @param report is told of its check. */
export function countEvents(
  counting: Counting,
  answering: Answering,
  events: readonly ChatEvent[],
  report: (metadata: FactCheckMetadata, model: string) => void,
): void {
  for (const event of events) {
    if (event.type === 'usage') countTokens(counting, answering, 'answer', event.usage);
    if (event.type !== 'finish') continue;
    countAnswer(counting, answering, event);
    if (event.metadata !== undefined) report(event.metadata, answering.model);
  }
}
