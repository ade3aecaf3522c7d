import { type ErrorCode, GatewayError } from '../errors.ts';

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

/** Whether another model may answer where one has failed so. */
export function mayAnotherAnswer(error: unknown): boolean {
  return error instanceof GatewayError && OF_THE_PROVIDER.has(error.code);
}
