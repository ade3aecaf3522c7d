/**
 * Google's error form: `{"error": {code, message, status, details[]}}`. It says when to come back in
 * `details`, not in a header, and calls a wrong key a bad request.
 * Source: Google's API design guide on errors, and what the Gemini API was reported to answer.
 */
import { type Exchange, jsonReply, type Reply } from '../exchange.ts';
import type { ErrorForms } from '../simulate-provider.ts';

export interface GoogleErrorForms extends ErrorForms {
  badRequest(message: string, details?: readonly object[]): Reply;
}

const TYPES = 'type.googleapis.com/google.rpc';
const SERVICE = 'generativelanguage.googleapis.com';

function errorBody(code: number, status: string, message: string, details: readonly object[] = []): object {
  return { error: { code, message, status, ...(details.length === 0 ? {} : { details }) } };
}

function reply(code: number, status: string, message: string, details: readonly object[] = []): Reply {
  return jsonReply(code, errorBody(code, status, message, details), GOOGLE_HEADERS);
}

export const GOOGLE_HEADERS = {
  'content-type': 'application/json; charset=UTF-8',
  vary: 'Origin',
  server: 'scaffolding on HTTPServer2',
};

/** The details of an error about a key. */
function keyDetails(reason: string, message: string): readonly object[] {
  return [
    { '@type': `${TYPES}.ErrorInfo`, reason, domain: 'googleapis.com', metadata: { service: SERVICE } },
    { '@type': `${TYPES}.LocalizedMessage`, locale: 'en-US', message },
  ];
}

function quotaFailure(quotaId: string): object {
  const violation = { quotaMetric: `${SERVICE}/generate_content_requests`, quotaId, quotaValue: '3' };
  return { '@type': `${TYPES}.QuotaFailure`, violations: [violation] };
}

const INVALID_KEY = 'API key not valid. Please pass a valid API key.';
const EXPIRED_KEY = 'API key expired. Please renew the API key.';
const OVER_QUOTA =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.';
const OVERLOADED = 'The model is overloaded. Please try again later.';

export const googleErrors: GoogleErrorForms = {
  unknownPath: ({ path }: Exchange) =>
    reply(404, 'NOT_FOUND', `The requested URL ${path} was not found on this server.`),
  missingKey: () =>
    reply(
      403,
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    ),
  invalidKey: () => reply(400, 'INVALID_ARGUMENT', INVALID_KEY, keyDetails('API_KEY_INVALID', INVALID_KEY)),
  revokedKey: () => reply(400, 'INVALID_ARGUMENT', EXPIRED_KEY, keyDetails('API_KEY_INVALID', EXPIRED_KEY)),
  tooLarge: () => reply(400, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit: 20971520 bytes.'),
  badRequest: (message, details) => reply(400, 'INVALID_ARGUMENT', message, details),
  rateLimited: () =>
    reply(429, 'RESOURCE_EXHAUSTED', `${OVER_QUOTA} Please retry in 7s.`, [
      quotaFailure('GenerateRequestsPerMinutePerProjectPerModel'),
      { '@type': `${TYPES}.RetryInfo`, retryDelay: '7s' },
    ]),
  // Limits that pass by themselves have the same status; only these words say that money is what is missing.
  outOfQuota: () =>
    reply(
      429,
      'RESOURCE_EXHAUSTED',
      'Your prepayment credits are depleted. Please go to AI Studio at https://ai.studio/projects to manage your project and billing.',
    ),
  overloaded: () => reply(503, 'UNAVAILABLE', OVERLOADED),
  failed: () => reply(500, 'INTERNAL', 'An internal error has occurred. Please retry.'),
  streamEvent: () => writeFrame(errorBody(503, 'UNAVAILABLE', OVERLOADED)),
};

/** One frame of a stream: its lines end in CRLF. */
export function writeFrame(data: object): string {
  return `data: ${JSON.stringify(data)}\r\n\r\n`;
}
