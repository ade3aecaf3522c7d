import type { FinishReason } from '../../domain/chat.ts';
import { nonsense } from '../provider-error.ts';
import type { DialectSettings } from './settings.ts';

/**
 * @param reason the provider's word, not null.
 * @param refused whether the model answered with a refusal: providers call that `stop`, a caller has to
 *   know it from an answer, so it counts as `content_filter`.
 * @throws GatewayError `provider_failed` for a word that is not known: the answer may not be whole.
 */
export function mapFinishReason(reason: unknown, refused: boolean, settings: DialectSettings): FinishReason {
  if (typeof reason !== 'string' || !Object.hasOwn(settings.finishReasons, reason)) {
    throw nonsense('unknown finish_reason');
  }
  const mapped = settings.finishReasons[reason]!;
  return refused && mapped === 'stop' ? 'content_filter' : mapped;
}
