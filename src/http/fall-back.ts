/** Which models are asked in turn where one cannot answer. */
import { type ApiKey, isIssuedKey } from '../domain/api-key.ts';
import { type ErrorCode, GatewayError } from '../errors.ts';
import type { FoundModel, ModelDirectory } from '../upstream/model-directory.ts';

/** Failures of one model or provider, before anything was sent to the caller. */
const OF_THE_PROVIDER: ReadonlySet<ErrorCode> = new Set([
  'provider_model_not_found',
  'provider_rate_limited',
  'insufficient_quota',
  'provider_failed',
  'provider_cut_off',
  'provider_unreachable',
  'provider_overloaded',
  'provider_timeout',
]);

export function mayAnotherAnswer(error: unknown): boolean {
  return error instanceof GatewayError && OF_THE_PROVIDER.has(error.code);
}

/**
 * @returns the models behind the first one of an alias that this key can reach: a caller's own key is for one provider,
 *   and goes to no other.
 */
export function fallbacksOf(models: ModelDirectory, first: FoundModel, key: ApiKey): FoundModel[] {
  if (first.fallbacks === undefined) return [];
  const found = first.fallbacks.map((id) => models.find(id, key));
  if (isIssuedKey(key)) return found;
  return found.filter(({ endpoint }) => endpoint.sandbox || endpoint.provider === first.endpoint.provider);
}

/** A model that cannot serve the request is passed over. */
export function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof GatewayError)) throw error;
}
