import { type ErrorCode, GatewayError } from '../../domain/errors.ts';
import { WireError, type WireFault } from '../wire/wire-error.ts';

/** What each fault means, and what the provider did. */
const MEANINGS: Readonly<Record<Exclude<WireFault, 'aborted'>, readonly [ErrorCode, string]>> = {
  unreachable: ['provider_unreachable', 'could not be reached'],
  broken: ['provider_failed', 'closed the connection without an answer'],
  cut: ['provider_cut_off', 'cut its answer off'],
  first_byte_timeout: ['provider_timeout', 'did not answer in time'],
  idle_timeout: ['provider_timeout', 'stopped sending in the middle of its answer'],
  malformed: ['provider_failed', 'sent a malformed answer'],
  too_large: ['provider_failed', 'sent an answer that is too large'],
};
/** Only what failed before the first byte of an answer may be sent again. */
const RETRYABLE: ReadonlySet<WireFault> = new Set(['unreachable', 'broken']);

/**
 * Says what a fault of the wire means to the caller, and whether the request may be sent again.
 *
 * @returns the error; an abort and anything that is no fault of the wire comes back as it is.
 */
export function readWireError(error: unknown, provider: string): unknown {
  if (!(error instanceof WireError) || error.fault === 'aborted') return error;
  const [code, words] = MEANINGS[error.fault];
  const retryable = RETRYABLE.has(error.fault);
  return new GatewayError(code, `${provider} ${words}`, { retryable, cause: error });
}
