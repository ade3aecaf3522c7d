import type { FinishReason } from '../../domain/chat.ts';
import { nonsense } from '../provider-error.ts';

/**
 * https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons. `tool_use` is missing: no tool
 * was offered. `pause_turn` is an answer that the model has yet to go on with, so that it was cut.
 */
const STOP_REASONS: ReadonlyMap<unknown, FinishReason> = new Map<string, FinishReason>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['pause_turn', 'length'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content_filter'],
]);

/** @throws GatewayError `provider_failed` for a word that is not known: the answer may not be whole. */
export function mapStopReason(reason: unknown): FinishReason {
  const mapped = STOP_REASONS.get(reason);
  if (mapped === undefined) throw nonsense('unknown stop_reason');
  return mapped;
}
