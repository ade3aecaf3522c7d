import { GatewayError } from '../errors.ts';
import { WireError } from '../wire/wire-error.ts';

/**
 * Says what a fault of the wire means to the caller. What may be sent again is decided here: only
 * what failed before the first byte of an answer.
 *
 * @returns the error; an abort and anything that is no fault of the wire comes back as it is.
 */
export function readWireError(error: unknown, provider: string): unknown {
  if (!(error instanceof WireError)) return error;
  switch (error.fault) {
    case 'unreachable':
      return new GatewayError('provider_unreachable', `${provider} could not be reached`, {
        retryable: true,
        cause: error,
      });
    case 'broken':
      return new GatewayError('provider_failed', `${provider} closed the connection without an answer`, {
        retryable: true,
        cause: error,
      });
    case 'cut':
      return new GatewayError('provider_cut_off', `${provider} cut its answer off`, { cause: error });
    case 'first_byte_timeout':
      return new GatewayError('provider_timeout', `${provider} did not answer in time`, { cause: error });
    case 'idle_timeout':
      return new GatewayError('provider_timeout', `${provider} fell silent within its answer`, {
        cause: error,
      });
    case 'malformed':
      return new GatewayError('provider_failed', `${provider} sent an answer that makes no sense`, {
        cause: error,
      });
    case 'too_large':
      return new GatewayError('provider_failed', `${provider} sent more than an answer may hold`, {
        cause: error,
      });
    case 'aborted':
      return error;
  }
}
