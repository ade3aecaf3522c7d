import type { FinishReason } from '../../domain/chat.ts';
import { nonsense } from '../provider-error.ts';

/**
 * https://ai.google.dev/api/generate-content#FinishReason. What is missing (OTHER, the reasons of tool calls
 * that were not offered, of images that were not asked for, malformed answers) is a failure.
 */
const FINISH_REASONS: ReadonlyMap<unknown, FinishReason> = new Map<string, FinishReason>([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['CONTINUATION', 'length'],
  ['SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['LANGUAGE', 'content_filter'],
  ['BLOCKLIST', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['SPII', 'content_filter'],
  ['IMAGE_SAFETY', 'content_filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
]);

/** @throws GatewayError `provider_failed` for every other word: the answer may not be whole. */
export function mapFinishReason(reason: unknown): FinishReason {
  const mapped = FINISH_REASONS.get(reason);
  if (mapped === undefined) throw nonsense('unknown finishReason');
  return mapped;
}
