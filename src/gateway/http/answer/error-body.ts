import { type GatewayError, ValidationError } from '../../../domain/errors.ts';

/**
 * An error in both forms: OpenAI's `error`, and the service's `detail`. `error` comes first: clients recognise
 * an error event of a stream by its beginning, `{"error":`.
 */
export function errorBody(error: GatewayError) {
  return {
    error: {
      message: error.advised,
      type: error.type,
      param: error.param,
      code: error.openaiCode,
    },
    detail: error instanceof ValidationError ? error.faults : error.message,
  };
}

/** Response headers that belong to an error. */
export function errorHeaders(error: GatewayError): Record<string, string> {
  if (error.retryAfter !== undefined) return { 'retry-after': error.retryAfter };
  return error.status === 429 || error.status === 503 ? { 'retry-after': '1' } : {};
}
