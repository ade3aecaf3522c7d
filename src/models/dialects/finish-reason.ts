import type { FinishReason } from '../../domain/chat.ts';
import { malformedAnswer } from './provider-error.ts';

/** A provider's words for why a model stopped. A word that is missing is a failure: what is unknown is no `stop`. */
export type FinishReasons = Readonly<Record<string, FinishReason>>;

/** @throws GatewayError `provider_failed` for a word that is not known: the answer may not be whole. */
export function mapFinishReason(word: unknown, reasons: FinishReasons): FinishReason {
  const reason = typeof word === 'string' && Object.hasOwn(reasons, word) ? reasons[word] : undefined;
  if (reason === undefined) throw malformedAnswer('unknown finish reason');
  return reason;
}

const GRAVITY: Readonly<Record<FinishReason, number>> = {
  stop: 0,
  tool_calls: 1,
  length: 2,
  content_filter: 3,
};

/**
 * A stream may give several reasons for its end.
 *
 * @returns the one that cut most of the answer: no later `stop` makes a cut answer whole.
 */
export function graverFinish(known: FinishReason | undefined, next: FinishReason): FinishReason {
  return known === undefined || GRAVITY[next] > GRAVITY[known] ? next : known;
}
