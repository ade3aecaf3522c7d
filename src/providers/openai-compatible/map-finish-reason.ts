import type { FinishReason } from '../../domain/chat.ts';
import { nonsense } from '../provider-error.ts';
import type { DialectSettings } from './settings.ts';

/**
 * @param reason the provider's word, not null.
 * @throws GatewayError `provider_failed` for a word that is not known: the answer may not be whole.
 */
export function mapFinishReason(reason: unknown, settings: DialectSettings): FinishReason {
  if (typeof reason !== 'string' || !Object.hasOwn(settings.finishReasons, reason)) {
    throw nonsense('unknown finish_reason');
  }
  return settings.finishReasons[reason]!;
}

/** Providers call a refusal `stop`; a caller has to know it from an answer, so it counts as `content_filter`. */
export function withRefusal(reason: FinishReason, refused: boolean): FinishReason {
  return refused && reason === 'stop' ? 'content_filter' : reason;
}
