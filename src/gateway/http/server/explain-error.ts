/** Which error the caller gets for what was thrown, and what is logged of it. */
import type { FastifyRequest } from 'fastify';
import { type ErrorCode, GatewayError, ValidationError } from '../../../domain/errors.ts';
import { describeError } from '../../telemetry/describe-error.ts';
import type { Log } from '../../telemetry/log.ts';
import { MISSING_BODY } from '../body/validate.ts';

/** Failures that say how the gateway is, which is logged elsewhere, and not what happened to one request. */
const STATES: ReadonlySet<ErrorCode> = new Set(['over_capacity', 'draining', 'unavailable']);

/** Turns whatever was thrown into an error for the caller. What is unexpected is logged, and reveals nothing. */
export function explainError(thrown: unknown, request: FastifyRequest, log: Log): GatewayError {
  if (thrown instanceof GatewayError) {
    if (thrown.status >= 500) {
      log[STATES.has(thrown.code) ? 'debug' : 'warn']({
        request_id: request.id,
        failure: thrown.code,
        ...(thrown.cause === undefined ? {} : { cause: describeError(thrown.cause) }),
      });
    }
    return thrown;
  }
  const known = asGatewayError(thrown);
  // A caller who leaves while the body is sent is not a fault of the gateway.
  if (known.code === 'internal' && request.raw.socket?.destroyed !== true)
    log.error({ request_id: request.id, failure: 'internal', ...describeError(thrown) });
  return known;
}

/** Fastify's own errors, by their codes. */
const FASTIFY_ERRORS: Readonly<Record<string, () => GatewayError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new GatewayError('not_json'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new GatewayError('body_too_large'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new ValidationError([MISSING_BODY]),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new GatewayError('bad_request', 'Content-Length does not fit the body'),
  FST_ERR_BAD_URL: () => new GatewayError('not_found'),
  FST_ERR_MAX_PARAM_LENGTH: () => new GatewayError('not_found'),
  FST_ERR_ASYNC_CONSTRAINT: () => new GatewayError('not_found'),
};

/** The error for the caller, whatever was thrown. */
export function asGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  // Aborted: the response is gone, or the time to drain is over.
  if (thrown instanceof Error && thrown.name === 'WireError') return new GatewayError('draining');
  const { code, statusCode } = thrown as { code?: string; statusCode?: unknown };
  // The static files' own refusal has a status alone.
  if (statusCode === 412) return new GatewayError('precondition_failed');
  return FASTIFY_ERRORS[code ?? '']?.() ?? new GatewayError('internal');
}
