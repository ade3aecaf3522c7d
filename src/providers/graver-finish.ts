import type { FinishReason } from '../domain/chat.ts';

const GRAVITY: Readonly<Record<FinishReason, number>> = { stop: 0, length: 1, content_filter: 2 };

/**
 * A stream may give several reasons for its end.
 *
 * @returns the one that cut most of the answer: no later `stop` makes a cut answer whole.
 */
export function graverFinish(known: FinishReason | undefined, next: FinishReason): FinishReason {
  return known === undefined || GRAVITY[next] > GRAVITY[known] ? next : known;
}
