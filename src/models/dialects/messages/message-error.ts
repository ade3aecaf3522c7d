/** Errors in Anthropic's form (https://platform.claude.com/docs/en/api/errors). */
import { type GatewayError, ValidationError } from '../../../domain/errors.ts';

/** By status. A fault of the body is a 400 there. */
const TYPES: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
]);

/** @returns the status that Anthropic's API has for an error. */
export function messageErrorStatus(error: GatewayError): number {
  return error instanceof ValidationError ? 400 : error.status;
}

/** How a route of that API refuses. */
export const MESSAGE_ERRORS = { status: messageErrorStatus, body: messageErrorBody };

/** @param requestId of the request, as its answer's header names it. */
export function messageErrorBody(error: GatewayError, requestId: string) {
  const status = messageErrorStatus(error);
  const type = TYPES.get(status) ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  const faults = error instanceof ValidationError ? { faults: error.faults } : {};
  const { advised: message, param, openaiCode: code } = error;
  // Clients read here that they are to send the whole conversation.
  const details = error.code === 'thread_not_found' ? { details: { error_code: code } } : {};
  return {
    type: 'error',
    error: { type, message, param, code, ...faults, ...details },
    request_id: requestId,
  };
}
