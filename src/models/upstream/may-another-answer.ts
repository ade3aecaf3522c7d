import { type ErrorCode, GatewayError } from '../../domain/errors.ts';

/**
 * Failures of one model or provider, before anything was sent to the caller. What the caller did wrong would be wrong for
 * the next one too.
 */
const OF_THE_PROVIDER: ReadonlySet<ErrorCode> = new Set([
  'unsupported',
  'model_not_in_plan',
  'context_length_exceeded',
  'provider_model_not_found',
  'provider_rate_limited',
  'insufficient_quota',
  'provider_failed',
  'provider_cut_off',
  'provider_unreachable',
  'provider_overloaded',
  'provider_timeout',
]);

/** Whether another model may answer where one has failed so. */
export function mayAnotherAnswer(error: unknown): boolean {
  return error instanceof GatewayError && OF_THE_PROVIDER.has(error.code);
}
