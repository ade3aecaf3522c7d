/**
 * Anthropic's error form: `{"type": "error", "error": {type, message}, "request_id"}`.
 * Source: the API reference on errors, and what the API was reported to answer.
 */
import { type Exchange, jsonReply, type Reply } from '../exchange.ts';
import type { ErrorForms } from '../simulate-provider.ts';

export interface AnthropicErrorForms extends ErrorForms {
  badRequest(exchange: Exchange, message: string): Reply;
}

export function anthropicHeaders(exchange: Exchange): Record<string, string> {
  return { 'request-id': requestId(exchange), 'anthropic-organization-id': 'claimgate-sandbox' };
}

function requestId({ serial }: Exchange): string {
  return `req_${String(serial).padStart(24, '0')}`;
}

function reply(exchange: Exchange, status: number, type: string, message: string, more = {}): Reply {
  const body = { type: 'error', error: { type, message }, request_id: requestId(exchange) };
  return jsonReply(status, body, { ...anthropicHeaders(exchange), ...more });
}

export const anthropicErrors: AnthropicErrorForms = {
  unknownPath: (exchange) => reply(exchange, 404, 'not_found_error', 'Not Found'),
  missingKey: (exchange) => reply(exchange, 401, 'authentication_error', 'x-api-key header is required'),
  invalidKey: (exchange) => reply(exchange, 401, 'authentication_error', 'invalid x-api-key'),
  revokedKey: (exchange) =>
    reply(exchange, 400, 'invalid_request_error', 'This organization has been disabled.'),
  tooLarge: (exchange) =>
    reply(exchange, 413, 'request_too_large', 'Request exceeds the maximum allowed number of bytes.'),
  badRequest: (exchange, message) => reply(exchange, 400, 'invalid_request_error', message),
  rateLimited: (exchange) =>
    reply(
      exchange,
      429,
      'rate_limit_error',
      'This request would exceed the rate limit for your organization of 3 requests per minute.',
      {
        'retry-after': '7',
        'anthropic-ratelimit-requests-limit': '3',
        'anthropic-ratelimit-requests-remaining': '0',
      },
    ),
  outOfQuota: (exchange) =>
    reply(
      exchange,
      402,
      'billing_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
  overloaded: (exchange) => reply(exchange, 529, 'overloaded_error', 'Overloaded'),
  failed: (exchange) => reply(exchange, 500, 'api_error', 'Internal server error'),
  streamEvent: (exchange) =>
    writeEvent('error', {
      error: { type: 'overloaded_error', message: 'Overloaded' },
      request_id: requestId(exchange),
    }),
};

/** One event of a stream; its type stands in the event and in the data. */
export function writeEvent(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
