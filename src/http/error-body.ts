import { type GatewayError, ValidationError } from '../errors.ts';

/** An error in both forms: the service's `detail`, and OpenAI's `error`. */
export function errorBody(error: GatewayError) {
  return {
    detail: error instanceof ValidationError ? error.faults : error.message,
    error: {
      message: error.message,
      type: error.type,
      param: error.param,
      code: error.openaiCode,
    },
  };
}

/** Response headers that belong to an error. */
export function errorHeaders(error: GatewayError): Record<string, string> {
  if (error.retryAfter !== undefined) return { 'retry-after': error.retryAfter };
  return error.status === 429 || error.status === 503 ? { 'retry-after': '1' } : {};
}
