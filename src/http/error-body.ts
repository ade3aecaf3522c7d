import { ERRORS, type GatewayError, ValidationError } from '../errors.ts';

/**
 * An error in both forms: OpenAI's `error`, and the service's `detail`. `error` comes first: clients recognise
 * an error event of a stream by its beginning, `{"error":`. The detail of a 401 is one of three texts; the message may
 * say more.
 */
export function errorBody(error: GatewayError) {
  return {
    error: {
      message: error.advised,
      type: error.type,
      param: error.param,
      code: error.openaiCode,
    },
    detail: detailOf(error),
  };
}

function detailOf(error: GatewayError) {
  if (error instanceof ValidationError) return error.faults;
  return error.status === 401 ? ERRORS[error.code].detail : error.message;
}

/** Response headers that belong to an error. */
export function errorHeaders(error: GatewayError): Record<string, string> {
  if (error.retryAfter !== undefined) return { 'retry-after': error.retryAfter };
  return error.status === 429 || error.status === 503 ? { 'retry-after': '1' } : {};
}
