import type { GatewayError } from '../../../domain/errors.ts';
import {
  CONTEXT_TOO_LONG,
  type ErrorRule,
  errorInBody,
  errorOfAnswer,
  type Fault,
  type ReadHeader,
} from '../provider-error.ts';
import { isObject, type JsonObject, parseJson, readText } from '../read-json.ts';

/** https://platform.claude.com/docs/en/api/errors; `details.error_code` from the published SDK's types. */
const RULES: readonly ErrorRule[] = [
  { words: ['organization_on_hold'], means: 'api_key_revoked' },
  { text: /organization has been disabled/i, means: 'api_key_revoked' },
  {
    statuses: [401, 403],
    text: /\bkey\b.*\b(?:revoked|expired|disabled|deactivated)/i,
    means: 'api_key_revoked',
  },
  { words: ['authentication_error'], means: 'api_key_invalid' },
  {
    words: [
      'billing_error',
      'enforced_spend_limit_reached',
      'contract_spend_limit_reached',
      'linked_organization_billing_unavailable',
      'linked_organization_spend_limit_reached',
    ],
    means: 'insufficient_quota',
  },
  { text: /credit balance is too low|reached your specified api usage limits/i, means: 'insufficient_quota' },
  { words: ['not_found_error'], means: 'provider_model_not_found' },
  { words: ['permission_error'], text: /\bapi key\b/i, means: 'api_key_invalid' },
  { words: ['permission_error'], text: /\bmodel\b/i, means: 'provider_model_not_found' },
  { words: ['rate_limit_error'], means: 'provider_rate_limited' },
  { words: ['overloaded_error'], means: 'provider_overloaded' },
  { words: ['invalid_request_error'], text: CONTEXT_TOO_LONG, means: 'context_length_exceeded' },
  { words: ['invalid_request_error', 'request_too_large'], means: 'provider_rejected' },
];

function readFault(body: unknown): Fault {
  const error = isObject(body) ? body.error : undefined;
  if (!isObject(error)) return { words: [] };
  const code = isObject(error.details) ? error.details.error_code : undefined;
  return {
    message: readText(error.message),
    words: [readText(code), readText(error.type)].filter((word) => word !== undefined),
  };
}

/** An error that came inside a 2xx: a body in disguise, or an `error` event. */
export function readErrorBody(body: JsonObject): GatewayError {
  return errorInBody(undefined, readFault(body), RULES);
}

export function readError(status: number, header: ReadHeader, body: string): GatewayError {
  return errorOfAnswer(status, header, readFault(parseJson(body)), RULES);
}
